// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// The findings so far.
struct FindingList: ScreenList {
    let findings: [SeenFinding]

    var count: Int { findings.count }

    func key(at index: Int) -> RowKey {
        .finding(findings[index].process, findings[index].finding.fingerprint.description)
    }

    func index(of key: RowKey) -> Int? { findings.indices.first { self.key(at: $0) == key } }

    func text(at index: Int) -> String {
        let finding = findings[index].finding
        return [finding.kind.title, finding.headline, finding.keeper ?? ""].joined(separator: " ")
    }
}

/// Writes findings as a person needs them at a glance: what, why, where, and what to do.
struct FindingRowText {
    let layout: TextLayout
    let query: SearchQuery
    let columns: Int

    /// What is wrong and where in the tree, in one row.
    func head(_ finding: Finding) -> TextLine {
        let often = finding.count > 1 ? " (\(finding.count) of them)" : ""
        let sign = TextLine(finding.kind.isWarning ? "! " : "✗ ", finding.kind.style)
        return sign + TextLine("\(finding.kind.title)  ", finding.kind.style)
            + query.highlighted(finding.type, .strong) + TextLine(often) + TextLine(" at ")
            + query.highlighted(finding.placeInTree, .place)
    }

    /// The rows below the head, each with what it answers. The most useful come first.
    func details(_ finding: Finding) -> [TextLine] {
        var details: [TextLine] = []
        if let why = why(finding) { details.append(label("why") + why) }
        if let place = finding.place {
            let text = TextLine("\(place.file):\(place.line)", .place)
            let room = max(0, columns - Self.labelWidth)
            // The end of a path tells more than its start.
            details.append(label("where") + layout.row(text, columns: room, cutting: .start))
        }
        if let hint = finding.hint { details.append(label("fix") + TextLine(hint, .caution)) }
        return details
    }

    private func why(_ finding: Finding) -> TextLine? {
        if let keeper = finding.keeper { return TextLine(keeper) }
        if finding.kind.isKnownByComplaint { return TextLine(finding.complaint) }
        return finding.missingPath.map { TextLine($0, .faint) }
    }

    private static let labelWidth = 9

    private func label(_ word: String) -> TextLine {
        TextLine("  \(word)", .faint).padded(to: Self.labelWidth)
    }
}

extension FindingKind {
    /// Whether what it complains about says more than its title.
    fileprivate var isKnownByComplaint: Bool { !isLeak || self == .growingObjects }
}
