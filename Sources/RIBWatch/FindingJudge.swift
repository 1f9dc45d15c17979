// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace

/// Something to judge or to look up.
struct JudgingTask {
    enum Work {
        /// Findings. After the final ones nothing comes.
        case judge(JudgedProcess, isFinal: Bool)
        /// Where subscriptions were made.
        case lookUp(AskedOrigins)
    }

    /// The process's index.
    let number: Int
    let work: Work
    let symbols: FollowedSymbols

    /// Does it now.
    func run() -> JudgingResult {
        let start = DispatchTime.now().uptimeNanoseconds
        let outcome: JudgingResult.Outcome =
            switch work {
            case .judge(let process, let isFinal):
                .judged(process.report(with: symbols), isFinal: isFinal)
            case .lookUp(let stacks): .found(stacks.origins(with: symbols))
            }
        return JudgingResult(
            number: number, outcome: outcome,
            duration: DispatchTime.now().uptimeNanoseconds - start)
    }
}

/// What was judged or looked up.
struct JudgingResult: Sendable {
    enum Outcome: Sendable {
        /// Without a report when nothing can be said.
        case judged(RunReport?, isFinal: Bool)
        case found([StackID: SubscriptionOrigin])
    }

    let number: Int
    let outcome: Outcome
    /// In nanoseconds.
    let duration: UInt64
}

/// Does one task after the other on a thread of its own: to look up functions may take seconds.
///
/// One thread, since the symbols of a process may only be used by one.
///
/// `@unchecked Sendable`: what both sides change is only touched while `condition` is locked.
final class FindingJudge: @unchecked Sendable {
    private let condition = NSCondition()
    private var tasks: [JudgingTask] = []
    private var results: [JudgingResult] = []
    private var isOver = false

    init() {
        let work = Work(judge: self)
        Thread.detachNewThread { work.run() }
    }

    /// Lets the thread end after the task that it is at.
    func end() {
        condition.withLock {
            isOver = true
            condition.signal()
        }
    }

    func add(_ task: JudgingTask) {
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

    /// What the thread does. The symbols of a process are only used on it.
    private struct Work: Sendable {
        let judge: FindingJudge

        func run() {
            while let task = judge.next() {
                let result = task.run()
                judge.condition.withLock { judge.results.append(result) }
            }
        }
    }

    private func next() -> JudgingTask? {
        condition.withLock {
            while tasks.isEmpty, !isOver { condition.wait() }
            return isOver ? nil : tasks.removeFirst()
        }
    }
}
