import Foundation
import RIBAnalysis

/// A report for programs: contract version 1.
///
/// Absent facts are null. Keys are sorted, so equal reports are equal text.
public struct JSONReport: Sendable {
    /// Raised when a key changes its meaning or goes away; new keys may come at any time.
    public static let version = 1

    /// Creates a renderer.
    public init() {}

    /// The whole report, ending with a line break.
    public func text(for report: RunReport) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding strings, integers, arrays and nulls has no way to fail.
        guard let data = try? encoder.encode(JSONDocument(report)) else { return "" }
        return Self.tidied(String(decoding: data, as: UTF8.self)) + "\n"
    }

    /// Writes empty lists as `[]`, whichever Foundation encoded them, and escapes in JSON's way
    /// what could steer a terminal that shows the text.
    ///
    /// Such characters only occur within strings, and line breaks only outside of them.
    private static func tidied(_ json: String) -> String {
        var result = ""
        result.reserveCapacity(json.utf8.count)
        for line in json.split(separator: "\n", omittingEmptySubsequences: true) {
            let text = line.drop { $0 == " " }
            if result.last == "[", text.first == "]" {
                result += text
            } else if !text.isEmpty {
                if !result.isEmpty { result += "\n" }
                result += escaped(line)
            }
        }
        return result
    }

    private static func escaped(_ line: Substring) -> String {
        var result = ""
        for scalar in line.unicodeScalars {
            if TerminalEscape.isHidden(scalar) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
