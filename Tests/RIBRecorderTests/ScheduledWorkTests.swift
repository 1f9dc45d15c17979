#if os(Linux)
    import CRIBShims
    import Foundation
    import RIBTrace
    import XCTest

    @testable import RIBRecorder

    /// What may still happen in a process; XCTest runs one test at a time and nothing beside it.
    final class ScheduledWorkTests: XCTestCase {
        private static let second: UInt64 = 1_000_000_000

        /// Looked at until it is that: the workers of earlier tests may be on their way to sleep.
        private func assertBecomes(
            _ expected: ribleak_work, within limit: UInt64 = ScheduledWorkTests.second,
            file: StaticString = #filePath, line: UInt = #line
        ) {
            var found = expected
            for _ in 0..<10_000 {
                found = ribleak_work_scheduled(limit)
                if found == expected { return }
                MainQueueDrain.serveBriefly()
            }
            XCTAssertEqual(found, expected, file: file, line: line)
        }

        func testInAProcessThatWaitsForThisThreadNothingIsScheduled() {
            XCTAssertTrue(MainQueueDrain.drainOnce())
            assertBecomes(RIBLEAK_WORK_NONE)
        }

        func testAThreadThatSleepsForATimeIsAtWork() {
            let isOver = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while isOver.wait(timeout: .now()) == .timedOut {
                    Thread.sleep(forTimeInterval: 0.01)
                }
            }
            XCTAssertEqual(ribleak_work_scheduled(Self.second), RIBLEAK_WORK_DUE)
            isOver.signal()
            assertBecomes(RIBLEAK_WORK_NONE)
        }

        func testAThreadThatWaitsForAnotherIsNot() {
            let isOver = DispatchSemaphore(value: 0)
            Thread.detachNewThread { isOver.wait() }
            assertBecomes(RIBLEAK_WORK_NONE)
            isOver.signal()
        }

        func testATimerCountsThatIsDueInTime() {
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now() + .seconds(100))
            timer.activate()
            assertBecomes(RIBLEAK_WORK_DUE, within: 200 * Self.second)
            timer.cancel()
            assertBecomes(RIBLEAK_WORK_NONE, within: 200 * Self.second)
        }

        func testABlockOnTheMainQueueIsScheduled() {
            assertBecomes(RIBLEAK_WORK_NONE)
            DispatchQueue.main.async {}
            XCTAssertEqual(ribleak_work_scheduled(Self.second), RIBLEAK_WORK_DUE)
            XCTAssertTrue(MainQueueDrain.drainOnce())
        }

        func testWhatNothingIsLeftToLetGoIsJudgedWithoutWaiting() throws {
            // Who waited would do so for an hour.
            let recording = try Recording { $0.patience = 3_600 * Self.second }
            let scope = recording.recorder.beginScope("test", runsAlone: true)
            let kept = NSObject()
            let id = recording.recorder.objectCreated(.router, type: NSObject.self)
            recording.recorder.expectDeallocation(of: kept, id: id)
            XCTAssertEqual(recording.recorder.endScope(scope).survivors, 1)
        }

        func testWhatIsThereByRightIsNotWaitedForWhateverIsScheduled() throws {
            let recording = try Recording { $0.patience = 3_600 * Self.second }
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now(), repeating: .milliseconds(1))
            timer.activate()
            defer { timer.cancel() }
            let scope = recording.recorder.beginScope("test", runsAlone: true)
            let kept = NSObject()
            let id = recording.recorder.objectCreated(.router, type: NSObject.self)
            recording.recorder.expectDeallocation(of: kept, id: id)
            let judgement = recording.recorder.endScope(scope) { _ in false }
            XCTAssertFalse(judgement.isSuspicious)
        }
    }
#endif
