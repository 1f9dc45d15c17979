// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The edge of a retain path that should not be there.
struct SuspectEdge {
    /// Its number on the path.
    let index: Int
    /// Another one, as likely: by the architecture either of the two is right.
    var other: Int?

    /// - Returns: Nil when no edge leads from what should be there to what should not.
    init?(on path: RetainPathDraft, with symbols: Symbolication) {
        guard path.summary.reason == .cycle else {
            guard let boundary = Self.boundary(of: path, symbols) else { return nil }
            index = Self.lastOfProject(upTo: boundary, on: path, symbols) ?? boundary
            return
        }
        guard !path.steps.isEmpty else { return nil }
        let candidates = path.steps.indices.filter { !path.steps[$0].isOfLibraries(symbols) }
        let ranked = candidates.map { (index: $0, rank: Rank(path.steps[$0])) }
        guard let most = ranked.map(\.rank).max() else {
            index = path.steps.count - 1
            return
        }
        // Whichever object of the cycle the path begins with, the answer is the same.
        let likely = ranked.filter { $0.rank == most }.map(\.index)
            .sorted { path.steps[$0].sortKey < path.steps[$1].sortKey }
        index = likely[0]
        if most.isUndecided, likely.count == 2 { other = likely[1] }
    }

    /// The last edge from something that is meant to be alive to something that is not; what nothing
    /// is known of is meant to be there as long as its holder is.
    private static func boundary(of path: RetainPathDraft, _ symbols: Symbolication) -> Int? {
        let standings = path.steps.map { $0.standing(symbols) } + [.gone]
        // What begins at an object that should be gone has no such edge.
        var suspect: Int?
        var isAlive = true
        for index in path.steps.indices {
            if standings[index] != .unknown { isAlive = standings[index] == .alive }
            if isAlive, standings[index + 1] == .gone { suspect = index }
        }
        return suspect
    }

    /// The last edge up to one that the project's code can change; not past an object of the tree that
    /// is meant to be there.
    private static func lastOfProject(
        upTo boundary: Int, on path: RetainPathDraft, _ symbols: Symbolication
    ) -> Int? {
        for index in (0...boundary).reversed() {
            if !path.steps[index].isOfLibraries(symbols) { return index }
            if path.steps[index].standing(symbols) == .alive { return nil }
        }
        return nil
    }
}

/// How likely an edge of a cycle is the one that should not be there.
private struct Rank: Comparable {
    private enum Direction: Int {
        case down, level, up, capture
    }

    private let direction: Direction
    private let height: Int

    init(_ step: RetainPathDraft.Step) {
        let isCapture = step.traced.holder == .closure
        let name = step.label.lowercased()
        let isListener = ["listener", "delegate"].contains(where: name.hasSuffix)
        height = Self.height(from: step.holderPart, to: step.targetPart)
        if isCapture {
            // What the closure of one part does with another is not known.
            direction = step.targetPart == nil ? .level : .capture
        } else if step.leadsUpTheTree || isListener || step.targetPart != nil && height > 0 {
            direction = .up
        } else {
            direction = height < 0 ? .down : .level
        }
    }

    /// True when neither the architecture nor a name says which of several edges is right.
    var isUndecided: Bool { direction == .level || direction == .down }

    static func < (left: Rank, right: Rank) -> Bool {
        if left.direction != right.direction {
            return left.direction.rawValue < right.direction.rawValue
        }
        return left.isUndecided ? false : left.height < right.height
    }

    static func == (left: Rank, right: Rank) -> Bool { !(left < right) && !(right < left) }

    /// How far an edge leads up, towards the router; 0 where the architecture does not say.
    private static func height(from holder: ObjectKind?, to target: ObjectKind?) -> Int {
        // Of what a view has and what has a view, either may own the other.
        if holder == nil && target == .view || holder == .view && target == nil { return 0 }
        return depth(holder) - depth(target)
    }

    /// How far below its router a part of a RIB stands.
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
