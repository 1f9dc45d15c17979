import Dispatch
import RIBLeakTesting
import RIBs
import XCTest

/// What real suites do that is no leak and no misfire.
final class FalseAlarmTests: XCTestCase {
    private let heldView = SampleView()
    private let stream = PassthroughSubject<Int, Never>()
    private var bag: Set<AnyCancellable> = []

    func testAPresenterTheTestHoldsIsNotLeakedByAnInteractorThatWasNeverAttached() {
        XCTAssertEqual(findLeaks { _ = SampleInteractor(presenter: heldView) }, [])
    }

    func testAViewTheTestHoldsIsNotLeakedByARouterThatWasNeverAttached() {
        let findings = findLeaks {
            let interactor = SampleInteractor(presenter: heldView)
            _ = SampleRouter(interactor: interactor, viewController: heldView)
        }
        XCTAssertEqual(findings, [])
    }

    func testWhatAServiceSubscribesToWhenAnInteractorStartsItIsTheServicesOwn() {
        let service = Service(stream: stream)
        let parent = makeParent()
        let findings = findLeaks {
            let child = makeSample { _ in service.start() }
            parent.attachChild(child)
            parent.detachChild(child)
            stream.send(1)
        }
        XCTAssertEqual(findings, [])
    }

    func testWhatAParentSubscribesToWhenItsChildCallsItIsTheParentsOwn() {
        let parent = makeParent()
        parent.interactor.activate()
        let findings = findLeaks {
            let child = makeSample { _ in parent.interactor.observe(self.stream) }
            parent.attachChild(child)
            parent.detachChild(child)
            stream.send(1)
        }
        XCTAssertEqual(findings, [])
    }

    func testAStreamConfinedToTheParentBelongsToTheParent() {
        let parent = makeParent()
        parent.interactor.activate()
        let findings = findLeaks {
            let child = makeSample { [self] _ in
                stream.confineTo(parent.interactor).sink { _ in }.store(in: &bag)
            }
            parent.attachChild(child)
            parent.detachChild(child)
            stream.send(1)
        }
        XCTAssertEqual(findings, [])
    }

    func testWorkThatEndsAfterManyMainQueueHopsIsWaitedFor() {
        let parent = makeParent()
        let findings = findLeaks {
            let child = makeSample()
            parent.attachChild(child)
            parent.detachChild(child)
            hop(times: 50, holding: Held(child))
        }
        XCTAssertEqual(findings, [])
    }

    func testAnAsynchronousTestIsJudgedWithoutBlockingTheMainQueue() async {
        await assertNoLeaks {
            let parent = makeParent()
            let child = makeSample()
            parent.attachChild(child)
            parent.detachChild(child)
            hop(times: 5, holding: Held(child))
        }
    }

    private func hop(times: Int, holding held: Held) {
        guard times > 0 else { return }
        DispatchQueue.main.async { hopAgain(times: times - 1, holding: held) }
    }
}

private func hopAgain(times: Int, holding held: Held) {
    guard times > 0 else { return }
    DispatchQueue.main.async { hopAgain(times: times - 1, holding: held) }
}

/// A service of the whole app.
private final class Service {
    private let stream: PassthroughSubject<Int, Never>
    private var bag: Set<AnyCancellable> = []

    init(stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    func start() {
        stream.sink { _ in }.store(in: &bag)
    }
}

extension ParentInteractor {
    fileprivate func observe(_ stream: PassthroughSubject<Int, Never>) {
        stream.sink { _ in }.cancelOnDeactivate(interactor: self)
    }
}
