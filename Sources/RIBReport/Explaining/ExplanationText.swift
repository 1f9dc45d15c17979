// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// All that is known of one finding, object or subscription, for people at a terminal.
package struct ExplanationText: Sendable {
    private let isColored: Bool

    /// Creates a renderer.
    ///
    /// - Parameter isColored: True to mark names and places with colours.
    package init(isColored: Bool = false) {
        self.isColored = isColored
    }

    /// A finding with whole stacks and all that it drags along, ending with a line break.
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
        case .object(let object): rendered(ObjectStoryText(story: object).lines)
        case .subscription(let subscription):
            rendered(SubscriptionStoryText(story: subscription).lines)
        }
    }

    /// What a kind of finding means: its cause, an example and the fix, ending with a line break.
    package func text(for kind: FindingKind) -> String {
        rendered(FindingPage(kind: kind).lines)
    }

    private func rendered(_ lines: [TextLine]) -> String {
        lines.map { $0.rendered(colored: isColored) + "\n" }.joined()
    }
}

/// The facts of an explanation, each behind its name.
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

    /// Several values, the name before the first only.
    static func facts(_ name: String, _ values: [TextLine]) -> [TextLine] {
        values.enumerated().map { fact($0 == 0 ? name : "", $1) }
    }

    static func object(_ owner: ListedSubscription.Owner) -> TextLine {
        TextLine(owner.type) + TextLine(", object:\(owner.id), at \(owner.ribPath)", .faint)
    }

    /// A stack below its title; nothing where none was recorded.
    static func stack(_ title: String, _ stack: CallStack?) -> [TextLine] {
        guard let stack, !stack.frames.isEmpty else { return [] }
        return [TextLine(), TextLine(title)]
            + WholeStackText.lines(for: stack).map { TextLine("  ") + $0 }
    }
}

/// A call stack in lines, innermost first, with nothing folded or left out.
enum WholeStackText {
    /// One line a frame, and one for what the recorder left out.
    static func lines(for stack: CallStack) -> [TextLine] {
        stack.frames.map(line)
            + [stack.cutOffAt.map(StackText.cut)].compactMap { $0 }
    }

    private static func line(for frame: StackFrame) -> TextLine {
        let line = StackText.line(for: frame)
        // Of a library's function, the report leaves out where it is.
        guard let file = frame.file, frame.function != nil, StackText.library(of: frame) != nil
        else { return line }
        return line + TextLine(" at \(file)" + (frame.line.map { ":\($0)" } ?? ""), .faint)
    }
}
