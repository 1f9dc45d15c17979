// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

extension FindingKind {
    /// The command that shows the page of this kind: its cause, an example and the fix.
    package var pageCommand: String { "ribleak explain \(rawValue)" }
}

/// The page of a kind of finding, for people at a terminal.
///
/// It is the page of the documentation, so that a report and the site say the same.
struct FindingPage {
    private static let indent = "    "

    let kind: FindingKind

    /// The page's lines, with bold headings and indented code.
    var lines: [TextLine] {
        var isCode = false
        var lines: [TextLine] = []
        for line in (FindingPages.texts[kind.rawValue] ?? "").split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode {
                lines.append(TextLine(line.isEmpty ? "" : Self.indent + line, .place))
            } else if line.hasPrefix("#") {
                lines.append(TextLine(String(line.drop { $0 == "#" }.dropFirst()), .strong))
            } else {
                lines.append(TextLine(String(line)))
            }
        }
        return lines
    }
}
