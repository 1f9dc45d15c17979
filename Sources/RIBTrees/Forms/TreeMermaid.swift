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
            let title = label("\(process.processName) (process \(process.processID))")
            lines.append("  subgraph p\(index)[\(title)]")
            lines += snapshot.tree.flatMap { $0.mermaid(inProcess: index) }.map { "    \($0)" }
            if !snapshot.detached.isEmpty {
                lines.append("    subgraph d\(index)[\(label("Detached and still alive"))]")
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
        let facts = ((isActive ? [] : ["inactive"]) + counts()).joined(separator: ", ")
        let box = facts.isEmpty ? label(type, ribPath) : label(type, ribPath, facts)
        return ["\(name)[\(box)]" + (isActive ? "" : ":::inactive")]
            + (parent.map { ["p\(process)n\($0) --> \(name)"] } ?? [])
    }
}

/// A longer line would make its box wider than a page, and each scalar may take eight bytes.
private let longestLine = 200

private func label(_ lines: String...) -> String {
    "\"\(lines.map(escaped).joined(separator: "<br/>"))\""
}

/// Escapes everything except letters, digits and a few harmless characters.
private func escaped(_ text: String) -> String {
    let scalars = TerminalEscape.escaped(text).unicodeScalars
    let shown = scalars.prefix(longestLine).escaped { scalar in
        let isPlain =
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || " ./,:…-()".unicodeScalars.contains(scalar)
        return isPlain ? nil : "#\(scalar.value);"
    }
    return scalars.count > longestLine ? shown + "…" : shown
}
