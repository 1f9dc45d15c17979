// SPDX-License-Identifier: Apache-2.0

/// Makes text from a trace harmless on a terminal.
package enum TerminalEscape {
    /// The length at which a piece is cut. A name of a megabyte would bury the report.
    private static let longestPiece = 1000

    /// One line that shows control, format and bidirectional characters as escapes, such as
    /// `evil\u{1B}[31m`.
    package static func escaped(_ text: String) -> String {
        if text.utf8.count <= longestPiece, isPlain(text) { return text }
        let rest = text.unicodeScalars.dropFirst(longestPiece)
        let shown = text.unicodeScalars[..<rest.startIndex].escaped { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: isHidden(scalar) ? escape(scalar) : nil
            }
        }
        return rest.isEmpty ? shown : shown + "…"
    }

    /// A character as its code, such as `\u{1B}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// Whether a character is invisible: control characters, bidirectional overrides, zero-width
    /// characters and line separators.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // Looking up a scalar's category takes longer than everything else here.
        if (0x20..<0x7F).contains(scalar.value) { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether a text is visible ASCII, as most texts are.
    static func isPlain(_ text: some StringProtocol) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where byte < 0x20 || byte > 0x7E { return false }
            return true
        } ?? false
    }
}

extension Sequence<Unicode.Scalar> {
    /// The text of the characters, some of them replaced: those for which there is another text.
    package func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in self {
            if let text = escape(scalar) {
                result += text
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
