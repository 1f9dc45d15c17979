// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import Foundation
import Testing

@testable import RIBHeap

/// Threads that run while they are looked for.
@Suite(.serialized) struct ThreadMemoryTests {
    /// A thread that runs without a pause until it is let wait.
    private final class Worker: @unchecked Sendable {
        // Safe: the thread writes `frame` before it signals that it has begun. The flag is atomic.
        private(set) var frame: UInt = 0
        private let mayWait = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        private let hasBegun = DispatchSemaphore(value: 0)
        private let mayEnd = DispatchSemaphore(value: 0)
        private let hasEnded = DispatchSemaphore(value: 0)

        init() {
            mayWait.initialize(to: 0)
            Thread.detachNewThread { [self] in
                var here = 0
                withUnsafeMutablePointer(to: &here) { frame = UInt(bitPattern: $0) }
                hasBegun.signal()
                while ribleak_atomic_load(mayWait) == 0 {}
                mayEnd.wait()
                hasEnded.signal()
            }
            hasBegun.wait()
        }

        deinit { mayWait.deallocate() }

        func letWait() { ribleak_atomic_store(mayWait, 1) }

        func finish() {
            letWait()
            mayEnd.signal()
            hasEnded.wait()
        }
    }

    private func isFound(
        _ worker: Worker, enoughTime: UInt64 = 10_000_000, pause: () -> Void
    ) -> Bool {
        var here = 0
        let threads = withUnsafeMutablePointer(to: &here) {
            ThreadMemory.all(
                memory: GuardedMemory(), maps: ProcessMaps(), ownFrames: UInt(bitPattern: $0),
                enoughTime: enoughTime, pause: pause)
        }
        return threads.contains { $0.regions.contains { $0.contains(worker.frame) } }
    }

    @Test func aThreadOnItsWayToWaitIsWaitedFor() {
        let worker = Worker()
        defer { worker.finish() }
        // However long it runs before, on a machine where others have the processors meanwhile.
        let isFound = isFound(worker, enoughTime: .max) {
            worker.letWait()
            usleep(1_000)
        }
        #expect(isFound)
    }

    @Test func aThreadThatGoesOnRunningIsLeftOut() {
        let worker = Worker()
        defer { worker.finish() }
        #expect(!isFound(worker) { sched_yield() })
        let isFoundOnceItWaits = isFound(worker, enoughTime: .max) {
            worker.letWait()
            usleep(1_000)
        }
        #expect(isFoundOnceItWaits)
    }
}
