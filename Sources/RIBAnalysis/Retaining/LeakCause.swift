// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One instance of an edge that keeps leaked objects alive. All that it keeps alive is one finding.
struct LeakCause: Hashable {
    /// What is the same whenever an edge is found again.
    struct Edge: Hashable {
        private let kind: RetentionHolder
        fileprivate let object: ObjectID
        private let holder: StringID
        private let code: StackID
        private var label: String

        fileprivate init(_ step: RetainPathDraft.Step, label: String) {
            kind = step.traced.holder
            object = step.traced.holderObject
            holder = step.traced.holderText
            code = kind == .closure ? step.traced.code : .none
            self.label = label
        }

        /// What one change of the code cuts, whichever object holds the edge.
        init(cutAt step: RetainPathDraft.Step) {
            kind = step.traced.holder
            object = .none
            holder = step.traced.holderText
            code = kind == .closure ? step.traced.code : .none
            label = kind == .closure ? "" : StableName.withoutNumbers(step.label)
        }

        /// The edge without the place in a collection.
        fileprivate var withoutPlace: Edge {
            var edge = self
            edge.label = StableName.withoutNumbers(label)
            return edge
        }
    }

    private let scope: ScopeID
    /// The path to the edge from the last recorded object before it, or from the root. It is the
    /// same for everything that the edge keeps alive.
    private let way: [Edge]
    /// True when no other object can have the same path.
    private let isOfOneObject: Bool
    /// The router of the RIB that the cause is limited to; none for all RIBs.
    private let rib: ObjectID

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
        var isExact = Self.isExact(step) && (path.isWhole || !step.traced.holderObject.isNone)
        for step in before.reversed() {
            guard let last = way.last, last.object.isNone else { break }
            way.append(Edge(step, label: step.label))
            isExact = isExact && Self.isExact(step)
        }
        self.way = way
        isOfOneObject = isExact
        rib = .none
    }

    /// The same code as the cause of all that it keeps of one RIB, at whichever places of a
    /// collection.
    private init(_ cause: LeakCause, ofRIB rib: ObjectID) {
        scope = cause.scope
        way = cause.way.map(\.withoutPlace)
        isOfOneObject = false
        self.rib = rib
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
        let ofOneEdge = merged(resolved) { draft in draft.cause(with: symbols) }
        let ofOneRIB = merged(ofOneEdge) { draft in
            draft.rib.flatMap { rib in
                draft.cause(with: symbols).map { LeakCause($0, ofRIB: rib) }
            }
        }
        return withHolders(withOneCut(ofOneRIB, symbols), symbols)
    }

    private static func merged(
        _ drafts: [LeakDraft], by cause: (LeakDraft) -> LeakCause?
    ) -> [LeakDraft] {
        var places: [LeakCause: [Int]] = [:]
        var merged: [LeakDraft] = []
        for draft in drafts {
            guard let cause = cause(draft) else {
                merged.append(draft)
                continue
            }
            // Several closures made in one place can each keep an object of the same type.
            let place = places[cause, default: []].first {
                cause.isOfOneObject || !merged[$0].types.contains(draft.subject.type)
            }
            guard let place else {
                places[cause, default: []].append(merged.count)
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

    /// Merges drafts about cycles that the suspect edge of another one cuts as well.
    private static func withOneCut(
        _ drafts: [LeakDraft], _ symbols: Symbolication
    ) -> [LeakDraft] {
        var left = drafts.map(Optional.some)
        // A look at each draft for each other one would take minutes where thousands leak.
        var cutting: [LeakCause: [Int]] = [:]
        func note(_ draft: LeakDraft, at index: Int) {
            for cut in draft.cuts { cutting[cut, default: []].append(index) }
        }
        for (index, draft) in drafts.enumerated() { note(draft, at: index) }
        for index in drafts.indices.reversed() {
            guard let draft = left[index] else { continue }
            let candidates = draft.edgesOfCycle.flatMap { cutting[$0] ?? [] }
            let cut = Set(candidates).subtracting([index]).sorted().first {
                left[$0]?.cutsCycle(of: draft, with: symbols) ?? false
            }
            guard let cut, var other = left[cut] else { continue }
            left[index] = nil
            other.takeOver(draft)
            left[cut] = other
            note(other, at: cut)
        }
        return left.compactMap(\.self)
    }

    /// An edge of a leak of one scope.
    init(_ step: RetainPathDraft.Step, in scope: ScopeID) {
        self.scope = scope
        way = [Edge(step, label: step.label)]
        isOfOneObject = true
        rib = .none
    }

    /// Merges drafts about objects held by an object that was not shared into the draft about that
    /// object, since it is the cause.
    private static func withHolders(
        _ drafts: [LeakDraft], _ symbols: Symbolication
    ) -> [LeakDraft] {
        var left = drafts.map(Optional.some)
        let holders = Set(drafts.compactMap(\.heldBy))
        var about: [ObjectID: [Int]] = [:]
        func note(_ draft: LeakDraft, at index: Int) {
            for object in draft.objects.intersection(holders) {
                about[object, default: []].append(index)
            }
        }
        for (index, draft) in drafts.enumerated() { note(draft, at: index) }
        for index in drafts.indices.reversed() {
            guard let draft = left[index], let holder = draft.heldBy else { continue }
            let cause = about[holder]?.filter { $0 != index }.sorted().first {
                left[$0]?.isShown(by: symbols) ?? false
            }
            guard let cause else { continue }
            left[index] = nil
            left[cause]?.absorb(draft)
            note(draft, at: cause)
        }
        return left.compactMap(\.self)
    }
}
