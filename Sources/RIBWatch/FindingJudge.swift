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

/// Does one task after the other beside the watcher's thread: to look up functions may take seconds.
///
/// `@unchecked Sendable`: what both sides change is only touched while `lock` is held.
final class FindingJudge: @unchecked Sendable {
    private let queue = DispatchQueue(label: "ribleak.watch.judge")
    private let lock = NSLock()
    private var results: [JudgingResult] = []
    private var isOver = false

    /// Leaves out the tasks that have not begun.
    func end() { lock.withLock { isOver = true } }

    func add(_ task: @escaping JudgingTask) {
        queue.async { [self] in
            if lock.withLock({ isOver }) { return }
            let result = task()
            lock.withLock { results.append(result) }
        }
    }

    /// Takes what was judged since the last call.
    func take() -> [JudgingResult] {
        lock.withLock {
            defer { results = [] }
            return results
        }
    }
}
