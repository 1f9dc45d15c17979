// SPDX-License-Identifier: Apache-2.0

/// A comment that hides nothing, so that exceptions do not outlive their reason.
package enum UnusedIgnore {
    package static let description = RuleDescription(
        id: "unused-ignore", severity: .warning,
        summary: "A comment `ribleak:ignore` hides nothing.",
        reason: "The mistake is mended, or the comment has no reason or names no rule.",
        fix: "Remove the comment, or write `// ribleak:ignore RULE reason`.",
        good: [], bad: [])

    static func findings(_ ignores: IgnoreComments, in file: String) -> [LintFinding] {
        ignores.comments.filter { !$0.isUsed }.map { comment in
            LintFinding(
                rule: description.id, file: file, line: comment.line, column: comment.column,
                message: message(comment), fix: description.fix, type: nil, member: nil,
                subject: comment.rule, ignored: nil)
        }
    }

    private static func message(_ comment: IgnoreComments.Comment) -> String {
        if comment.rule.isEmpty { return "The comment names no rule, so it hides nothing." }
        guard Rules.descriptions.contains(where: { $0.id == comment.rule }) else {
            return "There is no rule `\(comment.rule)`, so the comment hides nothing."
        }
        if comment.reason.isEmpty { return "The comment says no reason, so it hides nothing." }
        return "`\(comment.rule)` finds nothing here, so the comment hides nothing."
    }
}
