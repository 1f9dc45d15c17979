// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace

/// What a report on a followed process would judge, at one moment.
///
/// `@unchecked Sendable`: its models keep memory in classes, which copies share only until one of
/// them changes. That one makes a copy of its own first, and nobody changes this one.
struct JudgedProcess: @unchecked Sendable {
    let process: AnalyzedProcess
    let doubt: OrderDoubt

    /// The report, without findings that depend on the order of late events.
    ///
    /// - Returns: Nil when all of them may.
    /// - Complexity: O(what is in memory), and what it takes to look up functions that are new.
    func report(with symbols: FollowedSymbols) -> RunReport? {
        guard let ignored = doubt.ignored(in: process) else { return nil }
        return Analysis.report(on: [process], scope: nil, ignoring: ignored) {
            symbols.symbolicate($0)
        }
    }
}

/// The functions of a followed process that were looked up so far.
///
/// `@unchecked Sendable`: `known` is only touched while `lock` is held.
final class FollowedSymbols: @unchecked Sendable {
    private var known = Symbolication()
    private let lock = NSLock()
    private let symbolizer: any Symbolizing

    init(symbolizer: any Symbolizing) { self.symbolizer = symbolizer }

    func symbolicate(_ asked: [SymbolRequest]) -> Symbolication {
        lock.withLock {
            // What is kept beside the trace is not looked up, and the rest is kept there.
            if let request = asked.first {
                known.add(request.addresses) {
                    symbolizer.symbolicate([SymbolRequest(trace: request.trace, addresses: $0)])
                }
            }
            return known
        }
    }
}

extension TraceEvent {
    /// The owner that it gives to a subscription; nil for any other event.
    fileprivate var newOwner: ObjectID? {
        switch self {
        case .subscribed(_, let owner, _, _, _, _, _), .subscriptionOwned(_, let owner, _, _): owner
        default: nil
        }
    }
}

/// What is uncertain because events were read out of order.
///
/// An event that is written long after its time, by a thread that was stopped, is read after later
/// ones. The state of its object may be wrong then, and a report, which reads in order, might find
/// nothing. So all that was found about the object, or about one below it, is left to the report.
struct OrderDoubt {
    private(set) var objects: Set<ObjectID> = []
    private var isGeneral = false

    /// If there are more, the order is no exception.
    private static let most = 1_024
    /// No real tree is deeper.
    private static let mostSteps = 256

    /// - Parameter event: A late one.
    mutating func note(_ event: TraceEvent, in model: TraceModel) {
        if let id = event.subscription {
            // Whose it was, and whose it is from then on.
            model.subscriptions.records[id].map { _ = objects.insert($0.owner) }
            event.newOwner.map { _ = objects.insert($0) }
        } else if let id = event.object {
            objects.insert(id)
        } else if case .budgetSpent = event {
            // No finding depends on when that was.
        } else {
            isGeneral = true
        }
        if objects.count > Self.most { isGeneral = true }
    }

    /// The objects that must get no findings; nil when there must be none at all.
    func ignored(in process: AnalyzedProcess) -> Set<ObjectID>? {
        if isGeneral { return nil }
        if objects.isEmpty { return [] }
        var ignored = objects
        for draft in process.drafts(in: nil) {
            let subjects = draft.leak?.objects ?? [draft.subject.object]
            if subjects.contains(where: { isDoubtful($0, in: process.model.tree) }) {
                ignored.formUnion(subjects)
            }
        }
        return ignored
    }

    /// Whether the place of an object depends on a late event.
    private func isDoubtful(_ id: ObjectID, in tree: TreeModel) -> Bool {
        var pending = [id]
        var seen: Set<ObjectID> = [id]
        while let next = pending.popLast(), seen.count < Self.mostSteps {
            if objects.contains(next) { return true }
            let above = tree.owners(of: next) + [tree.nodes[next]?.lastParent ?? .none]
            for id in above where !id.isNone && seen.insert(id).inserted { pending.append(id) }
        }
        // More are not looked at, and so not trusted.
        return seen.count >= Self.mostSteps
    }
}

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

/// Does one task after the other, beside the watcher's thread. To look up functions may take
/// seconds.
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
