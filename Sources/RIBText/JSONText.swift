// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes JSON that is harmless on a terminal. Keys are sorted, so equal values give equal text.
package enum JSONText {
    /// A whole document, ending with a line break.
    package static func encoded(_ value: some Encodable) -> String {
        tidied(plain(value, [.prettyPrinted])) + "\n"
    }

    /// A document on one line with a line break at its end, for files of many documents.
    package static func line(_ value: some Encodable) -> String {
        escaped(Substring(plain(value))) + "\n"
    }

    /// A value of strings, integers, lists and nulls, as Foundation writes it. Encoding these
    /// cannot fail.
    package static func plain(
        _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
    ) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// A string literal, for JSON that is written piece by piece.
    package static func literal(_ text: String) -> String { "\"\(inside(text))\"" }

    /// The text between the quotes of a string literal. You may join several such texts in one
    /// literal.
    package static func inside(_ text: String) -> String {
        text.unicodeScalars.escaped { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            default: TerminalEscape.isHidden(scalar) ? escape(scalar) : nil
            }
        }
    }

    /// Writes empty lists as `[]`, whichever Foundation encoded them. Also escapes characters that
    /// could control a terminal, in JSON's way.
    ///
    /// Such characters occur only within strings, and line breaks only outside of them. It goes by
    /// bytes, since a report of many findings is megabytes.
    private static func tidied(_ json: String) -> String {
        let (lineBreak, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
        var result = ""
        result.reserveCapacity(json.utf8.count)
        for line in json.utf8.split(separator: lineBreak) {
            let text = line.drop { $0 == space }
            if result.utf8.last == UInt8(ascii: "["), text.first == UInt8(ascii: "]") {
                result += Substring(text)
            } else if !text.isEmpty {
                if !result.isEmpty { result += "\n" }
                result += escaped(Substring(line))
            }
        }
        return result
    }

    /// The `version` of a document; nil when it is not an object with one.
    package static func version(of json: Data) -> Int? {
        struct Head: Decodable {
            let version: Int
        }
        return (try? JSONDecoder().decode(Head.self, from: json))?.version
    }

    static func escaped(_ line: Substring) -> String {
        if TerminalEscape.isPlain(line) { return String(line) }
        return line.unicodeScalars.escaped { TerminalEscape.isHidden($0) ? escape($0) : nil }
    }

    /// A character as JSON's codes, such as `\u001b`.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
