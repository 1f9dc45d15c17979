// SPDX-License-Identifier: Apache-2.0

/// Text made harmless for where it stands in a page of HTML.
package enum HTMLText {
    /// Text between tags or in a quoted attribute; what does not show itself is made visible.
    package static func escaped(_ text: String) -> String {
        MarkupText.escaped(text) { $0 == "'" ? "&#39;" : nil }
    }
}

/// Text made harmless for where it stands in an XML document.
package enum XMLText {
    /// Escapes markup, and what XML 1.0 allows nowhere: most controls, which are shown as text, and
    /// the two code points that are no characters.
    package static func escaped(_ text: String) -> String {
        MarkupText.escaped(text) { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : nil }
    }
}

/// What HTML and XML have in common.
private enum MarkupText {
    /// - Parameter other: What stands for a character that only one of the languages escapes.
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
