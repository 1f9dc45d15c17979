import Foundation

extension JSONText {
    /// A document on one line, ending with a line break, for files of many.
    ///
    /// - Parameter value: Strings, integers, lists and nulls, which have no way to fail.
    package static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "" }
        return escaped(Substring(decoding: data, as: UTF8.self)) + "\n"
    }
}
