// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs the tests of a suite, which wait for other processes, on threads of their own.
///
/// Swift runs all tests on as many threads as there are processors. A test that waits on one of
/// them leaves a processor idle while others have work.
struct WaitingTests: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        #if os(Linux)
            try await withTaskExecutorPreference(WaitingThreads.shared, operation: function)
        #else
            // Older systems than the tests' have no such executors.
            try await function()
        #endif
    }
}

extension Trait where Self == WaitingTests {
    /// The tests wait for other processes.
    static var waits: Self { Self() }
}

#if os(Linux)
    /// Threads that run the newest job first. So a suite whose tests run in a row goes on
    /// at once, not behind all other tests.
    private final class WaitingThreads: TaskExecutor, @unchecked Sendable {
        /// Enough for their processes to keep two processors at work.
        static let shared = WaitingThreads(count: 3)

        // `@unchecked Sendable` is safe: the jobs are only touched while the condition is locked.
        private let condition = NSCondition()
        private var jobs: [UnownedJob] = []

        private init(count: Int) {
            for _ in 0..<count { Thread.detachNewThread { [self] in run() } }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            condition.withLock {
                jobs.append(job)
                condition.signal()
            }
        }

        private func run() {
            while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
        }

        private func next() -> UnownedJob {
            condition.withLock {
                while jobs.isEmpty { condition.wait() }
                return jobs.removeLast()
            }
        }
    }
#endif
