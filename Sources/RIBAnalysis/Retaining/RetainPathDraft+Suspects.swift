// SPDX-License-Identifier: Apache-2.0

import RIBTrace

// Which edge of a retain path should not be there.
extension RetainPathDraft {
    /// The edges that should not be there, the first of which is blamed. Two where, by the
    /// architecture, either can be right. None where no edge leads from what should be alive to
    /// what should be gone.
    var likelySuspects: [Int] {
        guard summary.reason == .cycle else {
            return boundary.map { [lastOfProject(upTo: $0) ?? $0] } ?? []
        }
        let ranked = steps.indices.filter { !steps[$0].isOfLibraries }
            .map { (index: $0, rank: Rank(steps[$0])) }
        guard let most = ranked.map(\.rank).max() else { return Array(steps.indices.suffix(1)) }
        // Sorted, so that the answer does not depend on the object with which the path begins.
        let likely = ranked.filter { $0.rank == most }.map(\.index)
            .sorted { steps[$0].sortKey < steps[$1].sortKey }
        return most.isUndecided && likely.count == 2 ? likely : [likely[0]]
    }

    /// The last edge from something that should be alive to something that should not. An object
    /// about which nothing is known should be alive as long as its holder should.
    private var boundary: Int? {
        let areAlive = steps.map(\.shouldBeAlive) + [false]
        // A path that begins at an object that should be gone has no such edge.
        var suspect: Int?
        var isAlive = true
        for index in steps.indices {
            isAlive = areAlive[index] ?? isAlive
            if isAlive, areAlive[index + 1] == false { suspect = index }
        }
        return suspect
    }

    /// The last edge up to the boundary that the project's code can change. Does not go back past
    /// an object of the tree that should be alive.
    private func lastOfProject(upTo boundary: Int) -> Int? {
        for index in (0...boundary).reversed() {
            if !steps[index].isOfLibraries { return index }
            if steps[index].shouldBeAlive == true { return nil }
        }
        return nil
    }
}

/// How likely an edge of a cycle is the one that should not be there. The last is the likeliest.
private enum Rank: Comparable {
    case down
    case level
    /// Towards the router, by so many levels.
    case up(Int)
    /// What a closure captures, so many levels above it.
    case capture(Int)

    init(_ step: RetainPathDraft.Step) {
        let name = step.label.lowercased()
        let isListener = ["listener", "delegate"].contains(where: name.hasSuffix)
        let height = Self.height(from: step.holderPart, to: step.targetPart)
        if step.traced.holder == .closure {
            // It is unknown what a part's closure does with an object that is no part of a RIB.
            self = step.targetPart == nil ? .level : .capture(height)
        } else if step.leadsUpTheTree || isListener || step.targetPart != nil && height > 0 {
            self = .up(height)
        } else {
            self = height < 0 ? .down : .level
        }
    }

    /// True when neither the architecture nor a name shows which of several edges is right.
    var isUndecided: Bool { self == .level || self == .down }

    /// How far an edge leads up, towards the router; 0 when the architecture does not say.
    private static func height(from holder: ObjectKind?, to target: ObjectKind?) -> Int {
        // A view may own an object that is no part of a RIB, and such an object may own a view.
        if holder == nil && target == .view || holder == .view && target == nil { return 0 }
        return depth(holder) - depth(target)
    }

    /// How far below its router a part of a RIB is.
    private static func depth(_ part: ObjectKind?) -> Int {
        switch part {
        case .router, .rib: 0
        case .interactor: 1
        case .presenter, .worker, .workflow: 2
        case .view: 3
        case .component: 4
        case .object, nil: 5
        }
    }
}

extension RetainPathDraft.Step {
    /// Puts edges into an order that does not depend on where the path begins.
    fileprivate var sortKey: String { "\(holder) \(label) \(target) \(traced.code.rawValue)" }
}

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
