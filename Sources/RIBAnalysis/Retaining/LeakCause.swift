// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The edge that keeps leaked objects alive, as an instance: what it keeps alive is one finding.
struct LeakCause: Hashable {
    private struct Edge: Hashable {
        let object: ObjectID
        let holder: StringID
        let code: StackID
        let label: String

        init(_ step: RetainPathDraft.Step, label: String) {
            object = step.traced.holderObject
            holder = step.traced.holderText
            code = step.traced.holder == .closure ? step.traced.code : .none
            self.label = label
        }
    }

    private let scope: ScopeID
    /// The way to the edge from the last recorded object before it, or from the root; it is the same for
    /// all that the edge keeps alive.
    private let way: [Edge]
    /// True when no other object has the same way.
    private let isOfOneObject: Bool

    /// - Returns: Nil where no edge is known for certain.
    init?(scope: ScopeID, path: RetainPathDraft, with symbols: Symbolication) {
        guard let suspect = SuspectEdge(on: path, with: symbols),
            !path.steps[suspect.index].traced.isInferred
        else { return nil }
        self.scope = scope
        // In a cycle, what is before the first step is the last one.
        let before =
            path.summary.reason == .cycle
            ? path.steps[(suspect.index + 1)...] + path.steps[..<suspect.index]
            : path.steps[..<suspect.index]
        let step = path.steps[suspect.index]
        var way = [Edge(step, label: Self.property(step))]
        var isExact =
            Self.isExact(step, symbols) && (path.isWhole || !step.traced.holderObject.isNone)
        for step in before.reversed() {
            guard let last = way.last, last.object.isNone else { break }
            way.append(Edge(step, label: step.label))
            isExact = isExact && Self.isExact(step, symbols)
        }
        self.way = way
        isOfOneObject = isExact
    }

    /// What one change of the code mends: a closure with all that it captures, a component with all that
    /// it made, an element of a collection, a property with all that an enum or a struct in it has.
    private static func property(_ step: RetainPathDraft.Step) -> String {
        if step.traced.holder == .closure || step.holderPart == .component { return "" }
        guard let end = step.label.lastIndex(of: "]") else {
            return String(step.label.prefix { $0 != "." })
        }
        return String(step.label[...end])
    }

    /// True for a step that leads to one object: of closures and in libraries several look alike.
    private static func isExact(_ step: RetainPathDraft.Step, _ symbols: Symbolication) -> Bool {
        switch step.traced.holder {
        case .object: !step.traced.isInferred && !step.isOfLibraries(symbols)
        case .global: !step.traced.isInferred
        case .closure, .other: false
        }
    }

    /// The drafts with one for each cause: about the object that is nearest to the edge.
    static func folded(_ drafts: [LeakDraft], with symbols: Symbolication) -> [LeakDraft] {
        var places: [LeakCause: [Int]] = [:]
        var folded: [LeakDraft] = []
        for draft in drafts {
            guard let cause = draft.cause(with: symbols) else {
                folded.append(draft)
                continue
            }
            // Objects of one type are kept by several closures that were made at one place.
            let place = places[cause, default: []].first {
                cause.isOfOneObject || !folded[$0].types.contains(draft.subject.type)
            }
            guard let place else {
                places[cause, default: []].append(folded.count)
                folded.append(draft)
                continue
            }
            var (near, far) = (folded[place], draft)
            if far.distance(with: symbols) < near.distance(with: symbols) {
                swap(&near, &far)
            }
            near.drag(far)
            near.noteCapture(of: far, with: symbols)
            folded[place] = near
        }
        return withHolders(folded, symbols)
    }

    /// The drafts without those about what hangs on an object that was not shared, which is then the
    /// cause.
    private static func withHolders(
        _ drafts: [LeakDraft], _ symbols: Symbolication
    ) -> [LeakDraft] {
        var drafts = drafts
        for index in drafts.indices.reversed() {
            guard let holder = drafts[index].heldBy,
                let cause = drafts.indices.first(where: {
                    $0 != index && drafts[$0].objects.contains(holder)
                        && drafts[$0].isShown(by: symbols)
                })
            else { continue }
            drafts[cause].drag(drafts[index])
            drafts.remove(at: index)
        }
        return drafts
    }
}
