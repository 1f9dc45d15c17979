// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

/// Everything known about one finding, object or subscription, for people at a terminal.
package struct ExplanationText: Sendable {
    private let layout: TextLayout
    private let isOfOnlyProcess: Bool

    /// Creates a renderer.
    ///
    /// - Parameter isOfOnlyProcess: Whether the run has one process, so that ids need not name it.
    package init(_ layout: TextLayout = TextLayout(), isOfOnlyProcess: Bool = true) {
        self.layout = layout
        self.isOfOnlyProcess = isOfOnlyProcess
    }

    /// A finding with whole stacks and all its victims, ending with a line break.
    package func text(for finding: Finding) -> String {
        layout.text(
            FindingText(finding: finding, width: layout.width, isWhole: true).lines()
                + [
                    TextLine(),
                    TextLine("\(finding.kind.pageCommand)", .strong)
                        + TextLine("  shows the cause, an example and the fix", .faint),
                ])
    }

    /// An object or a subscription, ending with a line break.
    package func text(for story: Explanation.Story) -> String {
        switch story {
        case .object(let object):
            layout.text(
                ObjectStoryText(story: object, width: layout.width, ids: ids(of: object.process))
                    .lines)
        case .subscription(let subscription):
            layout.text(
                SubscriptionStoryText(story: subscription, ids: ids(of: subscription.process)).lines
            )
        }
    }

    private func ids(of process: RecordedProcess) -> PrintedIDs {
        PrintedIDs(of: process, isOnly: isOfOnlyProcess)
    }

    /// What a kind of finding means: its cause, an example and the fix, ending with a line break.
    package func text(for kind: FindingKind) -> String {
        layout.text(FindingPage(kind: kind, width: layout.width).lines)
    }
}

/// Writes the facts of an explanation, each after its name.
enum FactLines {
    private static let width = 12
    /// The columns before a fact.
    static let indent = 2 + width

    static func process(_ process: RecordedProcess) -> TextLine {
        TextLine("  \(process.processName)")
            + TextLine(
                " (process \(process.processID)) at \(process.startedAt), \(process.trace)", .faint)
    }

    static func fact(_ name: String, _ value: TextLine) -> TextLine {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        return TextLine("  \(name)\(padding)", .faint) + value
    }

    static func fact(_ name: String, _ value: String) -> TextLine { fact(name, TextLine(value)) }

    /// Several values, with the name only before the first.
    static func facts(_ name: String, _ values: [TextLine]) -> [TextLine] {
        values.enumerated().map { fact($0 == 0 ? name : "", $1) }
    }

    static func object(_ owner: ListedSubscription.Owner, _ ids: PrintedIDs) -> TextLine {
        TextLine(owner.type) + TextLine(", \(ids.object(owner.id)), at \(owner.ribPath)", .faint)
    }

    /// A stack below its title; empty when none was recorded.
    static func stack(_ title: String, _ stack: CallStack?) -> [TextLine] {
        guard let stack, !stack.frames.isEmpty else { return [] }
        return [TextLine(), TextLine(title)]
            + StackText.wholeLines(for: stack).map { TextLine("  ") + $0 }
    }
}

extension FindingKind {
    /// The command that shows the page of this kind: its cause, an example and the fix.
    package var pageCommand: String { "ribleak explain \(rawValue)" }
}

/// The page of a kind of finding, for people at a terminal.
///
/// It is the page of the documentation, so that a report and the site say the same.
struct FindingPage {
    private static let indent = "    "
    /// The columns of the page's own lines.
    private static let usualWidth = 100

    let kind: FindingKind
    /// The columns of the text; nil for no limit.
    var width: Int?

    /// The page's lines, with bold headings and indented code.
    var lines: [TextLine] {
        var isCode = false
        var lines: [TextLine] = []
        for line in paragraphs {
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

    /// The page's lines. Where they do not fit, its paragraphs are broken anew.
    private var paragraphs: [String] {
        let lines = (FindingPages.texts[kind.rawValue] ?? "")
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
            broken += Prose.wrapped(paragraph.joined(separator: " "), width: width) + [line]
            paragraph = []
        }
        return broken + Prose.wrapped(paragraph.joined(separator: " "), width: width)
    }
}
