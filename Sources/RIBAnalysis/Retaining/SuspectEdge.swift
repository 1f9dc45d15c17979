// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The edge of a retain path that should not be there.
struct SuspectEdge {
    /// Its index on the path.
    let index: Int
    /// Another edge that is as likely. By the architecture, either of the two can be right.
    var other: Int?

    /// - Returns: Nil when no edge leads from what should be alive to what should be gone.
    init?(on path: RetainPathDraft, with symbols: Symbolication) {
        if let cut = path.cut {
            index = cut
            return
        }
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
        // Sorted, so that the answer does not depend on the object with which the path begins.
        let likely = ranked.filter { $0.rank == most }.map(\.index)
            .sorted { path.steps[$0].sortKey < path.steps[$1].sortKey }
        index = likely[0]
        if most.isUndecided, likely.count == 2 { other = likely[1] }
    }

    /// The last edge from something that should be alive to something that should not. An object
    /// about which nothing is known should be alive as long as its holder should.
    private static func boundary(of path: RetainPathDraft, _ symbols: Symbolication) -> Int? {
        let standings = path.steps.map { $0.standing(symbols) } + [.gone]
        // A path that begins at an object that should be gone has no such edge.
        var suspect: Int?
        var isAlive = true
        for index in path.steps.indices {
            if standings[index] != .unknown { isAlive = standings[index] == .alive }
            if isAlive, standings[index + 1] == .gone { suspect = index }
        }
        return suspect
    }

    /// The last edge up to the boundary that the project's code can change. Does not go back past
    /// an object of the tree that should be alive.
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
            // It is unknown what a part's closure does with an object that is no part of a RIB.
            direction = step.targetPart == nil ? .level : .capture
        } else if step.leadsUpTheTree || isListener || step.targetPart != nil && height > 0 {
            direction = .up
        } else {
            direction = height < 0 ? .down : .level
        }
    }

    /// True when neither the architecture nor a name shows which of several edges is right.
    var isUndecided: Bool { direction == .level || direction == .down }

    static func < (left: Rank, right: Rank) -> Bool {
        if left.direction != right.direction {
            return left.direction.rawValue < right.direction.rawValue
        }
        return left.isUndecided ? false : left.height < right.height
    }

    static func == (left: Rank, right: Rank) -> Bool { !(left < right) && !(right < left) }

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
