// SPDX-License-Identifier: Apache-2.0

import RIBText

extension SetupPlan.Step {
    /// What was done, in one line.
    ///
    /// - Parameter isDone: False when it was only planned.
    package func line(isDone: Bool) -> TextLine {
        switch action {
        case .create: line("✓", .calm, isDone ? "wrote" : "would write", purpose)
        case .extend: line("✓", .calm, isDone ? "added a line to" : "would add a line to", purpose)
        case .leave(let reason): line("-", .plain, isDone ? "left" : "would leave", reason)
        }
    }

    private func line(_ sign: String, _ style: TextStyle, _ verb: String, _ rest: String)
        -> TextLine
    {
        TextLine(sign, style) + TextLine(" \(verb) ") + TextLine(path, .strong)
            + TextLine(": \(rest)")
    }
}

extension SetupPlan {
    /// What is left for a person to do, with the next two commands.
    package var closingLines: [TextLine] {
        advice.flatMap(\.textLines) + [
            TextLine(), TextLine("Next:"), TextLine("  swift test", .strong),
            TextLine("  \(command) report", .strong),
        ]
    }
}

extension SetupAdvice {
    fileprivate var textLines: [TextLine] {
        let width = lines.map(\.text.count).max() ?? 0
        return [TextLine(), TextLine("!", .caution) + TextLine(" \(reason)")]
            + lines.map { line in
                let gap = String(repeating: " ", count: width - line.text.count + 2)
                return TextLine("    ") + TextLine(line.text, .strong)
                    + TextLine("\(gap)\(line.place)")
            }
    }
}
