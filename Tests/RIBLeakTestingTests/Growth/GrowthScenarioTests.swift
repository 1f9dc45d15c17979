// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBs
import XCTest

@testable import RIBLeakTesting

private final class Item {
    var next: Item?
}

private final class Shelf: @unchecked Sendable {  // Only the main thread uses it.
    static let shared = Shelf()
    var items: [Item] = []
    var sizes: [Int: Int] = [:]
    var handlers: [() -> Void] = []
    var first: Item?
    lazy var table = (0..<10).map { _ in Item() }
    let stream = PassthroughSubject<Int, Never>()
}

private final class HomeInteractor: PresentableInteractor<SampleView> {
    var handlers: [() -> Void] = []
    var cancellables: Set<AnyCancellable> = []

    func handle() { handlers.append { [weak self] in _ = self } }

    func subscribe(to stream: PassthroughSubject<Int, Never>) {
        stream.sink { _ in }.store(in: &cancellables)
    }
}

private final class HomeRouter: LaunchRouter<HomeInteractor, SampleView> {}

/// Shapes of growth, each with its mended twin, and what looks like growth and is none.
final class GrowthScenarioTests: XCTestCase {
    private let home: HomeRouter = {
        let view = SampleView()
        return HomeRouter(interactor: HomeInteractor(presenter: view), viewController: view)
    }()
    private var interactor: HomeInteractor { home.interactor }

    override func setUp() { home.launch() }

    /// What grows with each turn of a scenario: `RIB path, place: type +number`.
    private func growth(turns: Int = 3, _ body: () -> Void) -> [String] {
        let verdict = LeakCheck.growth("growth", turns, body)
        XCTAssertNil(verdict.obstacleToGrowth)
        XCTAssertEqual(verdict.failures, [])
        return verdict.findings.map { finding in
            let growth = finding.growth
            return "\(finding.ribPath), \(growth?.place ?? "?"): \(finding.type) "
                + "+\(growth?.each ?? 0)"
        }
    }

    private func detachedChild() -> SampleRouter {
        let child = makeSample()
        home.attachChild(child)
        home.detachChild(child)
        return child
    }

    func testASingletonThatGetsAnObjectEachTurnGrows() {
        let shelf = Shelf.shared
        XCTAssertEqual(growth { shelf.items.append(Item()) }, [", Shelf.items: Item +1"])
        let mended = growth {
            shelf.items.append(Item())
            shelf.items.removeLast()
        }
        XCTAssertEqual(mended, [])
    }

    func testADictionaryOfPlainValuesGrowsByItsElements() {
        let shelf = Shelf.shared
        XCTAssertEqual(
            growth { shelf.sizes[shelf.sizes.count] = 1 },
            [", Shelf.sizes: Dictionary<Int, Int> +1"])
        XCTAssertEqual(growth { shelf.sizes[0, default: 0] += 1 }, [])
    }

    func testClosuresOfAnAttachedInteractorAreNamed() {
        XCTAssertEqual(
            growth { interactor.handle() },
            ["Home, HomeInteractor.handlers: closure #1 in HomeInteractor.handle() +1"])
        let mended = growth {
            interactor.handlers = []
            interactor.handle()
        }
        XCTAssertEqual(mended, [])
    }

    func testTokensOfAnInteractorThatStaysGrow() {
        let shelf = Shelf.shared
        XCTAssertEqual(
            growth { interactor.subscribe(to: shelf.stream) },
            ["Home, HomeInteractor.cancellables: AnyCancellable +1"])
        let mended = growth {
            interactor.cancellables = []
            interactor.subscribe(to: shelf.stream)
        }
        XCTAssertEqual(mended, [])
    }

    func testSubscribersOfASubjectGrow() {
        let shelf = Shelf.shared
        XCTAssertEqual(
            growth {
                shelf.stream.subscribe(
                    Subscribers.Sink { _ in
                    } receiveValue: { _ in
                    })
            }, [", Shelf.stream: subscription +1"])
        XCTAssertEqual(growth { shelf.stream.sink { _ in }.cancel() }, [])
    }

    func testChildrenThatAreNeverDetachedGrow() {
        XCTAssertEqual(
            growth { home.attachChild(makeSample()) },
            ["Home, HomeRouter.children: SampleRouter +1"])
        XCTAssertEqual(growth { _ = detachedChild() }, [])
    }

    func testChildrenThatAreNeverDetachedAreTheFindingAtTheirAttach() {
        let stream = PassthroughSubject<Int, Never>()
        var line = 0
        let verdict = LeakCheck.growth("growth", 3) {
            let child = makeSample { interactor in
                stream.sink { _ in }.cancelOnDeactivate(interactor: interactor)
            }
            line = #line + 1
            home.attachChild(child)
        }
        // Their subscriptions pile up in the stream as well.
        XCTAssertEqual(verdict.findings.map(\.growth?.place), ["HomeRouter.children"])
        XCTAssertEqual(
            verdict.findings.first?.placeText,
            "attached at Tests/RIBLeakTestingTests/Growth/GrowthScenarioTests.swift:\(line)")
        XCTAssertTrue(verdict.message?.contains("├─ attached by") == true)
    }

    func testDetachedRIBsThatAClosureHoldsAreOneFinding() {
        let found = growth {
            let child = detachedChild()
            Shelf.shared.handlers.append { _ = child }
        }
        XCTAssertEqual(found.count, 1, "\(found)")
        Shelf.shared.handlers = []
    }

    func testDetachedRIBsThatHoldThemselvesAreOneFinding() {
        var children: [() -> SampleRouter?] = []
        let found = growth {
            let child = detachedChild()
            child.interactor.retained = child
            children.append { [weak child] in child }
        }
        XCTAssertEqual(found.first, "Home/Sample, SampleInteractor.retained: SampleRouter +1")
        // The test's own list grows as well.
        XCTAssertEqual(found.count, 2, "\(found)")
        for child in children { child()?.interactor.retained = nil }
    }

    func testALinkedListGrowsAtOnePlace() {
        let shelf = Shelf.shared
        let found = growth {
            let item = Item()
            item.next = shelf.first
            shelf.first = item
        }
        XCTAssertEqual(found, [", Item.next: Item +1"])
        shelf.first = nil
    }

    func testAVariableOfTheTestGrows() {
        var kept: [Item] = []
        let found = growth { kept.append(Item()) }
        XCTAssertEqual(found.map { $0.hasSuffix(": Item +1") }, [true], "\(found)")
        XCTAssertEqual(kept.count, 5)
    }

    func testWhatIsMadeOnceDoesNotGrow() {
        XCTAssertEqual(growth { _ = Shelf.shared.table }, [])
    }

    func testACacheThatFillsDoesNotGrow() {
        let shelf = Shelf.shared
        let found = growth {
            shelf.items.append(Item())
            if shelf.items.count > 3 { shelf.items.removeFirst() }
        }
        XCTAssertEqual(found, [])
    }

    func testWhatComesAndGoesInTurnDoesNotGrow() {
        let shelf = Shelf.shared
        var isOdd = false
        let found = growth {
            isOdd.toggle()
            if isOdd { shelf.items.append(Item()) } else { shelf.items.removeLast() }
        }
        XCTAssertEqual(found, [])
    }
}
