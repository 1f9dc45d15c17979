// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes JSON that is harmless on a terminal. Keys are sorted, so equal values give equal text.
package enum JSONText {
    /// A whole document, ending with a line break.
    package static func encoded(_ value: some JSONConvertible) -> String {
        text(of: value.jsonValue, indent: "") + "\n"
    }

    /// A document on one line with a line break at its end, for files of many documents.
    package static func line(_ value: some JSONConvertible) -> String {
        text(of: value.jsonValue, indent: nil) + "\n"
    }

    /// - Parameter indent: What the value's last line begins with; nil to write all on one line.
    private static func text(of value: JSONValue, indent: String?) -> String {
        switch value {
        case .null: return "null"
        case .bool(let flag): return "\(flag)"
        case .integer(let number): return "\(number)"
        case .unsigned(let number): return "\(number)"
        case .number(let number):
            let digits = "\(number)"
            return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
        case .string(let text): return "\"\(inside(text, breaks))\""
        case .array(let elements):
            if elements.isEmpty { return "[]" }
            return "[" + list(elements, indent) { text(of: $0, indent: $1) } + "]"
        case .object(let object):
            let sorted = object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            let colon = indent == nil ? ":" : " : "
            let members = list(sorted, indent) { member, indent in
                "\"\(inside(member.key, breaks))\"\(colon)" + text(of: member.value, indent: indent)
            }
            return "{\(members)}"
        }
    }

    /// - Parameter indent: What stands before the list's last line, if it has lines.
    private static func list<Part>(
        _ parts: [Part], _ indent: String?, text: (Part, _ indent: String?) -> String
    ) -> String {
        guard let indent else { return parts.map { text($0, nil) }.joined(separator: ",") }
        let lines = parts.map { "\n\(indent)  " + text($0, indent + "  ") }
        return lines.joined(separator: ",") + "\n\(indent)"
    }

    /// What has an escape of its own, in documents.
    private static let breaks: [Unicode.Scalar: String] = [
        "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{C}": "\\f", "\r": "\\r",
    ]

    /// A string literal, for JSON that is written piece by piece.
    package static func literal(_ text: String) -> String { "\"\(inside(text))\"" }

    /// The text between the quotes of a string literal. You may join several such texts in one
    /// literal.
    package static func inside(_ text: String) -> String { inside(text, [:]) }

    private static func inside(_ text: String, _ breaks: [Unicode.Scalar: String]) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isPlain { return text }
        return text.unicodeScalars.escaped { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            default: TerminalEscape.isHidden(scalar) ? breaks[scalar] ?? escape(scalar) : nil
            }
        }
    }

    /// The `version` of a document; nil when it is not an object with one.
    package static func version(of json: Data) -> Int? {
        struct Head: Decodable {
            let version: Int
        }
        return (try? JSONDecoder().decode(Head.self, from: json))?.version
    }

    /// A character as JSON's codes, such as `\u001b`.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
