// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

/// Looking at what should be freed, while its owner frees it.
@Suite struct LookingTests {
    /// An object as the base classes are: its `deinit` says that it is freed.
    private final class Reporting {
        let recorder: Recorder
        let id: ObjectID
        let onDeinit: () -> Void

        init(_ recorder: Recorder, _ onDeinit: @escaping () -> Void) {
            self.recorder = recorder
            self.onDeinit = onDeinit
            id = recorder.objectCreated(.router, type: Reporting.self)
        }

        deinit {
            onDeinit()
            recorder.objectDestroyed(id)
        }
    }

    @Test func anObjectThatSaysItIsFreedIsFreedByItsOwnerWhoeverLooks() throws {
        let recording = try Recording()
        let session = try #require(recording.recorder.session)
        let isOver = AtomicCounter()
        let hasLooked = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while isOver.value == 0 {
                _ = session.expectations.survivors(at: 1)
                hasLooked.signal()
            }
            isDone.signal()
        }
        hasLooked.wait()

        let owner = pthread_self()
        var (freed, strangers) = (0, 0)
        for _ in 1...2_000 {
            let objects = (1...4).map { _ in
                Reporting(recording.recorder) {
                    freed += 1
                    if pthread_equal(owner, pthread_self()) == 0 { strangers += 1 }
                }
            }
            for object in objects {
                recording.recorder.expectDeallocation(of: object, id: object.id, isReporting: true)
            }
        }
        isOver.value = 1
        isDone.wait()
        #expect(freed == 8_000)
        #expect(strangers == 0)
        #expect(session.expectations.survivors(at: 1).isEmpty)
    }
}
