// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Renders trees of RIBs for people at a terminal.
package struct TreeText: Sendable {
    private let layout: TextLayout

    /// Creates a renderer.
    package init(_ layout: TextLayout = TextLayout()) { self.layout = layout }

    /// The trees of all processes, ending with a line break.
    package func text(for snapshots: [TreeSnapshot]) -> String {
        layout.text(Array(snapshots.map(lines).joined(separator: [TextLine()])))
    }

    private func lines(for snapshot: TreeSnapshot) -> [TextLine] {
        var lines = head(of: snapshot)
        if !snapshot.tree.isEmpty {
            lines += [TextLine()] + TreeLines(of: snapshot.tree).lines
        }
        if !snapshot.detached.isEmpty {
            lines += [
                TextLine(),
                TextLine("Detached and still alive", .caution)
                    + TextLine(" (no deallocation recorded yet)", .faint),
                TextLine(),
            ]
            lines += TreeLines(of: snapshot.detached).lines
        }
        return lines
    }

    private func head(of snapshot: TreeSnapshot) -> [TextLine] {
        let lines: [TextLine?] = [
            TextLine(Self.summary(of: snapshot), .strong),
            TextLine("  \(snapshot.process.processName)")
                + TextLine(Self.origin(of: snapshot.process), .faint),
            Self.moment(of: snapshot).map { TextLine("  \($0)", .faint) },
            snapshot.gaps.map { TextLine("! \($0)", .caution) },
        ]
        return lines.compactMap { $0 }
    }

    private static func origin(of process: TreeSnapshot.Process) -> String {
        let start = process.startedAt.map { " at \($0)" } ?? ""
        let trace = process.trace.map { ", \($0)" } ?? ""
        return " (process \(process.processID))\(start)\(trace)"
    }

    private static func moment(of snapshot: TreeSnapshot) -> String? {
        guard let moment = snapshot.moment, let time = snapshot.time else { return nil }
        let ending = snapshot.isEnd ? ", where it ends" : ""
        return
            "seen \(Quantity.seconds(nanoseconds: moment)) into the recording, at \(time)\(ending)"
    }

    private static func summary(of snapshot: TreeSnapshot) -> String {
        let count = snapshot.tree.reduce(0) { $0 + 1 + $1.omitted }
        let detached = snapshot.detached.count { !$0.standing.isInTree }
        let tree = count == 0 ? "No RIB" : Quantity.counted(count, "RIB")
        return "\(tree) in the tree"
            + (detached == 0 ? "" : ", \(detached) detached and still alive")
    }
}

/// The lines of a tree in columns: the types as a tree, places, facts.
struct TreeLines {
    /// The widest column. A wider name shifts the rest of its line instead of widening every line.
    private static let widestColumn = 60

    let lines: [TextLine]

    init(of nodes: [RIBTree.Node]) {
        let branches = Self.branches(to: nodes)
        let typeWidth = Self.width(zip(branches, nodes).map { $0.count + Self.width($1.type) })
        let pathWidth = Self.width(nodes.map { Self.width($0.ribPath) })
        lines = zip(branches, nodes).map { branch, node in
            let type = branch.count + Self.width(node.type)
            return TextLine(branch, .faint) + TextLine(node.type, .strong)
                + TextLine(Self.padding(from: type, to: typeWidth))
                + TextLine(node.ribPath, .place)
                + TextLine(Self.padding(from: Self.width(node.ribPath), to: pathWidth))
                + TextLine(
                    node.isActive ? "active" : "inactive", node.isActive ? .calm : .caution)
                + TextLine(", " + Self.facts(of: node).joined(separator: ", "))
        }
    }

    /// The branch drawing before each type, such as `│   └── `.
    ///
    /// Walking from the end, a RIB is the last of its siblings if it is the first of them to be
    /// met.
    private static func branches(to nodes: [RIBTree.Node]) -> [String] {
        var hasSibling: [Bool] = []
        var branches: [String] = []
        for node in nodes.reversed() {
            let depth = node.depth
            while hasSibling.count <= depth { hasSibling.append(false) }
            hasSibling.removeSubrange((depth + 1)...)
            let stems = hasSibling.dropFirst().dropLast().map { $0 ? "│   " : "    " }
            let fork = depth == 0 ? "" : hasSibling[depth] ? "├── " : "└── "
            branches.append(stems.joined() + fork)
            hasSibling[depth] = true
        }
        return branches.reversed()
    }

    private static func facts(of node: RIBTree.Node) -> [String] {
        var facts = [standing(of: node)]
        if let count = node.subscriptions, count > 0 {
            facts.append(Quantity.counted(count, "subscription"))
        }
        if let workers = node.workers, !workers.isEmpty {
            let names = workers.prefix(3).joined(separator: " and ")
            facts.append(
                workers.count <= 3
                    ? "\(names) at work" : Quantity.counted(workers.count, "worker"))
        }
        if node.omitted > 0 { facts.append("… \(node.omitted) more below") }
        return facts
    }

    private static func standing(of node: RIBTree.Node) -> String {
        let ago = node.age.map { " \(Quantity.duration(nanoseconds: $0)) ago" } ?? ""
        return switch node.standing {
        case .launched: "launched\(ago)"
        case .attached: "attached\(ago)"
        case .unattached: ago.isEmpty ? "not attached" : "made\(ago) and never attached"
        case .detached: "detached\(ago)"
        case .orphaned: "attached\(ago) to a RIB that was freed"
        }
    }

    private static func width(_ text: String) -> Int { text.columns }

    private static func width(_ widths: [Int]) -> Int {
        widths.filter { $0 <= widestColumn }.max() ?? 0
    }

    private static func padding(from width: Int, to column: Int) -> String {
        String(repeating: " ", count: max(0, column - width) + 2)
    }
}
