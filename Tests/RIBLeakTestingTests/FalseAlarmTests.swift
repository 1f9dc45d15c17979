// SPDX-License-Identifier: Apache-2.0

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
        XCTAssertEqual(findLeaksOfRecorded { _ = SampleInteractor(presenter: heldView) }, [])
    }

    func testAViewTheTestHoldsIsNotLeakedByARouterThatWasNeverAttached() {
        let findings = findLeaksOfRecorded {
            let interactor = SampleInteractor(presenter: heldView)
            _ = SampleRouter(interactor: interactor, viewController: heldView)
        }
        XCTAssertEqual(findings, [])
    }

    func testWhatAServiceSubscribesToWhenAnInteractorStartsItIsTheServicesOwn() {
        let service = Service(stream: stream)
        let parent = makeParent()
        let findings = findLeaksOfRecorded {
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
        let findings = findLeaksOfRecorded {
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
        let findings = findLeaksOfRecorded {
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
        let findings = findLeaksOfRecorded {
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

    // MARK: Scheduled work may still release

    func testABlockThatIsDueInAWhileAndHoldsARIBIsWaitedFor() {
        assertIsWaitedFor { held in
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) { held.release() }
        }
    }

    func testABlockThatIsDueInAWhileAndBreaksACycleIsWaitedFor() {
        assertIsWaitedFor { held in
            held.router?.interactor.retained = held.router?.interactor
            let interactor = WeakInteractor(held.router?.interactor)
            held.release()
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) {
                interactor.object?.retained = nil
            }
        }
    }

    func testABlockThatIsDueInAWhileAndEmptiesAFieldOfTheParentIsWaitedFor() {
        let parent = makeParent()
        let findings = findLeaksOfRecorded {
            let child = makeSample()
            parent.attachChild(child)
            parent.kept = [child]
            parent.detachChild(child)
            let held = Held(parent)
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) {
                held.emptyParent()
            }
        }
        XCTAssertEqual(findings, [])
    }

    func testATaskThatSleepsAndHoldsARIBIsWaitedFor() {
        assertIsWaitedFor { held in
            Task.detached {
                try? await Task.sleep(nanoseconds: 200_000_000)
                await MainActor.run { held.release() }
            }
        }
    }

    func testATaskThatFindsEachThreadBlockedIsWaitedFor() {
        let threads = BlockedThreads()
        assertIsWaitedFor { held in
            Task.detached {
                try? await Task.sleep(nanoseconds: 200_000_000)
                await MainActor.run { held.release() }
            }
        }
        threads.goOn()
    }

    func testATimerOfTheRunLoopThatHoldsARIBIsWaitedFor() {
        assertIsWaitedFor { held in
            _ = Timer.scheduledTimer(withTimeInterval: 0.2, repeats: false) { _ in held.release() }
        }
    }

    func testWorkOnABackgroundQueueThatHoldsARIBIsWaitedFor() {
        assertIsWaitedFor { held in
            DispatchQueue.global().async {
                Thread.sleep(forTimeInterval: 0.2)
                DispatchQueue.main.async { held.release() }
            }
        }
    }

    func testAThreadThatHoldsARIBIsWaitedFor() {
        assertIsWaitedFor { held in
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.2)
                held.release()
            }
        }
    }

    func testASerialQueueThatReachesTheRIBAfterOtherWorkIsWaitedFor() {
        assertIsWaitedFor { held in
            let queue = DispatchQueue(label: "work")
            queue.async { Thread.sleep(forTimeInterval: 0.1) }
            queue.async { DispatchQueue.main.async { held.release() } }
        }
    }

    /// - Parameter work: Lets go of what it is given later, be it by other work.
    private func assertIsWaitedFor(
        by work: (RouterHandoff) -> Void, file: StaticString = #filePath, line: UInt = #line
    ) {
        let parent = makeParent()
        let findings = findLeaks {
            let child = makeSample()
            parent.attachChild(child)
            parent.detachChild(child)
            work(RouterHandoff(child))
        }
        XCTAssertEqual(findings, [], file: file, line: line)
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

/// Gives a RIB to work that releases it once.
private final class RouterHandoff: @unchecked Sendable {
    // Safe: its maker hands it to one thread or task and does not touch it again. Only that one
    // calls `release`, once.
    private(set) var router: SampleRouter?

    init(_ router: SampleRouter) { self.router = router }

    func release() { router = nil }
}

/// All threads that libdispatch lends to tasks of this process, until more than that are blocked.
private struct BlockedThreads {
    private let isOver = DispatchSemaphore(value: 0)
    private let count = ProcessInfo.processInfo.activeProcessorCount

    init() {
        let isBlocked = DispatchSemaphore(value: 0)
        for _ in 0..<count {
            DispatchQueue.global().async { [isOver] in
                isBlocked.signal()
                isOver.wait()
            }
        }
        for _ in 0..<count { isBlocked.wait() }
    }

    func goOn() {
        for _ in 0..<count { isOver.signal() }
    }
}

private final class WeakInteractor: @unchecked Sendable {
    // Safe: used on the main thread only.
    private(set) weak var object: SampleInteractor?

    init(_ object: SampleInteractor?) { self.object = object }
}

extension Held {
    /// On the main thread, where the tree belongs.
    fileprivate func emptyParent() { (object as? ParentRouter)?.kept = [] }
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
