// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBAnalysis

/// Something to judge.
struct JudgingTask {
    /// The process's index.
    let number: Int
    let process: JudgedProcess
    let symbols: FollowedSymbols
    /// Whether nothing comes after.
    let isFinal: Bool

    /// Judges it now.
    func run() -> JudgingResult {
        let start = DispatchTime.now().uptimeNanoseconds
        let report = process.report(with: symbols)
        return JudgingResult(
            number: number, report: report, isFinal: isFinal,
            duration: DispatchTime.now().uptimeNanoseconds - start)
    }
}

/// What was judged.
struct JudgingResult: Sendable {
    let number: Int
    /// Nil when nothing can be said.
    let report: RunReport?
    let isFinal: Bool
    /// In nanoseconds.
    let duration: UInt64
}

/// Judges one task after the other on a thread of its own: to look up functions may take seconds.
///
/// Sendable: the results are guarded by the lock, and each task is run once, on the queue.
final class FindingJudge: @unchecked Sendable {
    private let queue = DispatchQueue(label: "ribleak.watch.judge")
    private let lock = NSLock()
    private var results: [JudgingResult] = []

    func add(_ task: JudgingTask) {
        // The symbols of a process are only used on the queue.
        nonisolated(unsafe) let task = task
        queue.async { [self] in
            let result = task.run()
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
