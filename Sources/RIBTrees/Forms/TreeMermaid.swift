// SPDX-License-Identifier: Apache-2.0

import RIBText

extension [TreeSnapshot] {
    /// One Mermaid flowchart of all processes, which pull requests and wikis can draw. It ends with
    /// a line break.
    ///
    /// It leaves out ages, so that equal trees give equal text.
    package var mermaid: String {
        var lines = ["graph TD"]
        for (index, snapshot) in enumerated() {
            let process = snapshot.process
            let title = "\(process.processName) (process \(process.processID))"
            lines.append("  subgraph p\(index)[\(TreeSnapshot.label([title]))]")
            lines += snapshot.tree.flatMap { $0.mermaid(inProcess: index) }.map { "    \($0)" }
            if !snapshot.detached.isEmpty {
                lines.append(
                    "    subgraph d\(index)[\(TreeSnapshot.label(["Detached and still alive"]))]")
                lines += snapshot.detached.flatMap { $0.mermaid(inProcess: index) }
                    .map { "      \($0)" }
                lines.append("    end")
            }
            lines.append("  end")
        }
        lines.append("  classDef inactive stroke-dasharray: 4 4")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension RIBTree.Node {
    fileprivate func mermaid(inProcess process: Int) -> [String] {
        let name = "p\(process)n\(id)"
        let box = "\(name)[\(TreeSnapshot.label([type, ribPath] + facts))]"
        return [box + (isActive ? "" : ":::inactive")]
            + (parent.map { ["p\(process)n\($0) --> \(name)"] } ?? [])
    }

    private var facts: [String] {
        var facts: [String] = isActive ? [] : ["inactive"]
        if let count = subscriptions, count > 0 {
            facts.append(Quantity.counted(count, "subscription"))
        }
        if let count = workers?.count, count > 0 {
            facts.append(Quantity.counted(count, "worker"))
        }
        if omitted > 0 { facts.append("… \(omitted) more below") }
        return facts.isEmpty ? [] : [facts.joined(separator: ", ")]
    }
}

extension TreeSnapshot {
    fileprivate static func label(_ lines: [String]) -> String {
        "\"\(lines.map(escaped).joined(separator: "<br/>"))\""
    }

    /// A longer line would make its box wider than a page, and each scalar may take eight bytes.
    private static let longestLine = 200

    /// Escapes everything except letters, digits and a few harmless characters.
    private static func escaped(_ text: String) -> String {
        let scalars = TerminalEscape.escaped(text).unicodeScalars
        let shown = scalars.prefix(longestLine).escaped { scalar in
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || " ./,:…-()".unicodeScalars.contains(scalar)
            return isPlain ? nil : "#\(scalar.value);"
        }
        return scalars.count > longestLine ? shown + "…" : shown
    }
}
