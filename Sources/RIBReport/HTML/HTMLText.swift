import Foundation
import RIBTrees

/// Text made harmless for where it stands in a page.
package enum HTMLText {
    /// Text between tags or in a quoted attribute; what does not show itself is made visible.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for character in TerminalEscape.escaped(text).unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// A value as JSON in one line, which no parser of HTML takes for the end of its element.
    ///
    /// - Parameter value: Strings, integers, lists and nulls, which have no way to fail.
    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "null" }
        var result = ""
        result.reserveCapacity(data.count)
        // These stand only within strings.
        for character in String(decoding: data, as: UTF8.self).unicodeScalars {
            switch character {
            case "<": result += "\\u003c"
            case ">": result += "\\u003e"
            case "&": result += "\\u0026"
            case "\u{2028}": result += "\\u2028"
            case "\u{2029}": result += "\\u2029"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// A list as JSON with a line for each element.
    static func json(lines list: [some Encodable]) -> String {
        var lines: [String] = []
        for value in list { lines.append(json(value)) }
        return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
    }
}
