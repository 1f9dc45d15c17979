// SPDX-License-Identifier: Apache-2.0

import RIBText

extension [TreeSnapshot] {
    /// The trees of all processes for people at a terminal. It ends with a line break.
    package func text(_ layout: TextLayout = TextLayout()) -> String {
        layout.text([TextLine](map(\.lines).joined(separator: [TextLine()])))
    }
}

extension TreeSnapshot {
    fileprivate var lines: [TextLine] {
        var lines = head
        if !tree.isEmpty { lines += [TextLine()] + tree.lines }
        if !detached.isEmpty {
            lines += [
                TextLine(),
                TextLine("Detached and still alive", .caution)
                    + TextLine(" (no deallocation recorded yet)", .faint),
                TextLine(),
            ]
            lines += detached.lines
        }
        return lines
    }

    private var head: [TextLine] {
        let lines: [TextLine?] = [
            TextLine(summary, .strong),
            TextLine("  \(process.processName)") + TextLine(origin, .faint),
            seen.map { TextLine("  \($0)", .faint) },
            gaps.map { TextLine("! \($0)", .caution) },
        ]
        return lines.compactMap { $0 }
    }

    private var origin: String {
        let start = process.startedAt.map { " at \($0)" } ?? ""
        let trace = process.trace.map { ", \($0)" } ?? ""
        return " (process \(process.processID))\(start)\(trace)"
    }

    private var seen: String? {
        guard let moment, let time else { return nil }
        let ending = isEnd ? ", where it ends" : ""
        return
            "seen \(Quantity.seconds(nanoseconds: moment)) into the recording, at \(time)\(ending)"
    }

    private var summary: String {
        let count = tree.reduce(0) { $0 + 1 + $1.omitted }
        let left = detached.count { !$0.standing.isInTree }
        return (count == 0 ? "No RIB" : Quantity.counted(count, "RIB")) + " in the tree"
            + (left == 0 ? "" : ", \(left) detached and still alive")
    }
}

extension [RIBTree.Node] {
    /// The widest column. A wider name shifts the rest of its line instead of widening every line.
    private static var widestColumn: Int { 60 }

    /// The lines of a tree in columns: the types as a tree, places, facts.
    fileprivate var lines: [TextLine] {
        let branches = branches()
        let typeWidth = Self.width(zip(branches, self).map { $0.count + $1.type.columns })
        let pathWidth = Self.width(map(\.ribPath.columns))
        return zip(branches, self).map { branch, node in
            let type = branch.count + node.type.columns
            return TextLine(branch, .faint) + TextLine(node.type, .strong)
                + TextLine(Self.padding(from: type, to: typeWidth))
                + TextLine(node.ribPath, .place)
                + TextLine(Self.padding(from: node.ribPath.columns, to: pathWidth))
                + TextLine(
                    node.isActive ? "active" : "inactive", node.isActive ? .calm : .caution)
                + TextLine(", " + node.facts.joined(separator: ", "))
        }
    }

    /// The branch drawing before each type, such as `│   └── `.
    ///
    /// Walking from the end, a RIB is the last of its siblings if it is the first of them to be
    /// met.
    package func branches(columns: Int = 4) -> [String] {
        let blank = String(repeating: " ", count: columns - 1)
        let line = String(repeating: "─", count: columns - 2)
        var hasSibling: [Bool] = []
        var branches: [String] = []
        for node in reversed() {
            let depth = node.depth
            while hasSibling.count <= depth { hasSibling.append(false) }
            hasSibling.removeSubrange((depth + 1)...)
            let stems = hasSibling.dropFirst().dropLast().map { ($0 ? "│" : " ") + blank }
            let fork = depth == 0 ? "" : hasSibling[depth] ? "├\(line) " : "└\(line) "
            branches.append(stems.joined() + fork)
            hasSibling[depth] = true
        }
        return branches.reversed()
    }

    private static func width(_ widths: [Int]) -> Int {
        widths.filter { $0 <= widestColumn }.max() ?? 0
    }

    private static func padding(from width: Int, to column: Int) -> String {
        String(repeating: " ", count: Swift.max(0, column - width) + 2)
    }
}

extension RIBTree.Node {
    fileprivate var facts: [String] {
        let workers = workers ?? []
        let names = workers.count <= 3 ? workers.joined(separator: " and ") + " at work" : nil
        return [standingText] + counts(workers: names)
    }

    /// What of the RIB and below it is counted, without what there is none of.
    func counts(workers names: String? = nil) -> [String] {
        let (subscriptions, workers) = (subscriptions ?? 0, workers?.count ?? 0)
        let counts: [String?] = [
            subscriptions > 0 ? Quantity.counted(subscriptions, "subscription") : nil,
            workers > 0 ? names ?? Quantity.counted(workers, "worker") : nil,
            omitted > 0 ? "… \(omitted) more below" : nil,
        ]
        return counts.compactMap { $0 }
    }

    private var standingText: String {
        let ago = age.map { " \(Quantity.duration(nanoseconds: $0)) ago" } ?? ""
        return switch standing {
        case .unattached: ago.isEmpty ? "not attached" : "made\(ago) and never attached"
        case .orphaned: "attached\(ago) to a RIB that was freed"
        default: standing.rawValue + ago
        }
    }
}
