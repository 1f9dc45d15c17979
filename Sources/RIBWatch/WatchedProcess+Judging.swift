// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace

extension WatchedProcess {
    /// How far the findings of a process are judged, and the places of its subscriptions known.
    struct Judging {
        var isJudging = false
        var nextJudgement: WatchMoment?
        /// The leaked objects that were judged.
        var judged: Set<ObjectID> = []
        /// How many events were seen that may change findings.
        var seenEvents: UInt64 = 0
        /// When the first and the last of them came that was not judged.
        var unjudged: (first: WatchMoment, last: WatchMoment)?
        /// Whether stacks of subscriptions are looked up now.
        var isLookingUp = false
        var nextLookUp: WatchMoment?

        /// Of the time of a judgement, how often it passes before the next one.
        static let rest: UInt64 = 10
        /// How long nothing must come that changes findings: a judgement takes several events.
        static let pause: UInt64 = 100_000_000
        /// How long it may come without a pause.
        static let longestDelay: UInt64 = 1_000_000_000
        /// How long the recorder may search for what keeps an object alive. Without that, it is
        /// another finding.
        static let longestSearch: UInt64 = 3_000_000_000
    }

    /// What to judge and look up now, in this order. The watcher asks at each poll and has
    /// the tasks run on another thread; `note` takes what they give.
    func takeTasks(now: WatchMoment) -> [JudgingTask] {
        if model.judgingEvents != judging.seenEvents {
            judging.unjudged = (judging.unjudged?.first ?? now, now)
        }
        judging.seenEvents = model.judgingEvents
        // Nothing more comes, and the last findings were not given. Before that, while more waits
        // to be read, findings would be those of a state that is past.
        let isFinal = ending != nil && end == nil
        guard !judging.isJudging, isFinal || !isBehind && isDueToJudge(now) else {
            return takeLookUp(now, isFinal: false)
        }
        let judgement = takeJudgement(isFinal: isFinal)
        let lookUp = takeLookUp(now, isFinal: isFinal)
        // Findings do not wait for the list of subscriptions, but nothing comes after the last
        // ones.
        return isFinal ? lookUp + [judgement] : [judgement] + lookUp
    }

    private func isDueToJudge(_ now: WatchMoment) -> Bool {
        guard let unjudged = judging.unjudged, end == nil,
            judging.nextJudgement.map({ $0 <= now }) ?? true
        else { return false }
        let waited = now.since(unjudged.first)
        if waited < Judging.longestSearch, awaitsPaths { return false }
        return now.since(unjudged.last) >= Judging.pause || waited >= Judging.longestDelay
    }

    /// Whether a search for what keeps a newly leaked object alive may still be under way.
    private var awaitsPaths: Bool {
        trace.metadata.level == .full
            && model.leaks.culprits.contains {
                !judging.judged.contains($0) && model.retentions[$0] == nil
                    && !model.tree.isFreed($0)
            }
    }

    private func takeJudgement(isFinal: Bool) -> JudgingTask {
        (judging.isJudging, judging.unjudged) = (true, nil)
        judging.judged = model.leaks.culprits
        let process = AnalyzedProcess(
            trace.folder, trace.metadata, model, discarded: trace.discarded,
            endings: trace.damages, isOver: ending != nil, isOrdered: lateEvents == 0)
        let judged = JudgedProcess(process: process, doubt: doubt)
        return task { [symbols] in .judged(judged.report(with: symbols), isFinal: isFinal) }
    }

    /// What finds where the subscriptions were made that are listed.
    private func takeLookUp(_ now: WatchMoment, isFinal: Bool) -> [JudgingTask] {
        let isDue =
            !judging.isLookingUp && !isBehind && judging.nextLookUp.map { $0 <= now } ?? true
        guard isFinal || isDue, let stacks = subscriptions?.takeStacks(model.definitions),
            !stacks.isEmpty
        else { return [] }
        judging.isLookingUp = true
        return [
            task { [symbols, trace = facts.trace] in
                let addresses = Set(stacks.values.flatMap(\.addresses))
                let found = symbols.symbolicate([SymbolRequest(trace: trace, addresses: addresses)])
                return .found(stacks.mapValues { SubscriptionOrigin(of: $0, in: found) })
            }
        ]
    }

    private func task(_ work: @escaping @Sendable () -> JudgingResult.Outcome) -> JudgingTask {
        { [number] in
            let start = WatchMoment.now
            let outcome = work()
            return JudgingResult(
                number: number, outcome: outcome, duration: WatchMoment.now.since(start))
        }
    }

    /// Takes over what was judged or looked up.
    func note(_ result: JudgingResult, now: WatchMoment) -> [WatchChange] {
        let next = WatchMoment(nanoseconds: now.nanoseconds &+ result.duration &* Judging.rest)
        switch result.outcome {
        case .judged(let report, let isFinal):
            (judging.isJudging, judging.nextJudgement) = (false, next)
            let changes = take(report)
            guard isFinal, let ending else { return changes }
            end = ending
            return changes + subscriptionChanges(isLast: true) + [.processEnded(number, ending)]
        case .found(let origins):
            (judging.isLookingUp, judging.nextLookUp) = (false, next)
            subscriptions?.note(origins)
            return ending == nil ? subscriptionChanges(isLast: false) : []
        }
    }

    private func take(_ report: RunReport?) -> [WatchChange] {
        guard let report else { return [] }
        let isOther = report.findings != findings
        (findings, summary, caveats) = (report.findings, report.summary, report.caveats)
        return isOther ? [.findings(process: number, findings)] : []
    }

    /// What became known about subscriptions since the last call.
    ///
    /// - Parameter isLast: True when no event comes after, to look at all again.
    func subscriptionChanges(isLast: Bool) -> [WatchChange] {
        let dropped = max(trace.discarded, model.dropped.values.reduce(0, &+))
        let isComplete = lateEvents == 0 && dropped == 0 && trace.damages.isEmpty
        let update = subscriptions?.takeUpdate(
            in: model, trace.metadata, isComplete: isComplete, isLast: isLast)
        return update.map { [.subscriptions(process: number, $0)] } ?? []
    }
}
