// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import RIBTrace

extension RecordingSession {
    /// Finds out why survivors are alive, with one search for all, and records it.
    ///
    /// Call it after they are judged, and without a lock. It may take seconds, during which the
    /// process may be killed and other threads may judge. Searches of several threads run one after
    /// the other.
    ///
    /// - Parameters:
    ///   - wanted: The survivors to look for.
    ///   - frames: The address at which the recorder's part of the calling thread's stack begins.
    /// - Returns: What the search found.
    @discardableResult
    func recordRetention(
        of wanted: [Expectations.Survivor], frames: UInt?
    ) -> [ObjectID: Retention] {
        guard searchesRetention else { return [:] }
        let wanted = wanted.filter { sample?.contains($0.id) ?? true }
        if wanted.isEmpty { return [:] }
        // The first search sets itself up, which costs, too.
        let start = sample?.budget.begin()
        if sample != nil, start == nil { return [:] }
        defer { if let sample, let start { endCosting(start, of: sample) } }
        // The results are written before another search begins, so that those of two never mix.
        return retainSearch.withSearch { heap in
            search(heap, for: wanted, frames: frames)
        } ?? [:]
    }

    private func search(
        _ heap: HeapSearch, for wanted: [Expectations.Survivor], frames: UInt?
    ) -> [ObjectID: Retention] {
        let open = wanted.filter(isOpen)
        if open.isEmpty { return [:] }
        // Also searches for the others, since paths may lead through them.
        let searched = (open + wanted.filter { !isOpen($0) }).prefix(RetainSearch.mostTargets)
        let roots = retainRoots.all { !expectations.contains($0) }
        let found = heap.explain(
            searched.map(\.address), attachedRouters: roots.map(\.address),
            budget: min(configuration.searchLimit, sample?.budget.timeLeft ?? .max),
            ownFrames: frames, clock: configuration.searchClock)
        let ids = Dictionary(
            searched.map { ($0.address, $0.id) } + roots.map { ($0.address, $0.id) }
        ) { first, _ in first }
        var explained: [ObjectID: Retention] = [:]
        for (survivor, retention) in zip(searched.prefix(open.count), found) {
            guard let retention else { continue }
            explained[survivor.id] = retention
            let quality = ExplanationQuality(retention)
            guard expectations.noteExplanation(quality, of: survivor.id) else { continue }
            record(retention, of: survivor.id, known: ids)
        }
        return explained
    }

    /// Whether it is worth searching for why a survivor is alive. A test's survivor is searched for
    /// until one search has explained it completely. What keeps an app's survivor alive may have
    /// changed, so that one is searched for each time.
    private func isOpen(_ survivor: Expectations.Survivor) -> Bool {
        survivor.scope.isNone || expectations.explanation(of: survivor.id) != .complete
    }

    func record(_ retention: Retention, of object: ObjectID, known: [UInt: ObjectID]) {
        let path =
            steps(retention.steps, of: object, known: known) + [
                .retained(
                    object,
                    RetentionSummary(
                        reason: retention.reason, isPartial: retention.isPartial,
                        steps: UInt32(clamping: retention.steps.count),
                        retainCount: UInt32(clamping: retention.retainCount),
                        seenReferences: UInt32(clamping: retention.seenReferences),
                        dominatedCount: UInt64(clamping: retention.dominatedCount),
                        dominatedBytes: UInt64(clamping: retention.dominatedBytes)))
            ]
        guard let sample else {
            for event in others(of: object, retention.others, known: known) + path { record(event) }
            return
        }
        // A shipped app's budget is for one path of each object.
        guard sample.budget.take(path.reduce(0) { $0 + $1.encodedSize }) else { return }
        for event in path { record(event) }
    }

    /// The events of further paths. They come before that of the first path, which completes them.
    private func others(
        of object: ObjectID, _ others: [Retention.Other], known: [UInt: ObjectID]
    ) -> [TraceEvent] {
        others.enumerated().flatMap { index, other in
            steps(other.steps, of: object, known: known) + [
                .retained(
                    object,
                    RetentionSummary(
                        otherPath: index + 2, reason: other.reason,
                        steps: UInt32(clamping: other.steps.count)))
            ]
        }
    }

    private func steps(
        _ steps: [RetainStep], of object: ObjectID, known: [UInt: ObjectID]
    ) -> [TraceEvent] {
        RetainSearch.shortened(steps).map { .retainStep(of: object, traced($0, known: known)) }
    }

    private func traced(_ step: RetainStep, known: [UInt: ObjectID]) -> RetentionStep {
        var kind = RetentionHolder.object
        var holder = known[step.address] ?? .none
        var text = ""
        var code = StackID.none
        switch step.holder {
        case .object(let type):
            text = type
            code = step.destructor.map { stack(ofCodeAt: [$0]) } ?? .none
        case .closure(let functions):
            kind = .closure
            // The context of a closure that captures only one object is that object itself.
            holder = .none
            code = stack(ofCodeAt: functions)
        case .global(let symbol, _):
            kind = .global
            text = symbol
        case .other(let name):
            kind = .other
            text = name
        }
        return RetentionStep(
            holder: kind, holderText: stringIfAny(text), holderObject: holder,
            code: code, label: stringIfAny(step.label), target: stringIfAny(step.target),
            isInferred: step.isInferred)
    }

    private func stringIfAny(_ text: String) -> StringID { text.isEmpty ? .none : string(text) }
}

/// How well the trace explains why a survivor is alive, the worst first. A later judgement, such as
/// the one at process exit, searches again for those that an earlier search could not explain.
enum ExplanationQuality: Comparable {
    case nothingSeen
    /// A path with an edge that is only inferred, not known from a type.
    case inferred
    /// A path known from types, by a search that ended early.
    case partial
    case complete

    init(_ retention: Retention) {
        if retention.reason == .unseen {
            self = .nothingSeen
        } else if retention.steps.contains(where: { $0.isInferred }) {
            self = .inferred
        } else {
            self = retention.isPartial ? .partial : .complete
        }
    }

    /// Whether an explanation counts after a known one: if it is better, or as good and certain.
    func replaces(_ known: Self?) -> Bool {
        guard let known else { return true }
        return known < self || known == self && self != .inferred
    }
}
