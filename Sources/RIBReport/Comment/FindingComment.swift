// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A new finding in a comment: enough to act on, with each line of code linked.
struct FindingComment {
    private static let mostBytesOfDetails = 5_000

    let finding: Finding
    /// Where the repository's lines can be read; nil for places without links.
    let code: CodeHost?

    /// What is wrong, why, where, and how to fix it.
    var short: String {
        let place = finding.ribPath.isEmpty ? "an unknown place" : finding.ribPath
        let facts = ([cause] + stacks + [look] + [test, fix]).compactMap { $0 }
        return "\n#### \(finding.kind.title) at \(CommentText.plain(place))\n\n"
            + "\(CommentText.code(finding.type)) \(CommentText.plain(finding.complaint))\(victims)\n\n"
            + facts.map { "- \($0)\n" }.joined()
    }

    /// The same, with the whole retain path and the call stacks folded below.
    var detailed: String {
        var named = finding
        // The reader has another run, in which objects have other numbers.
        named.explainedBy = finding.fingerprint.description
        guard let lines = FindingText.lines(for: named, within: Self.mostBytesOfDetails) else {
            return short
        }
        return short
            + CommentText.folded("Retain path and call stacks", MarkdownText.block(lines))
    }

    private var victims: String {
        let grown: String
        if case .grown(let before) = finding.status.comparison {
            grown = ", more often than in the baseline, which has \(before)"
        } else {
            grown = ""
        }
        return grown + (finding.draggedAlong.map { ", and \(CommentText.plain($0))" } ?? "")
    }

    /// The suspect edge of the retain path.
    private var cause: String? {
        guard let path = finding.retainPath else { return finding.missingPath }
        guard let step = path.suspectStep ?? path.steps.last else {
            return CommentText.plain(RetainPathText(path: path, type: finding.type).title)
        }
        let place = step.file.flatMap { SourcePlace($0, step.line) }.map { " at \(link(to: $0))" }
        return (path.reason == .cycle ? "keeps itself alive through " : "kept alive by ")
            + CommentText.code(step.holder + step.joinedLabel) + (place ?? "")
            + (step.isInferred ? " (inferred)" : "")
    }

    /// The innermost line of the project on each stack, such as `made by f() at A.swift:3`.
    private var stacks: [String] {
        FindingText(finding: finding).titledStacks.compactMap { title, stack in
            guard let frame = stack.flatMap(finding.frame),
                let place = frame.file.flatMap({ SourcePlace($0, frame.line) })
            else { return nil }
            let function = frame.function.map { CommentText.code($0) } ?? "unknown code"
            return "\(title) \(function) at \(link(to: place))"
        }
    }

    /// The line to look at, when no stack begins with one of the repository.
    private var look: String? {
        guard stacks.isEmpty else { return nil }
        return finding.relativePlace.map { "look at \(link(to: $0))" }
    }

    private var test: String? { finding.test.map { "in the test \(CommentText.code($0))" } }

    private var fix: String? { finding.hint.map { "**Fix:** \(CommentText.plain($0))" } }

    private func link(to place: SourcePlace) -> String {
        let text = CommentText.code("\(place.file):\(place.line)")
        return code?.link(to: place).map { "[\(text)](\($0))" } ?? text
    }
}

/// Text from a trace in a comment: harmless, and never long.
enum CommentText {
    private static let mostCharacters = 300

    /// Text without markup.
    static func plain(_ text: String, _ most: Int = mostCharacters) -> String {
        MarkdownText.escaped(clipped(text, most))
    }

    /// Inline code.
    static func code(_ text: String) -> String {
        MarkdownText.code(clipped(text, mostCharacters))
    }

    /// Text that opens at a click.
    static func folded(_ title: String, _ content: String) -> String {
        "\n<details><summary>\(title)</summary>\n\n\(content)\n</details>\n"
    }

    /// As many lines as there is room for, and the number of the others.
    static func lines(_ all: [String], within bytes: Int) -> [String] {
        var room = bytes
        let shown = all.prefix { line in
            room -= line.utf8.count + 1
            return room >= 0
        }
        let left = all.count - shown.count
        return shown + (left > 0 ? ["… \(left) more"] : [])
    }

    private static func clipped(_ text: String, _ most: Int) -> String {
        // Counted in scalars: one character may have any number of them.
        let scalars = text.unicodeScalars
        guard scalars.count > most else { return text }
        return String(String.UnicodeScalarView(scalars.prefix(most))) + "…"
    }
}
