// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Renders trees of RIBs as a Mermaid flowchart, which pull requests and wikis can draw.
///
/// It leaves out ages, so that equal trees give equal text.
package struct TreeMermaid: Sendable {
    /// Creates a renderer.
    package init() {}

    /// One chart of all processes, ending with a line break.
    package func text(for snapshots: [TreeSnapshot]) -> String {
        var lines = ["graph TD"]
        for (index, snapshot) in snapshots.enumerated() {
            let process = snapshot.process
            let title = "\(process.processName) (process \(process.processID))"
            lines.append("  subgraph p\(index)[\(Self.label([title]))]")
            lines += Self.lines(of: snapshot.tree, process: index).map { "    \($0)" }
            if !snapshot.detached.isEmpty {
                lines.append("    subgraph d\(index)[\(Self.label(["Detached and still alive"]))]")
                lines += Self.lines(of: snapshot.detached, process: index).map { "      \($0)" }
                lines.append("    end")
            }
            lines.append("  end")
        }
        lines.append("  classDef inactive stroke-dasharray: 4 4")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of nodes: [RIBTree.Node], process: Int) -> [String] {
        nodes.flatMap { node in
            let name = "p\(process)n\(node.id)"
            let style = node.isActive ? "" : ":::inactive"
            let box = "\(name)[\(label([node.type, node.ribPath] + facts(of: node)))]\(style)"
            return [box] + (node.parent.map { ["p\(process)n\($0) --> \(name)"] } ?? [])
        }
    }

    private static func facts(of node: RIBTree.Node) -> [String] {
        var facts: [String] = node.isActive ? [] : ["inactive"]
        if let count = node.subscriptions, count > 0 {
            facts.append(Quantity.counted(count, "subscription"))
        }
        if let count = node.workers?.count, count > 0 {
            facts.append(Quantity.counted(count, "worker"))
        }
        if node.omitted > 0 { facts.append("… \(node.omitted) more below") }
        return facts.isEmpty ? [] : [facts.joined(separator: ", ")]
    }

    private static func label(_ lines: [String]) -> String {
        "\"\(lines.map(escaped).joined(separator: "<br/>"))\""
    }

    /// A longer line would make its box wider than a page, and each scalar may take eight bytes.
    private static let longestLine = 200

    /// Escapes everything except letters, digits and a few harmless characters.
    private static func escaped(_ text: String) -> String {
        var result = ""
        let scalars = TerminalEscape.escaped(text).unicodeScalars
        for (index, scalar) in scalars.enumerated() {
            if index == longestLine { return result + "…" }
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || " ./,:…-()".unicodeScalars.contains(scalar)
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else {
                result += "#\(scalar.value);"
            }
        }
        return result
    }
}
