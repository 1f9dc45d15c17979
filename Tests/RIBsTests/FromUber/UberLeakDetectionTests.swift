// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

/// What apps on uber/RIBs-iOS ask of the leak detector.
@Suite struct UberLeakDetectionTests {
    private final class Thing {}
    private final class View: ViewControllable {}

    private let detector = LeakDetector.instance
    private let thing = Thing()

    @Test(
        """
        LeakDetector: instance, setInstance(_:), status, expectDeallocate(object:inTime:), \
        expectViewControllerDisappear(viewController:inTime:)
        """)
    func leakDetector() {
        LeakDetector.setInstance(detector)
        let handles = [
            detector.expectDeallocate(object: thing),
            detector.expectDeallocate(object: thing, inTime: 60),
        ]
        let status: AnyPublisher<LeakDetectionStatus, Never> = detector.status
        var heard: [LeakDetectionStatus] = []
        let subscription = status.sink { heard.append($0) }
        #expect(heard.first == .InProgress)
        for handle in handles { handle.cancel() }
        subscription.cancel()
        #if !canImport(UIKit)
            // With a `UIViewController` it is in UberUIKitApp.swift.
            let view = View()
            detector.expectViewControllerDisappear(viewController: view).cancel()
            detector.expectViewControllerDisappear(viewController: view, inTime: 60).cancel()
        #endif
    }

    @Test("LeakDetectionStatus: InProgress, DidComplete") func leakDetectionStatus() {
        func isBusy(_ status: LeakDetectionStatus) -> Bool {
            switch status {
            case .InProgress: true
            case .DidComplete: false
            }
        }
        #expect(isBusy(.InProgress) && !isBusy(.DidComplete))
    }

    @Test("LeakDetectionHandle: cancel()") func leakDetectionHandle() {
        let handle: any LeakDetectionHandle = detector.expectDeallocate(object: thing)
        handle.cancel()
        handle.cancel()
    }

    @Test("LeakDefaultExpectationTime: deallocation, viewDisappear")
    func leakDefaultExpectationTime() {
        #expect(LeakDefaultExpectationTime.deallocation == 1.0)
        #expect(LeakDefaultExpectationTime.viewDisappear == 5.0)
    }

    @MainActor @Test("Executor: execute(withDelay:maxFrameDuration:logic:)")
    func executor() async {
        await withCheckedContinuation { continuation in
            Executor.execute(withDelay: 0) {
                Executor.execute(
                    withDelay: 0, maxFrameDuration: 33, logic: { continuation.resume() })
            }
        }
    }
}
