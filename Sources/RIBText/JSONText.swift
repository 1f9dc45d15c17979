// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes JSON that is harmless on a terminal. Keys are sorted, so equal values give equal text.
package enum JSONText {
    /// A whole document, ending with a line break.
    ///
    /// - Parameter value: A value of strings, integers, lists and nulls. Encoding these cannot
    ///   fail.
    package static func encoded(_ value: some Encodable) -> String {
        guard let json = plain(value, [.prettyPrinted]) else { return "" }
        return tidied(json) + "\n"
    }

    private static func plain(
        _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
    ) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
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

extension JSONText {
    /// A document on one line with a line break at its end, for files of many documents.
    ///
    /// - Parameter value: A value of strings, integers, lists and nulls. Encoding these cannot
    ///   fail.
    package static func line(_ value: some Encodable) -> String {
        plain(value).map { escaped(Substring($0)) + "\n" } ?? ""
    }
}

extension JSONText {
    /// A value as one line of JSON in which an HTML parser cannot find the end of its element.
    ///
    /// - Parameter value: A value of strings, integers, lists and nulls. Encoding these cannot
    ///   fail.
    package static func inPage(_ value: some Encodable) -> String {
        guard let json = plain(value) else { return "null" }
        // These characters occur only within strings.
        return json.unicodeScalars.escaped { scalar in
            switch scalar {
            case "<", ">", "&", "\u{2028}", "\u{2029}": escape(scalar)
            default: nil
            }
        }
    }

    /// A list as JSON with one line for each element.
    package static func inPage(lines list: [some Encodable]) -> String {
        list.isEmpty ? "[]" : "[\n\(list.map { inPage($0) }.joined(separator: ",\n"))\n]"
    }
}
