// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension RetainPathDraft {
    /// What one change of the code cuts.
    private struct Cut: Hashable {
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

    /// The further paths to the object that must be cut one by one, the nearest first.
    ///
    /// Two paths may begin with the same edges, such as those to a service that is meant to be
    /// alive. They have two holders if neither is cut where the other is.
    func otherHolders(with symbols: Symbolication) -> [RetainPathDraft] {
        guard let suspect = SuspectEdge(on: self, with: symbols) else { return [] }
        var cuts: Set = [Cut(steps[suspect.index])]
        var bundles = Set([bundle(upTo: suspect.index, symbols)].compactMap(\.self))
        var paths: [RetainPathDraft] = []
        for other in others where !other.steps.contains(where: { cuts.contains(Cut($0)) }) {
            guard let suspect = SuspectEdge(on: other, with: symbols),
                other.isCertain(suspect.index, symbols)
            else { continue }
            if let bundle = other.bundle(upTo: suspect.index, symbols),
                !bundles.insert(bundle).inserted
            {
                continue
            }
            cuts.insert(Cut(other.steps[suspect.index]))
            paths.append(other)
        }
        return paths
    }

    /// Whether the path is known to keep the object, and the edge can be cut. Memory without types
    /// may show one holder at several places.
    private func isCertain(_ suspect: Int, _ symbols: Symbolication) -> Bool {
        let step = steps[suspect]
        if steps.contains(where: \.traced.isInferred) { return false }
        return !step.isOfLibraries(symbols) || step.label.hasPrefix("attached.routers")
    }

    /// The way to a library's object, such as a subscription, that has the closure of the suspect
    /// edge: to let go of that object lets go of all its closures. Nil for any other edge.
    private func bundle(upTo suspect: Int, _ symbols: Symbolication) -> [RetentionStep]? {
        guard steps[suspect].traced.holder == .closure,
            let own = steps[..<suspect].lastIndex(where: { !$0.isOfLibraries(symbols) }),
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
            draft.hint(for: path, alsoCaptured: [], isInTest: false, with: symbols).map {
                (hint: $0, holder: path.suspectStep?.holder ?? "this closure")
            }
        }
        hint = RetainHint.text(first, alsoFor: hints, more: moreHolders)
    }
}
