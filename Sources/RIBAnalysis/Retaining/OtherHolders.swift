// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension RetainPathDraft {
    /// The further paths to the object that must be cut one by one, the nearest first.
    ///
    /// Two paths may begin with the same edges, such as those to a service that is meant to be
    /// alive. They have two holders if neither is cut where the other is.
    func otherHolders(with symbols: Symbolication) -> [RetainPathDraft] {
        guard let suspect = suspects.first else { return [] }
        var cuts: Set = [LeakCause.Edge(cutAt: steps[suspect])]
        var bundles = Set([bundle(upTo: suspect)].compactMap(\.self))
        var paths: [RetainPathDraft] = []
        for other in others.map({ $0.resolved(with: symbols) })
        where !other.steps.contains(where: { cuts.contains(LeakCause.Edge(cutAt: $0)) }) {
            guard let suspect = other.suspects.first, other.isCertain(suspect) else { continue }
            if let bundle = other.bundle(upTo: suspect), !bundles.insert(bundle).inserted {
                continue
            }
            cuts.insert(LeakCause.Edge(cutAt: other.steps[suspect]))
            paths.append(other)
        }
        return paths
    }

    /// Whether the path is known to keep the object, and the edge can be cut. Memory without types
    /// may show one holder at several places.
    private func isCertain(_ suspect: Int) -> Bool {
        let step = steps[suspect]
        if steps.contains(where: \.traced.isInferred) { return false }
        return !step.isOfLibraries || step.label.hasPrefix("attached.routers")
    }

    /// The way to a library's object, such as a subscription, that has the closure of the suspect
    /// edge: to let go of that object lets go of all its closures. Nil for any other edge.
    private func bundle(upTo suspect: Int) -> [RetentionStep]? {
        guard steps[suspect].traced.holder == .closure,
            let own = steps[..<suspect].lastIndex(where: { !$0.isOfLibraries }),
            own + 1 < suspect
        else { return nil }
        return steps[...own].map(\.traced)
    }
}

extension RetainPath {
    /// Adds the other holders, and what to do about each to the hint.
    mutating func add(
        _ others: [RetainPathDraft], to hint: inout String?, _ symbols: Symbolication
    ) {
        let shown = others.prefix(Self.mostHolders - 1)
        otherHolders = shown.map { $0.path(with: symbols) }
        moreHolders = others.count - shown.count
        guard !shown.isEmpty, let first = hint else { return }
        let hints = zip(shown, otherHolders).compactMap { draft, path in
            draft.hint(for: path, isInTest: false).map {
                (hint: $0, holder: path.suspectStep?.holder ?? "this closure")
            }
        }
        hint = RetainHint.text(first, alsoFor: hints, more: moreHolders)
    }
}
