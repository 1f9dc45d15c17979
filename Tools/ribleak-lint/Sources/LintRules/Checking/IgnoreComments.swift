// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel

/// The comments of a file that hide findings: `// ribleak:ignore RULE reason`.
///
/// A comment behind code speaks of its line. One on a line of its own speaks of the next line that
/// is no comment.
struct IgnoreComments {
    /// A comment, and whether it has hidden anything.
    struct Comment {
        let rule: String
        let reason: String
        let line: Int
        let column: Int
        /// The line that it speaks of.
        let subjectLine: Int
        var isUsed = false
    }

    private(set) var comments: [Comment] = []

    private static let mark = "ribleak:ignore"

    /// Finds the comments of a text.
    init(in text: String) {
        guard text.contains(Self.mark) else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let found = Self.comment(in: line) else { continue }
            let isAlone = line[..<found.start].allSatisfy(\.isWhitespace)
            let subject = isAlone ? Self.nextCode(after: index, in: lines) : index
            comments.append(
                Comment(
                    rule: found.rule, reason: found.reason, line: index + 1,
                    column: line[..<found.start].utf8.count + 1, subjectLine: subject + 1))
        }
    }

    private static func comment(
        in line: Substring
    ) -> (start: Substring.Index, rule: String, reason: String)? {
        guard let start = line.firstRange(of: "//"),
            let mark = line[start.upperBound...].firstRange(of: Self.mark),
            line[start.upperBound..<mark.lowerBound].allSatisfy({ $0 == " " })
        else { return nil }
        let words = line[mark.upperBound...].split(
            maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
        return (
            start.lowerBound, words.first.map(String.init) ?? "",
            words.count > 1 ? words[1].trimmingCharacters(in: .whitespacesAndNewlines) : ""
        )
    }

    private static func nextCode(after index: Int, in lines: [Substring]) -> Int {
        var next = index + 1
        while next < lines.count {
            let text = lines[next].drop(while: \.isWhitespace)
            if !text.isEmpty, !text.hasPrefix("//") { return next }
            next += 1
        }
        return index
    }

    /// The comment that hides a finding, which is used from now on.
    mutating func hiding(_ rule: String, onLine line: Int) -> LintFinding.Ignored? {
        guard
            let index = comments.firstIndex(where: {
                $0.subjectLine == line && $0.rule == rule && !$0.reason.isEmpty
            })
        else { return nil }
        comments[index].isUsed = true
        return LintFinding.Ignored(line: comments[index].line, reason: comments[index].reason)
    }
}

/// A comment that hides nothing, so that exceptions do not outlive their reason.
package enum UnusedIgnore {
    package static let description = RuleDescription(
        id: "unused-ignore", severity: .warning,
        summary: "A comment `ribleak:ignore` hides nothing.",
        reason: "The mistake is mended, or the comment has no reason or names no rule.",
        fix: "Remove the comment, or write `// ribleak:ignore RULE reason`.",
        examples: [])

    static func findings(_ ignores: IgnoreComments, in file: String) -> [LintFinding] {
        ignores.comments.filter { !$0.isUsed }.map { comment in
            LintFinding(
                rule: description.id, severity: description.severity, file: file,
                line: comment.line, column: comment.column,
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
