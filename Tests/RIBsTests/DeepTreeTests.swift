// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace
import XCTest

@testable import RIBs

/// Chains of RIBs, each attached below the one before.
final class DeepTreeTests: XCTestCase {
    private let root = Router(interactor: Interactor())
    private var bag: Set<AnyCancellable> = []

    override func setUp() {
        root.interactor.activate()
        root.load()
    }

    /// - Returns: The routers below the root, the uppermost first.
    private func attachChain(of count: Int) -> [CountingRouter] {
        var last: any Routing = root
        return (0..<count).map { _ in
            let router = CountingRouter(interactor: Interactor())
            last.attachChild(router)
            last = router
            return router
        }
    }

    func testThePartsOfADetachedChainAreLookedAtAtMostTwiceEachWhileItIsFreed() {
        let counts = attachChain(of: 50).map(\.count)
        // Where something else should be gone, each attach looks at them too.
        let before = counts.map(\.value)
        root.detachChild(root.children[0])
        // Once when its chain is let go, and once when its parent is freed.
        XCTAssertEqual(
            zip(counts, before).map { $0.value - $1 }, [1] + [UInt64](repeating: 2, count: 49))
    }

    func testWhatIsDeactivatedOutermostFirstEndsInnermostFirst() {
        var heard: [String] = []
        for (index, router) in attachChain(of: 3).enumerated() {
            router.interactor.isActiveStream.dropFirst().sink { _ in heard.append("\(index)") }
                .store(in: &bag)
        }
        root.interactor.deactivate()
        XCTAssertEqual(heard, ["2", "1", "0"])
    }

    func testARIBThatComesWhileTheChainAboveItIsDeactivatedBecomesInactiveWithIt() {
        let chain = attachChain(of: 3)
        let late = Router(interactor: Interactor())
        chain[1].interactor.isActiveStream.dropFirst().sink { _ in chain[2].attachChild(late) }
            .store(in: &bag)
        root.interactor.deactivate()
        XCTAssertTrue(chain[2].children.contains { $0 === late })
        XCTAssertFalse(late.interactor.isActive)
    }

    func testAnInteractorThatIsWokenWhileTheChainAboveItIsDeactivatedBecomesInactiveWithIt() {
        let chain = attachChain(of: 3)
        var heard: [Bool] = []
        chain[2].interactor.isActiveStream.sink { heard.append($0) }.store(in: &bag)
        chain[1].interactor.isActiveStream.dropFirst().sink { _ in chain[2].interactor.activate() }
            .store(in: &bag)
        root.interactor.deactivate()
        XCTAssertEqual(heard, [true, false, true, false])
        XCTAssertFalse(chain[2].interactor.isActive)
    }

    func testAnInteractorThatWasPutToSleepWakesWithTheChainAboveIt() {
        let chain = attachChain(of: 3)
        root.interactor.deactivate()
        root.interactor.activate()
        chain[2].interactor.deactivate()
        root.interactor.deactivate()
        root.interactor.activate()
        XCTAssertTrue(chain[2].interactor.isActive)
    }

    func testWhatIsAttachedToADetachedChainIsExpectedToGoOnceThatIsDetachedAgain() {
        let chain = attachChain(of: 2)
        root.detachChild(chain[0])
        let late = Router(interactor: Interactor())
        chain[1].attachChild(late)
        chain[0].detachChild(chain[1])
        XCTAssertTrue(Recorder.shared.isExpectedToGo(late.recordedID))
    }
}

/// Counts how often it is asked for its parts.
private final class CountingRouter: Router<Interactor> {
    let count = AtomicCounter()

    override func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        count.increment()
        super.forEachRecordedPart(body)
    }
}
