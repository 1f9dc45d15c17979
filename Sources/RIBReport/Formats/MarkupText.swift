// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Makes text harmless in a document of markup.
package enum MarkupText {
    /// The text for use between tags of a page, or in a quoted attribute. Invisible characters
    /// become visible.
    package static func html(_ text: String) -> String {
        escaped(text) { $0 == "\"" ? "&quot;" : $0 == "'" ? "&#39;" : nil }
    }

    /// A list of counts for the head of a page, each with its words and the tone that it has unless
    /// it is zero.
    package static func counts(_ counts: [(count: Int, words: String, tone: String)]) -> String {
        let entries = counts.map { count, words, tone in
            "<div class=\"\(count > 0 ? tone : "calm")\"><dd>\(count)</dd><dt>\(words)</dt></div>"
        }
        return "<dl class=\"counts\">\n\(entries.joined(separator: "\n"))\n</dl>"
    }

    /// The text for an XML document, without what XML 1.0 forbids. Most control characters become
    /// visible text, and the two noncharacters are replaced.
    static func xml(_ text: String) -> String {
        escaped(text) {
            $0 == "\"" ? "&quot;" : $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : nil
        }
    }

    /// - Parameter other: The replacement for a character that only one of the languages escapes.
    fileprivate static func escaped(
        _ text: String, other: (Unicode.Scalar) -> String?
    ) -> String {
        TerminalEscape.escaped(text).unicodeScalars.escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: other(scalar)
            }
        }
    }
}

/// Makes text from a trace harmless in Markdown, on one line.
package enum MarkdownText {
    /// The text without any markup: no links, mentions, images or HTML.
    package static func escaped(_ text: String) -> String {
        unlinked(text) { scalar in
            switch scalar {
            // As entities, these characters mention nobody and make no link.
            case "@": "&#64;"
            case ":": "&#58;"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~", "$":
                "\\\(scalar)"
            default: nil
            }
        }
    }

    /// Inline code, also within a table.
    package static func code(_ text: String) -> String {
        text.isEmpty ? "" : "<code>\(html(text))</code>"
    }

    /// The text for an HTML element within a line of Markdown.
    package static func html(_ text: String) -> String {
        unlinked(text) { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "\\", "`", "*", "_", "[", "]", "|", "~", "@", "!", "#", "$", ":":
                "&#\(scalar.value);"
            default: nil
            }
        }
    }

    private static func unlinked(
        _ text: String, other: (Unicode.Scalar) -> String?
    ) -> String {
        // GitHub makes a link of what looks like a host, without any scheme.
        MarkupText.escaped(text, other: other).replacing("www.", with: "www&#46;")
    }

    /// The unchanged lines within a fence that is longer than any fence in them.
    package static func block(_ lines: [String]) -> String {
        let text = lines.joined(separator: "\n")
        let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(longest, 2) + 1)
        return "\(fence)text\n\(text)\n\(fence)\n"
    }
}

extension JSONText {
    /// A value as one line of JSON in which an HTML parser cannot find the end of its element.
    static func inPage(_ value: some JSONConvertible) -> String {
        // These characters occur only within strings.
        line(value).dropLast().unicodeScalars.escaped {
            $0 == "<" || $0 == ">" || $0 == "&" ? escape($0) : nil
        }
    }

    /// A list as JSON with one line for each element.
    static func inPage(lines list: [some JSONConvertible]) -> String {
        list.isEmpty ? "[]" : "[\n\(list.map { inPage($0) }.joined(separator: ",\n"))\n]"
    }
}
