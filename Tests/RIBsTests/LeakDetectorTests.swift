// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace
import Testing

@testable import RIBs

/// The detector under test ticks only when told, and nothing is recorded but where a test says so.
@Suite struct LeakDetectorTests {
    private final class Thing {}

    /// What a detector said, and the clock it runs on.
    private final class Witness: Sendable {
        let now = AtomicCounter(1_000_000_000)
        let lines = Protected<[String]>([])

        func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private let witness = Witness()
    private let detector: LeakDetector

    init() { detector = Self.detector(witness) }

    private static func detector(
        _ witness: Witness, environment: [String: String] = [:],
        recorder: Recorder = Recorder(RecorderConfiguration(level: .off, runsFolder: ""))
    ) -> LeakDetector {
        LeakDetector(
            LeakDetector.Environment(
                recorder: recorder,
                isDisabled: LeakDetector.Environment.isDisabled(in: environment),
                ticksByItself: false, clock: { witness.now.value },
                say: { witness.note("said: \($0)") }, stop: { witness.note("stopped: \($0)") }))
    }

    /// Lets running seconds pass, and a little more.
    private func run(seconds: Int, _ detector: LeakDetector? = nil) {
        for _ in 0..<(seconds * 1_000 / 33 + 4) {
            (detector ?? self.detector).tick(at: witness.now.add(33_000_000))
        }
    }

    private func lines() -> [String] { witness.lines.withLock { $0 } }

    private func note() -> LeakResponse {
        let witness = witness
        return .call { witness.note("\($0.expectation) of \($0.typeName) in \($0.time) s") }
    }

    @Test func whatOutlivesItsTimeIsRespondedToOnce() {
        let kept = Thing()
        detector.response = note()
        detector.expectDeallocate(object: kept)
        run(seconds: 5)
        #expect(lines() == ["deallocation of Thing in 1.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func nothingIsRespondedToBeforeItsTime() {
        let kept = Thing()
        detector.response = note()
        detector.expectDeallocate(object: kept, inTime: 3)
        run(seconds: 2)
        #expect(lines() == [])
        run(seconds: 2)
        #expect(lines() == ["deallocation of Thing in 3.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func whatIsFreedInTimeIsNotRespondedTo() {
        let kept = Thing()
        detector.response = note()
        detector.expectDeallocate(object: Thing())
        detector.expectDeallocate(object: kept)
        run(seconds: 2)
        #expect(lines() == ["deallocation of Thing in 1.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func timeInWhichTheProcessWasStoppedDoesNotCount() {
        let kept = Thing()
        detector.response = note()
        detector.expectDeallocate(object: kept)
        for _ in 1...3 { detector.tick(at: witness.now.add(3_600_000_000_000)) }
        #expect(lines() == [])
        run(seconds: 2)
        #expect(lines() == ["deallocation of Thing in 1.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func byDefaultItOnlyRecords() {
        let kept = Thing()
        detector.expectDeallocate(object: kept)
        run(seconds: 2)
        #expect(lines() == [])
        detector.response = note()
        detector.expectDeallocate(object: kept)
        run(seconds: 2)
        #expect(lines() == ["deallocation of Thing in 1.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func aTrapSaysWhatIsWrong() {
        let kept = Thing()
        detector.response = .trap
        detector.expectDeallocate(object: kept)
        run(seconds: 2)
        #expect(
            lines() == [
                "stopped: Thing is still alive 1.0 s after it was released: something still holds "
                    + "it, such as a property, a closure or a subscription"
            ])
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: ["yes", "YES", "true", "True"])
    func disabledDetectionSaysALineInstead(value: String) {
        let kept = Thing()
        let detector = Self.detector(witness, environment: ["DISABLE_LEAK_DETECTION": value])
        detector.response = .trap
        detector.expectDeallocate(object: kept)
        run(seconds: 2, detector)
        #expect(lines().count == 1)
        #expect(lines()[0].hasPrefix("said: leak detection is disabled: Thing is still alive"))
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: ["no", "1", ""])
    func otherValuesDisableNothing(value: String) {
        let kept = Thing()
        let detector = Self.detector(witness, environment: ["DISABLE_LEAK_DETECTION": value])
        detector.response = note()
        detector.expectDeallocate(object: kept)
        run(seconds: 2, detector)
        #expect(lines() == ["deallocation of Thing in 1.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func aCancelledExpectationIsOver() {
        let kept = Thing()
        detector.response = note()
        detector.expectDeallocate(object: kept).cancel()
        detector.expectDeallocate(object: kept, inTime: 2)
        run(seconds: 3)
        #expect(lines() == ["deallocation of Thing in 2.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func theStatusSaysEachChangeOnce() {
        let kept = Thing()
        let witness = witness
        let subscription = detector.status.sink { witness.note("\($0)") }
        let first = detector.expectDeallocate(object: kept)
        let second = detector.expectDeallocate(object: kept)
        first.cancel()
        #expect(lines() == ["DidComplete", "InProgress"])
        // Twice, as nothing keeps a host from doing.
        first.cancel()
        first.cancel()
        #expect(lines() == ["DidComplete", "InProgress"])
        second.cancel()
        #expect(lines() == ["DidComplete", "InProgress", "DidComplete"])
        subscription.cancel()
    }

