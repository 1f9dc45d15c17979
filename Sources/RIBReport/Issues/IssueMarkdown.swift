// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Writes mistakes in the Markdown of GitHub and GitLab. What comes from outside is harmless there.
struct IssueMarkdown {
    /// The most characters of a text from outside; nil for any number.
    var mostCharacters: Int?
    /// Where the repository's lines can be read; nil for places without links.
    var host: CodeHost?

    /// Text without markup.
    func plain(_ text: String) -> String { MarkdownText.escaped(clipped(text)) }

    /// Inline code.
    func code(_ text: String) -> String { MarkdownText.code(clipped(text)) }

    func text(_ pieces: [IssuePiece]) -> String {
        pieces.map { piece in
            switch piece {
            case .words(let words): words
            case .text(let text): plain(text)
            case .code(let text): code(text)
            case .place(let place): link(to: place)
            }
        }.joined()
    }

    private func link(to place: SourcePlace) -> String {
        let text = code("\(place.file):\(place.line)")
        return host?.link(to: place).map { "[\(text)](\($0))" } ?? text
    }

    /// An entry of a list.
    ///
    /// - Parameter acceptance: Why it may stay, in Markdown.
    func line(_ entry: [IssuePiece], _ acceptance: String? = nil) -> String {
        "- " + text(entry) + (acceptance.map { ", \($0)" } ?? "")
    }

    /// The titles and lines of the lists of what is known and suppressed.
    func accepted(in report: IssueReport) -> [(title: String, lines: [String])] {
        let (known, suppressed) = (report.issues(.known), report.issues(.suppressed))
        return [
            (
                "\(Quantity.counted(known.count, "finding")) known from the baseline",
                known.map { line($0.entry) }
            ),
            (
                "\(Quantity.counted(suppressed.count, "finding")) suppressed",
                suppressed.map { line($0.entry, $0.status.acceptance.map(plain)) }
            ),
        ]
    }

    /// The title and the lines of the list of library leaks.
    func libraryLeaks(in report: IssueReport) -> (title: String, lines: [String]) {
        let leaks = report.issues(.libraryLeak)
        return (
            "\(Quantity.counted(leaks.count, "library leak")), not the project's mistake",
            leaks.map { line($0.entry, $0.status.libraryLeak?.markdown) }
        )
    }

    /// A list that opens at a click; empty for no lines.
    ///
    /// - Parameter shown: The lines that there is room for.
    static func folded(
        _ list: (title: String, lines: [String]), _ shown: ([String]) -> [String]
    ) -> String {
        list.lines.isEmpty
            ? "" : folded(list.title, shown(list.lines).map { $0 + "\n" }.joined())
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
