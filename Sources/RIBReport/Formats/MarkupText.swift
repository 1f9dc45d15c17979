// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Makes text harmless in an HTML page.
package enum HTMLText {
    /// The text for use between tags or in a quoted attribute. Invisible characters become visible.
    package static func escaped(_ text: String) -> String {
        MarkupText.escaped(text) { $0 == "'" ? "&#39;" : nil }
    }
}

/// Makes text harmless in an XML document.
package enum XMLText {
    /// Escapes markup and what XML 1.0 forbids. Most control characters become visible text, and
    /// the two noncharacters are replaced.
    package static func escaped(_ text: String) -> String {
        MarkupText.escaped(text) { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : nil }
    }
}

/// The rules that HTML and XML share.
private enum MarkupText {
    /// - Parameter other: The replacement for a character that only one of the languages escapes.
    static func escaped(_ text: String, other: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in TerminalEscape.escaped(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                if let replacement = other(scalar) {
                    result += replacement
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}

/// Makes text from a trace harmless in Markdown, on one line.
package enum MarkdownText {
    /// The text without any markup: no links, mentions, images or HTML.
    package static func escaped(_ text: String) -> String {
        withoutHosts(
            TerminalEscape.escaped(text).reduce(into: "") { result, character in
                switch character {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                // As entities, these characters mention nobody and make no link.
                case "@": result += "&#64;"
                case ":": result += "&#58;"
                case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~",
                    "$":
                    result += "\\\(character)"
                default: result.append(character)
                }
            })
    }

    /// Inline code, also within a table.
    package static func code(_ text: String) -> String {
        text.isEmpty ? "" : "<code>\(html(text))</code>"
    }

    /// The text for an HTML element within a line of Markdown.
    package static func html(_ text: String) -> String {
        withoutHosts(
            TerminalEscape.escaped(text).reduce(into: "") { result, character in
                switch character {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                case "\"": result += "&quot;"
                case "\\", "`", "*", "_", "[", "]", "|", "~", "@", "!", "#", "$", ":":
                    result += "&#\(character.asciiValue ?? 0);"
                default: result.append(character)
                }
            })
    }

    /// GitHub makes a link of what looks like a host, without any scheme.
    private static func withoutHosts(_ text: String) -> String {
        text.replacing("www.", with: "www&#46;")
    }

    /// The unchanged lines within a fence that is longer than any fence in them.
    package static func block(_ lines: [String]) -> String {
        var longest = 2
        var current = 0
        for character in lines.joined(separator: "\n") {
            current = character == "`" ? current + 1 : 0
            longest = max(longest, current)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence)text\n\(lines.joined(separator: "\n"))\n\(fence)\n"
    }
}