    @Test func theStatusCompletesWhenTheTimeIsOver() {
        let witness = witness
        let subscription = detector.status.sink { witness.note("\($0)") }
        let handle = detector.expectDeallocate(object: Thing())
        run(seconds: 2)
        handle.cancel()
        #expect(lines() == ["DidComplete", "InProgress", "DidComplete"])
        subscription.cancel()
    }

    #if !canImport(UIKit)
        @Test func onlyAViewThatStaysOnTheScreenIsRespondedTo() {
            let (staying, leaving, neverShown) = (ViewDouble(), ViewDouble(), ViewDouble())
            staying.viewDidShow()
            leaving.viewDidShow()
            detector.response = note()
            for view in [staying, leaving, neverShown] {
                detector.expectViewControllerDisappear(viewController: view)
            }
            leaving.viewDidLeave()
            run(seconds: 4)
            #expect(lines() == [])
            run(seconds: 2)
            #expect(lines() == ["disappearance of ViewDouble in 5.0 s"])
            withExtendedLifetime((staying, leaving, neverShown)) {}
        }
    #endif

    @Test func whatAFreedRouterLeavesBehindIsRespondedToInItsTime() {
        let kept = (Thing(), ViewDouble())
        detector.response = note()
        detector.ownerIsFreed(of: kept.0, inTime: 1)
        detector.ownerIsFreed(of: kept.1, inTime: 5)
        run(seconds: 2)
        #expect(lines() == ["deallocation of Thing in 1.0 s"])
        run(seconds: 4)
        #expect(
            lines() == ["deallocation of Thing in 1.0 s", "deallocation of ViewDouble in 5.0 s"])
        withExtendedLifetime(kept) {}
    }

    @Test func theRuntimesOwnExpectationsCountForTheStatus() {
        let kept = Thing()
        let witness = witness
        let subscription = detector.status.sink { witness.note("\($0)") }
        detector.ownerIsFreed(of: kept, inTime: 1)
        run(seconds: 2)
        #expect(lines() == ["DidComplete", "InProgress", "DidComplete"])
        subscription.cancel()
        withExtendedLifetime(kept) {}
    }

    @Test(.enabled(if: RecordedFacts.isRecording)) func itsExpectationsAreRecorded() throws {
        let kept = Thing()
        let detector = Self.detector(witness, recorder: .shared)
        detector.expectDeallocate(object: kept)
        var facts = RecordedFacts()
        facts.name(Recorder.shared.identify(kept, as: .view), "kept")
        // It got its id from the detector.
        #expect(try facts.lines() == ["kept made as object"])
    }

    @Test func theDefaultTimesAreUbers() {
        #expect(LeakDefaultExpectationTime.deallocation == 1)
        #expect(LeakDefaultExpectationTime.viewDisappear == 5)
    }
}

@Suite struct WeakObjectsTests {
    private let objects = WeakObjects<ViewDouble>()

    @Test func freedObjectsDoNotPileUp() {
        let kept = ViewDouble()
        objects.add(kept)
        for _ in 1...1_000 { objects.add(ViewDouble()) }
        #expect(objects.count < 130)
        #expect(objects.contains(kept))
    }

    @Test func anObjectThatIsAddedAgainIsTheLast() {
        let (first, second) = (ViewDouble(), ViewDouble())
        for object in [first, second, first] { objects.add(object) }
        #expect(
            objects.living.map(ObjectIdentifier.init) == [second, first].map(ObjectIdentifier.init))
        objects.remove(second)
        #expect(objects.living.count == 1)
        #expect(!objects.contains(second))
        withExtendedLifetime(first) {}
    }
}

@Suite struct ExecutorTests {
    @Test func theClosureRunsOnceTheDelayHasRun() {
        let runs = AtomicCounter()
        let countdown = Countdown(delay: 100, frame: 33, from: 1_000) { runs.increment() }
        for number in 1...3 { countdown.tick(at: 1_000 + UInt64(number) * 33) }
        #expect(runs.value == 0)
        for number in 4...9 { countdown.tick(at: 1_000 + UInt64(number) * 33) }
        #expect(runs.value == 1)
    }

    @Test func aStopCountsAsOneFrame() {
        let runs = AtomicCounter()
        let countdown = Countdown(delay: 100, frame: 33, from: 0) { runs.increment() }
        for number in 1...3 { countdown.tick(at: UInt64(number) * 1_000_000) }
        #expect(runs.value == 0)
        countdown.tick(at: 4_000_000)
        #expect(runs.value == 1)
    }

    @MainActor @Test func theClosureRunsOnTheMainThread() async {
        await withCheckedContinuation { continuation in
            Executor.execute(withDelay: 0) {
                MainActor.assumeIsolated { continuation.resume() }
            }
        }
    }
}
