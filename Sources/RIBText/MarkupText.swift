// SPDX-License-Identifier: Apache-2.0

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
