// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

// Everything known about one finding, object or subscription, for people at a terminal.
extension TextLayout {
    /// A finding with whole stacks and all its victims, ending with a line break.
    package func text(for finding: Finding) -> String {
        text(
            finding.lines(.whole, width: width)
                + [
                    TextLine(),
                    TextLine("\(finding.kind.pageCommand)", .strong)
                        + TextLine("  shows the cause, an example and the fix", .faint),
                ])
    }

    /// An object or a subscription, ending with a line break.
    ///
    /// - Parameter isOfOnlyProcess: Whether the run has one process, so that ids need not name it.
    package func text(for story: Explanation.Story, isOfOnlyProcess: Bool = true) -> String {
        func ids(of process: RecordedProcess) -> PrintedIDs {
            PrintedIDs(of: process, isOnly: isOfOnlyProcess)
        }
        return switch story {
        case .object(let object): text(object.lines(ids(of: object.process), width: width))
        case .subscription(let subscription):
            text(subscription.lines(ids(of: subscription.process)))
        }
    }

    /// What a kind of finding means: its cause, an example and the fix, ending with a line break.
    ///
    /// It is the page of the documentation, so that a report and the site say the same.
    package func text(for kind: FindingKind) -> String { text(kind.page(width: width)) }
}

extension FindingKind {
    /// The command that shows the page of this kind: its cause, an example and the fix.
    package var pageCommand: String { "ribleak explain \(rawValue)" }

    /// The columns of the page's own lines.
    private static let usualWidth = 100

    /// The page's lines, with bold headings and indented code.
    fileprivate func page(width: Int?) -> [TextLine] {
        var isCode = false
        var lines: [TextLine] = []
        for line in paragraphs(width: width) {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode {
                lines.append(TextLine(line.isEmpty ? "" : "    " + line, .place))
            } else if line.hasPrefix("#") {
                lines.append(TextLine(String(line.drop { $0 == "#" }.dropFirst()), .strong))
            } else {
                lines.append(TextLine(String(line)))
            }
        }
        return lines
    }

    /// The page's lines. Where they do not fit, its paragraphs are broken anew.
    private func paragraphs(width: Int?) -> [String] {
        let lines = (FindingPages.texts[rawValue] ?? "")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let width, width < Self.usualWidth else { return lines }
        var isCode = false
        var paragraph: [String] = []
        var broken: [String] = []
        for line in lines {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, let first = line.first, first.isLetter || "`*(".contains(first) {
                paragraph.append(line)
                continue
            }
            broken += paragraph.joined(separator: " ").wrapped(width: width) + [line]
            paragraph = []
        }
        return broken + paragraph.joined(separator: " ").wrapped(width: width)
    }
}
