// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Makes text from a trace harmless for a program that takes text for more than text.
///
/// JSON escapes hide nothing from an assistant: it sees the characters that they stand for. So each
/// character that draws nothing becomes its code in words, such as `\u{202E}`. Beside what
/// `TerminalEscape` shows, these are variation selectors, fillers, tags and unassigned or private
/// characters, in which whole sentences can be hidden from the person who looks on.
enum InertText {
    /// Names that people write are far shorter.
    static let longestString = 1_000

    /// One line, of at most so many characters.
    static func line(_ text: String, atMost most: Int = longestString) -> String {
        let rest = text.unicodeScalars.dropFirst(most)
        let shown = text.unicodeScalars[..<rest.startIndex].escaped(code(of:))
        return rest.isEmpty ? shown : shown + "…"
    }

    /// Lines whose names are escaped for terminals already.
    static func lines(_ text: String) -> String {
        text.unicodeScalars.escaped { $0 == "\n" ? nil : code(of: $0) }
    }

    /// Such lines for between lines of three backticks, which no name can end.
    static func fenced(_ text: String) -> String {
        lines(text).split(separator: "```", omittingEmptySubsequences: false)
            .joined(separator: "``\\u{60}")
    }

    /// A JSON document, with hidden characters in its strings as JSON escapes them.
    static func document(_ json: String) -> String {
        json.unicodeScalars.escaped { $0 != "\n" && isHidden($0) ? JSONText.escape($0) : nil }
    }

    /// A name in single quotes that it cannot end, for a sentence of ours.
    static func quoted(_ name: String) -> String {
        let parts = line(name, atMost: 400).split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "\\'"))'"
    }

    /// A value with each string inert. Names of members are ours.
    static func value(_ value: JSONValue) -> JSONValue { value.mappingStrings { line($0) } }

    /// What is shown in the place of a character that draws nothing; nil for the others.
    private static func code(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: isHidden(scalar) ? TerminalEscape.escape(scalar) : nil
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7F).contains(scalar.value) { return false }
        if TerminalEscape.isHidden(scalar) || scalar.properties.isDefaultIgnorableCodePoint {
            return true
        }
        // Braille's blank pattern is a symbol that draws nothing.
        if scalar.value == 0x2800 { return true }
        return switch scalar.properties.generalCategory {
        case .privateUse, .unassigned, .surrogate: true
        default: false
        }
    }
}
