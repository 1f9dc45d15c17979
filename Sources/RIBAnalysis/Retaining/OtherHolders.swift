// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The further paths to a leaked object that must be cut one by one.
///
/// Two paths may begin with the same edges, such as those to a service that is meant to be alive.
/// They have two holders if neither is cut where the other is.
struct OtherHolders {
    /// What one change of the code cuts.
    private struct Edge: Hashable {
        let kind: RetentionHolder
        let holder: String
        let code: StackID
        let property: String

        init(_ step: RetainPathDraft.Step) {
            kind = step.traced.holder
            holder = step.holder
            let isClosure = kind == .closure
            code = isClosure ? step.traced.code : .none
            property = isClosure ? "" : StableName.withoutNumbers(step.label)
        }
    }

    /// The paths, the nearest first.
    let paths: [RetainPathDraft]

    init(besides first: RetainPathDraft, with symbols: Symbolication) {
        guard let suspect = SuspectEdge(on: first, with: symbols) else {
            paths = []
            return
        }
        var cuts: Set = [Edge(first.steps[suspect.index])]
        var bundles = Set([Self.bundle(of: first, upTo: suspect.index, symbols)].compactMap(\.self))
        var paths: [RetainPathDraft] = []
        for other in first.others where !other.steps.contains(where: { cuts.contains(Edge($0)) }) {
            guard let suspect = SuspectEdge(on: other, with: symbols),
                Self.isCertain(other, suspect.index, symbols)
            else { continue }
            if let bundle = Self.bundle(of: other, upTo: suspect.index, symbols),
                !bundles.insert(bundle).inserted
            {
                continue
            }
            cuts.insert(Edge(other.steps[suspect.index]))
            paths.append(other)
        }
        self.paths = paths
    }

    /// Whether the path is known to keep the object, and the edge can be cut. Memory without types
    /// may show one holder at several places.
    private static func isCertain(
        _ path: RetainPathDraft, _ suspect: Int, _ symbols: Symbolication
    ) -> Bool {
        let step = path.steps[suspect]
        if path.steps.contains(where: \.traced.isInferred) { return false }
        return !step.isOfLibraries(symbols) || step.label.hasPrefix("attached.routers")
    }

    /// The way to a library's object, such as a subscription, that has the closure of the suspect
    /// edge: to let go of that object lets go of all its closures. Nil for any other edge.
    private static func bundle(
        of path: RetainPathDraft, upTo suspect: Int, _ symbols: Symbolication
    ) -> [RetentionStep]? {
        guard path.steps[suspect].traced.holder == .closure,
            let own = path.steps[..<suspect].lastIndex(where: { !$0.isOfLibraries(symbols) }),
            own + 1 < suspect
        else { return nil }
        return path.steps[...own].map(\.traced)
    }
}

extension RetainPath {
    /// Adds the other holders, and what to do about each to the hint.
    mutating func add(_ others: OtherHolders, to hint: inout String?, _ symbols: Symbolication) {
        let shown = others.paths.prefix(Self.mostHolders - 1)
        otherHolders = shown.map { $0.path(with: symbols) }
        moreHolders = others.paths.count - shown.count
        guard !shown.isEmpty, let first = hint else { return }
        let hints = zip(shown, otherHolders).compactMap { draft, path in
            draft.hint(for: path, alsoCaptured: [], isInTest: false, with: symbols).map {
                (hint: $0, holder: path.suspectStep?.holder ?? "this closure")
            }
        }
        hint = RetainHint.text(first, alsoFor: hints, more: moreHolders)
    }
}
