// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One instance of an edge that keeps leaked objects alive. All that it keeps alive is one finding.
struct LeakCause: Hashable {
    /// What is the same whenever an edge is found again.
    struct Edge: Hashable {
        private let kind: RetentionHolder
        fileprivate private(set) var object: ObjectID
        private let holder: StringID
        private let code: StackID
        fileprivate var label: String

        /// - Parameter label: Of the step, by default.
        init(_ step: RetainPathDraft.Step, label: String? = nil) {
            kind = step.traced.holder
            object = step.traced.holderObject
            holder = step.traced.holderText
            code = kind == .closure ? step.traced.code : .none
            self.label = label ?? step.label
        }

        /// What one change of the code cuts, whichever object holds the edge. By it, the holders of
        /// one object are told apart.
        init(cutAt step: RetainPathDraft.Step) {
            let isClosure = step.traced.holder == .closure
            self.init(step, label: isClosure ? "" : StableName.withoutNumbers(step.label))
            object = .none
        }
    }

    private let scope: ScopeID
    /// The path to the edge from the last recorded object before it, or from the root. It is the
    /// same for everything that the edge keeps alive.
    private var way: [Edge]
    /// True when no other object can have the same path.
    private var isOfOneObject: Bool
    /// The router of the RIB that the cause is limited to; none for all RIBs.
    private var rib = ObjectID.none

    /// - Returns: Nil when no edge is known for certain.
    init?(scope: ScopeID, path: RetainPathDraft) {
        guard let suspect = path.suspects.first, !path.steps[suspect].traced.isInferred else {
            return nil
        }
        self.scope = scope
        // In a cycle, the step before the first is the last.
        let before =
            path.summary.reason == .cycle
            ? path.steps[(suspect + 1)...] + path.steps[..<suspect] : path.steps[..<suspect]
        let step = path.steps[suspect]
        var way = [Edge(step, label: Self.property(step))]
        // Where steps were left out, only a recorded holder is known to be the same one.
        var isExact = Self.isExact(step) && (path.isWhole || !step.traced.holderObject.isNone)
        for step in before.reversed() {
            guard let last = way.last, last.object.isNone else { break }
            way.append(Edge(step))
            isExact = isExact && Self.isExact(step)
        }
        self.way = way
        isOfOneObject = isExact
    }

    /// An edge of a cycle. `folded` looks for leaks with a suspect edge on another one's cycle.
    init(_ step: RetainPathDraft.Step, in scope: ScopeID) {
        (self.scope, way, isOfOneObject) = (scope, [Edge(step)], true)
    }

    /// The same code as the cause of all that it keeps of one RIB, at whichever places of a
    /// collection.
    private func limited(to rib: ObjectID) -> LeakCause {
        var cause = self
        for index in way.indices {
            cause.way[index].label = StableName.withoutNumbers(way[index].label)
        }
        (cause.isOfOneObject, cause.rib) = (false, rib)
        return cause
    }

    /// The part of the edge that one change of the code fixes. That is a closure with all its
    /// captures, a component with all it made, or an element of a collection. It can also be a
    /// property with everything in its enum or struct.
    private static func property(_ step: RetainPathDraft.Step) -> String {
        if step.traced.holder == .closure || step.holderPart == .component { return "" }
        guard let end = step.label.lastIndex(of: "]") else {
            return String(step.label.prefix { $0 != "." })
        }
        return String(step.label[...end])
    }

    /// True for a step that leads to one object. Several closures, or library objects, look alike.
    private static func isExact(_ step: RetainPathDraft.Step) -> Bool {
        switch step.traced.holder {
        case .object: !step.traced.isInferred && !step.isOfLibraries
        case .global: !step.traced.isInferred
        case .closure, .other: false
        }
    }

    /// Merges the drafts with the same cause into one, about the object nearest to the edge.
    ///
    /// This alone decides what is one finding. Different RIBs in one collection stay apart, since
    /// each can be known or suppressed on its own.
    static func folded(_ drafts: [LeakDraft], with symbols: Symbolication) -> [LeakDraft] {
        let resolved = drafts.map { $0.resolved(with: symbols) }
        let ofOneEdge = merged(resolved) { $0.cause(with: symbols) }
        let ofOneRIB = merged(ofOneEdge) { draft in
            draft.rib.flatMap { draft.cause(with: symbols)?.limited(to: $0) }
        }
        // The suspect edge of one draft may also cut the cycle of another one.
        let ofOneCut = given(
            ofOneRIB, takenBy: \.cuts, of: \.edgesOfCycle
        ) { $0.takingOver($1, with: symbols) }
        // An object that was not shared is the cause of all that it holds.
        let holders = Set(ofOneCut.compactMap(\.heldBy))
        return given(
            ofOneCut, takenBy: { Array($0.objects.intersection(holders)) },
            of: { $0.heldBy.map { [$0] } ?? [] },
            by: { holder, held in
                guard holder.isShown(by: symbols) else { return nil }
                var holder = holder
                holder.absorb(held)
                return holder
            })
    }

    private static func merged(
        _ drafts: [LeakDraft], by cause: (LeakDraft) -> LeakCause?
    ) -> [LeakDraft] {
        var places: [LeakCause: [Int]] = [:]
        var merged: [LeakDraft] = []
        for draft in drafts {
            let cause = cause(draft)
            // Several closures made in one place can each keep an object of the same type.
            let place = cause.flatMap { places[$0] }?.first {
                cause?.isOfOneObject == true || !merged[$0].types.contains(draft.subject.type)
            }
            guard let cause, let place else {
                cause.map { places[$0, default: []].append(merged.count) }
                merged.append(draft)
                continue
            }
            var (near, far) = (merged[place], draft)
            if far.distance < near.distance { swap(&near, &far) }
            near.absorb(far)
            near.noteKept(far, apart: !cause.rib.isNone)
            merged[place] = near
        }
        return merged
    }

    /// Gives each draft to another one that takes it, the last drafts first.
    ///
    /// - Parameters:
    ///   - takers: What a draft takes others by.
    ///   - wanted: What another one must take it by.
    ///   - take: The first draft with the second one; nil where it does not take that.
    private static func given<Key: Hashable>(
        _ drafts: [LeakDraft], takenBy takers: (LeakDraft) -> [Key],
        of wanted: (LeakDraft) -> [Key], by take: (LeakDraft, LeakDraft) -> LeakDraft?
    ) -> [LeakDraft] {
        var left = drafts.map(Optional.some)
        // A look at each draft for each other one would take minutes where thousands leak.
        var places: [Key: [Int]] = [:]
        func note(_ draft: LeakDraft, at index: Int) {
            for key in takers(draft) { places[key, default: []].append(index) }
        }
        for (index, draft) in drafts.enumerated() { note(draft, at: index) }
        for index in drafts.indices.reversed() {
            guard let draft = left[index] else { continue }
            let others = Set(wanted(draft).flatMap { places[$0] ?? [] }).subtracting([index])
            for other in others.sorted() {
                guard let taker = left[other].flatMap({ take($0, draft) }) else { continue }
                (left[index], left[other]) = (nil, taker)
                note(draft, at: other)
                break
            }
        }
        return left.compactMap(\.self)
    }
}
