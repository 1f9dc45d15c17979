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
        return Self.escapingHidden(String(decoding: data, as: UTF8.self)) + "\n"
    }

    /// Escapes, in JSON's way, what could steer a terminal that shows the text; such characters
    /// only occur within its strings.
    private static func escapingHidden(_ json: String) -> String {
        var result = ""
        result.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            if scalar != "\n", TerminalEscape.isHidden(scalar) {
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
