// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Writes mistakes in the Markdown of GitHub and GitLab. What comes from outside is harmless there.
package struct IssueMarkdown {
    /// The most characters of a text from outside; nil for any number.
    var mostCharacters: Int?
    /// Where the repository's lines can be read; nil for places without links.
    var host: CodeHost?

    /// Text without markup.
    package func plain(_ text: String) -> String { MarkdownText.escaped(clipped(text)) }

    /// Inline code.
    package func code(_ text: String) -> String { MarkdownText.code(clipped(text)) }

    /// A line of code, as a link where there is a host.
    package func link(to place: SourcePlace) -> String {
        let text = code("\(place.file):\(place.line)")
        return host?.link(to: place).map { "[\(text)](\($0))" } ?? text
    }

    /// The end of a sentence that names a line of code; nil when it is not known.
    func at(_ file: String?, _ line: Int?) -> String? {
        file.flatMap { SourcePlace($0, line) }.map { " at \(link(to: $0))" }
    }

    /// An entry of a list.
    ///
    /// - Parameter acceptance: Why it may stay, in Markdown.
    func line(_ entry: IssueReport.Entry, _ acceptance: String? = nil) -> String {
        "- \(plain(entry.rule)) at \(plain(entry.place)): \(code(entry.type))"
            + (acceptance.map { ", \($0)" } ?? "")
    }

    /// A list and its title.
    typealias List = (title: String, lines: [String])

    /// Lists that open at a click, of what is known and suppressed and of library leaks.
    ///
    /// - Parameters:
    ///   - others: Lists that come before the last one.
    ///   - shown: The lines of a list that there is room for.
    func lists(
        in report: IssueReport, with others: [List] = [], _ shown: ([String]) -> [String]
    ) -> String {
        func list(
            _ category: FindingStatus.Category, _ noun: String, _ rest: String,
            _ acceptance: (FindingStatus) -> String?
        ) -> List {
            let issues = report.issues(category)
            return (
                Quantity.counted(issues.count, noun) + rest,
                issues.map { line($0.entry, acceptance($0.status)) }
            )
        }
        let accepted = [
            list(.known, "finding", " known from the baseline") { _ in nil },
            list(.suppressed, "finding", " suppressed") { $0.acceptance.map(plain) },
        ]
        let leaks = list(.libraryLeak, "library leak", ", not the project's mistake") {
            $0.libraryLeak?.markdown
        }
        return (accepted + others + [leaks]).filter { !$0.lines.isEmpty }.map { list in
            Self.folded(list.title, shown(list.lines).map { $0 + "\n" }.joined())
        }.joined()
    }

    /// Text that opens at a click.
    static func folded(_ title: String, _ content: String) -> String {
        "\n<details><summary>\(title)</summary>\n\n\(content)\n</details>\n"
    }

    /// Lines in Markdown that stand out as caveats; empty for none.
    static func caveats(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\n" + lines.map { "> ⚠️ \($0)\n" }.joined(separator: ">\n")
    }

    private func clipped(_ text: String) -> String {
        // Counted in scalars: one character may have any number of them.
        let scalars = text.unicodeScalars
        guard let mostCharacters, scalars.count > mostCharacters else { return text }
        return String(String.UnicodeScalarView(scalars.prefix(mostCharacters))) + "…"
    }
}

extension LibraryLeak {
    /// What explains it, on one line of Markdown. Only an `https` address becomes a link.
    fileprivate var markdown: String {
        var name = MarkdownText.escaped(name)
        if let link, link.hasPrefix("https://") {
            name =
                "<a href=\"\(MarkupText.html(link))\">\(MarkdownText.html(self.name))</a>"
        }
        return "library leak \(name): \(MarkdownText.escaped(explanation))"
    }
}
