// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace

/// Judges a process, or looks up where its subscriptions were made.
typealias JudgingTask = @Sendable () -> JudgingResult

/// What was judged or looked up.
struct JudgingResult: Sendable {
    enum Outcome: Sendable {
        /// Findings, or nil when nothing can be said. After the final ones nothing comes.
        case judged(RunReport?, isFinal: Bool)
        /// Where subscriptions were made.
        case found([StackID: SubscriptionOrigin])
    }

    /// The process's index.
    let number: Int
    let outcome: Outcome
    /// In nanoseconds.
    let duration: UInt64
}

/// Does one task after the other on a thread of its own: to look up functions may take seconds.
///
/// `@unchecked Sendable`: what both sides change is only touched while `condition` is locked.
final class FindingJudge: @unchecked Sendable {
    private let condition = NSCondition()
    private var tasks: [JudgingTask] = []
    private var results: [JudgingResult] = []
    private var isOver = false

    init() {
        Thread.detachNewThread { [self] in
            while let task = next() {
                let result = task()
                condition.withLock { results.append(result) }
            }
        }
    }

    /// Lets the thread end after the task that it is at.
    func end() {
        condition.withLock {
            isOver = true
            condition.signal()
        }
    }

    func add(_ task: @escaping JudgingTask) {
        condition.withLock {
            tasks.append(task)
            condition.signal()
        }
    }

    /// Takes what was judged since the last call.
    func take() -> [JudgingResult] {
        condition.withLock {
            defer { results = [] }
            return results
        }
    }

    private func next() -> JudgingTask? {
        condition.withLock {
            while tasks.isEmpty, !isOver { condition.wait() }
            return isOver ? nil : tasks.removeFirst()
        }
    }
}
