// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The function that a partial apply forwarder passes calls on to. A closure with captures is
/// only reached through such a forwarder, which has no line of its own.
struct ThunkTarget: Hashable {
    /// The suffix that Swift's mangling adds to the name of the forwarded function.
    private static let suffix = "TA"

    let path: String
    /// The linker's name.
    let function: String

    /// - Parameter symbols: The tool's answer for the address.
    /// - Returns: Nil when the answer has more than a forwarder's name.
    init?(of symbols: [SymbolizerAnswer.Symbol], in path: String) {
        guard symbols.count == 1, let symbol = symbols.first, symbol.line == 0,
            let name = symbol.function, name.hasPrefix("$s"), name.hasSuffix(Self.suffix),
            name.utf8.allSatisfy({ $0 == 0x24 || $0 == 0x5F || $0.isASCIIAlphanumeric })
        else { return nil }
        self.path = path
        function = String(name.dropLast(Self.suffix.utf8.count))
    }

    /// The input line for the tool, or nil when the tool's quoting cannot express the path.
    var line: String? {
        SymbolizerQuestion.quoted(path).map { "CODE \($0) \(function)\n" }
    }

    /// The tool's answer to a question about a name.
    private struct Answer: Decodable {
        let locations: [SymbolizerAnswer.Symbol]
        let path: String
        let name: String

        private enum CodingKeys: String, CodingKey {
            case locations = "Loc"
            case path = "ModuleName"
            case name = "SymName"
        }
    }

    /// Reads the tool's answers, one per line, and skips lines that are not answers.
    ///
    /// - Returns: The function and its beginning, for each that was found.
    static func answers(in output: Data) -> [ThunkTarget: SymbolizerAnswer.Symbol] {
        var found: [ThunkTarget: SymbolizerAnswer.Symbol] = [:]
        for line in output.split(separator: UInt8(ascii: "\n")) {
            guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line)),
                let location = answer.locations.first(where: { $0.function == answer.name })
            else { continue }
            found[ThunkTarget(path: answer.path, function: answer.name)] = location
        }
        return found
    }

    private init(path: String, function: String) {
        self.path = path
        self.function = function
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self)
            || (0x61...0x7A).contains(self)
    }
}
