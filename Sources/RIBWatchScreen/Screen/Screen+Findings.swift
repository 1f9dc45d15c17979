// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import RIBWatch

/// Findings as a person needs them at a glance: what, why, where, and what to do.
extension Screen {
    private static let labelWidth = 9

    var findings: [String] {
        let count = scene.findings.count
        let panels = panels()
        guard let selected = state.index(in: list.keys)
        else { return [row(TextLine("  No finding so far.", .faint))] }
        let shown = rows(0..<count, from: state.position.top, count: panels.list)
        var lines = shown.map {
            selectable(head(scene.findings[$0].finding), isSelected: $0 == selected)
        }
        let seen = style.time(scene.findings[selected].seen)
        let place = "\(selected + 1) of \(count), seen at \(seen)"
        lines.append(rule(TextLine(place, .faint)))
        return lines + seenPage.prefix(max(0, panels.findings - 1))
    }

    /// The findings below the tree.
    func findingsPanel(_ room: Int) -> [String] {
        guard room > 0 else { return [] }
        var lines = [heading("Findings", scene.findings.count, .strong)]
        for (index, seen) in scene.findings.enumerated() {
            let others = scene.findings.count - index - 1
            let left = room - lines.count
            if left <= 1, others > 0 {
                lines.append(row(TextLine("   … \(others + 1) more", .faint)))
                break
            }
            let all = [head(seen.finding)] + details(seen.finding)
            // A row stays for the next one, or for how many more there are.
            lines += all.prefix(others > 0 ? left - 1 : left).map { row(TextLine(" ") + $0) }
        }
        return Array(lines.prefix(room))
    }

    /// What is wrong and where in the tree, in one row.
    private func head(_ finding: Finding) -> TextLine {
        let often = finding.count > 1 ? " (\(finding.count) of them)" : ""
        let sign = TextLine(finding.kind.isWarning ? "! " : "✗ ", finding.kind.style)
        return sign + TextLine("\(finding.kind.title)  ", finding.kind.style)
            + state.query.highlighted(finding.type, .strong) + TextLine(often) + TextLine(" at ")
            + state.query.highlighted(finding.placeInTree, .place)
    }

    /// The rows below the head, each with what it answers. The most useful come first.
    private func details(_ finding: Finding) -> [TextLine] {
        var details: [TextLine] = []
        if let why = why(finding) { details.append(label("why") + why) }
        if let place = finding.place {
            let text = TextLine("\(place.file):\(place.line)", .place)
            let room = max(0, size.columns - 1 - Self.labelWidth)
            details.append(label("where") + style.layout.row(ofPath: text, columns: room))
        }
        if let hint = finding.hint { details.append(label("fix") + TextLine(hint, .caution)) }
        return details
    }

    private func why(_ finding: Finding) -> TextLine? {
        if let keeper = finding.keeper { return TextLine(keeper) }
        // What it complains about says more than its title.
        if !finding.kind.isLeak || finding.kind == .growingObjects {
            return TextLine(finding.complaint)
        }
        return finding.missingPath.map { TextLine($0, .faint) }
    }

    private func label(_ word: String) -> TextLine {
        TextLine("  \(word)", .faint).padded(to: Self.labelWidth)
    }
}
