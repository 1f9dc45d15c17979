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
        return searches.withLock { _ in
            guard let sample else { return search(for: wanted, frames: frames) }
            guard let start = sample.budget.begin() else { return [:] }
            defer { endCosting(start, of: sample) }
            return search(for: wanted, frames: frames)
        }
    }

    private func search(
        for wanted: [Expectations.Survivor], frames: UInt?
    ) -> [ObjectID: Retention] {
        let open = wanted.filter(isOpen)
        if open.isEmpty { return [:] }
        // Also searches for the others, since paths may lead through them.
        let searched = (open + wanted.filter { !isOpen($0) }).prefix(RetainSearch.mostTargets)
        let roots = retainRoots.all { !expectations.contains($0) }
        let found = retainSearch.explain(
            searched.map(\.address), from: roots.map(\.address),
            within: min(configuration.searchLimit, sample?.budget.timeLeft ?? .max),
            frames: frames, clock: configuration.searchClock)
        let ids = Dictionary(
            searched.map { ($0.address, $0.id) } + roots.map { ($0.address, $0.id) }
        ) { first, _ in first }
        var explained: [ObjectID: Retention] = [:]
        for (survivor, retention) in zip(searched.prefix(open.count), found) {
            guard let retention else { continue }
            explained[survivor.id] = retention
            guard retentions.replace(with: retention, of: survivor.id) else { continue }
            record(retention, of: survivor.id, known: ids)
        }
        retentions.sweep { !expectations.contains($0) }
        return explained
    }

    /// Whether it is worth searching for why a survivor is alive. A test's survivor is searched for
    /// until one search has explained it completely. What keeps an app's survivor alive may have
    /// changed, so that one is searched for each time.
    private func isOpen(_ survivor: Expectations.Survivor) -> Bool {
        survivor.scope.isNone || !retentions.isComplete(survivor.id)
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

/// How well the trace explains each survivor so far. A later judgement, such as the one at process
/// exit, searches again for those that an earlier search could not explain.
final class WrittenRetentions: Sendable {
    /// How good an explanation is, the worst first.
    private enum Quality: Int, Comparable {
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

        static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
    }

    private let state = Protected((qualities: [ObjectID: Quality](), sweepAt: 64))

    /// Whether a complete search has found a path to a survivor that is known from types.
    func isComplete(_ survivor: ObjectID) -> Bool {
        state.withLock { $0.qualities[survivor] } == .complete
    }

    /// Notes a new explanation of a survivor.
    ///
    /// - Returns: False if the known explanation is better, or equally uncertain.
    func replace(with retention: Retention, of survivor: ObjectID) -> Bool {
        let quality = Quality(retention)
        return state.withLock { state in
            if let known = state.qualities[survivor] {
                guard known < quality || known == quality && quality != .inferred else {
                    return false
                }
            }
            state.qualities[survivor] = quality
            return true
        }
    }

    /// Forgets survivors that were freed, once there are many.
    func sweep(where isGone: (ObjectID) -> Bool) {
        state.withLock { state in
            guard state.qualities.count >= state.sweepAt else { return }
            state.qualities = state.qualities.filter { !isGone($0.key) }
            state.sweepAt = max(64, state.qualities.count * 2)
        }
    }
}
