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
    /// - Parameter frames: The address at which the recorder's part of the calling thread's stack
    ///   begins.
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
        survivor.scope.isNone || expectations.read(survivor.id) { $0.explanation } != .complete
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
        // A shipped app's budget is for one path of each object.
        if let sample, !sample.budget.take(path.reduce(0) { $0 + $1.encodedSize }) { return }
        let others = sample == nil ? retention.others : []
        // Further paths come before the first one, which completes them.
        let events = others.enumerated().flatMap { index, other in
            let summary = RetentionSummary(
                otherPath: index + 2, reason: other.reason,
                steps: UInt32(clamping: other.steps.count))
            return steps(other.steps, of: object, known: known) + [.retained(object, summary)]
        }
        for event in events + path { record(event) }
    }

    private func steps(
        _ steps: [RetainStep], of object: ObjectID, known: [UInt: ObjectID]
    ) -> [TraceEvent] {
        RetainSearch.shortened(steps).map { .retainStep(of: object, traced($0, known: known)) }
    }

    private func traced(_ step: RetainStep, known: [UInt: ObjectID]) -> RetentionStep {
        let (kind, text, code): (RetentionHolder, String, [UInt]) =
            switch step.holder {
            case .object(let type): (.object, type, step.destructor.map { [$0] } ?? [])
            case .closure(let functions): (.closure, "", functions)
            case .global(let symbol, _): (.global, symbol, [])
            case .other(let name): (.other, name, [])
            }
        // The context of a closure that captures only one object is that object itself.
        let holder = kind == .closure ? nil : known[step.address]
        let stack = code.isEmpty ? .none : stack(ofCodeAt: code)
        return RetentionStep(
            holder: kind, holderText: stringIfAny(text), holderObject: holder ?? .none,
            code: stack, label: stringIfAny(step.label), target: stringIfAny(step.target),
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
