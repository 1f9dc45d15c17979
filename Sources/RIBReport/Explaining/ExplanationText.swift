// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Everything known about one finding, object or subscription, for people at a terminal.
package struct ExplanationText: Sendable {
    private let isColored: Bool
    private let isOfOnlyProcess: Bool

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - isColored: True to mark names and places with colours.
    ///   - isOfOnlyProcess: Whether the run has one process, so that ids need not name it.
    package init(isColored: Bool = false, isOfOnlyProcess: Bool = true) {
        self.isColored = isColored
        self.isOfOnlyProcess = isOfOnlyProcess
    }

    /// A finding with whole stacks and all its victims, ending with a line break.
    package func text(for finding: Finding) -> String {
        rendered(
            FindingText(finding: finding, isWhole: true).lines()
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
            rendered(ObjectStoryText(story: object, ids: ids(of: object.process)).lines)
        case .subscription(let subscription):
            rendered(
                SubscriptionStoryText(story: subscription, ids: ids(of: subscription.process)).lines
            )
        }
    }

    private func ids(of process: RecordedProcess) -> PrintedIDs {
        PrintedIDs(of: process, isOnly: isOfOnlyProcess)
    }

    /// What a kind of finding means: its cause, an example and the fix, ending with a line break.
    package func text(for kind: FindingKind) -> String {
        rendered(FindingPage(kind: kind).lines)
    }

    private func rendered(_ lines: [TextLine]) -> String {
        lines.map { $0.rendered(colored: isColored) + "\n" }.joined()
    }
}

/// Writes the facts of an explanation, each after its name.
enum FactLines {
    private static let width = 12

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
            + WholeStackText.lines(for: stack).map { TextLine("  ") + $0 }
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
