// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Dispatch
    import RIBTrace
    import XCTest

    @testable import RIBRecorder

    /// What waits in the main queue, while the main thread serves it with a run loop. Swift Testing serves
    /// it otherwise.
    final class OwnMainQueueWorkTests: XCTestCase {
        func testWhatTheRecorderLetsGoThereIsNoWorkOfTheHosts() throws {
            let now = AtomicCounter(5_000_000_000)
            let recording = try Recording {
                $0.ticks = false
                $0.clock = { now.value }
            }
            let expectations = try XCTUnwrap(recording.recorder.session).expectations
            _ = MainQueueDrain.drainOnce()
            XCTAssertFalse(MainQueue.waits)
            // It does not say when it is freed, so a look at it holds it.
            let kept = Thing()
            let id = recording.recorder.objectCreated(.object, type: Thing.self)
            recording.recorder.expectDeallocation(of: kept, id: id)
            expectations.mainQueueRan(upTo: .max)
            let overdue = (0..<15).flatMap { _ in
                expectations.tick(at: now.add(100_000_000)).survivors.map(\.id)
            }
            XCTAssertEqual(overdue, [id])
            XCTAssertFalse(MainQueue.waits)
            DispatchQueue.main.async {}
            XCTAssertTrue(MainQueue.waits)
            withExtendedLifetime(kept) { _ = MainQueueDrain.drainOnce() }
        }
    }
#endif
