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

    /// What a finding of this kind says, in one sentence: the first of its page.
    package var meaning: String { Self.meanings[rawValue] ?? "" }

    /// Cut out once, since each finding asks for its rule. A page begins with a title and the name.
    private static let meanings: [String: String] = FindingPages.texts.mapValues { page in
        let sentence = page.split(separator: "`: ", maxSplits: 1).last?.prefix { $0 != "." } ?? ""
        return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
    }

    /// The columns of the page's own lines.
    private static let usualWidth = 100

    /// The page's lines, with bold headings and indented code. Where they do not fit, its paragraphs
    /// are broken anew.
    fileprivate func page(width: Int?) -> [TextLine] {
        let narrow = width.flatMap { $0 < Self.usualWidth ? $0 : nil }
        var isCode = false
        var paragraph: [Substring] = []
        var lines: [TextLine] = []
        func endParagraph() {
            let text = paragraph.joined(separator: " ")
            lines += text.wrapped(width: narrow ?? .max).map { TextLine($0) }
            paragraph = []
        }
        let page = FindingPages.texts[rawValue] ?? ""
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let isFence = line.hasPrefix("```")
            if narrow != nil, !isCode, !isFence, let first = line.first,
                first.isLetter || "`*(".contains(first)
            {
                paragraph.append(line)
                continue
            }
            endParagraph()
            if isFence {
                isCode.toggle()
            } else if isCode {
                lines.append(TextLine(line.isEmpty ? "" : "    " + line, .place))
            } else if line.hasPrefix("#") {
                lines.append(TextLine(String(line.drop { $0 == "#" }.dropFirst()), .strong))
            } else {
                lines.append(TextLine(String(line)))
            }
        }
        endParagraph()
        return lines
    }
}
