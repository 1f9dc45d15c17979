// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A question to `llvm-symbolizer` about a place in a binary, also used to find its answer.
struct SymbolizerQuestion: Hashable {
    let path: String
    /// An address such as `0x1f`, or the linker's name of a function.
    let place: String

    init(path: String, place: String) { (self.path, self.place) = (path, place) }

    init(path: String, address: UInt64) {
        self.init(path: path, place: "0x\(String(address, radix: 16))")
    }

    /// Asks about the call that returns to an address.
    init(_ address: ImageAddress) { self.init(path: address.path, address: address.call) }

    /// The tool takes a longer line for two questions.
    private static let longestLine = 1023

    /// The input line for the tool, or nil when the tool cannot read one with such a path or name.
    var line: String? {
        guard !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }),
            let quote = ["\"", "'"].first(where: { !path.contains($0) })
        else { return nil }
        let line = "CODE \(quote)\(path)\(quote) \(place)\n"
        return line.utf8.count <= Self.longestLine ? line : nil
    }
}

// The function that a partial apply forwarder passes calls on to. A closure with captures is only
// reached through such a forwarder, which has no line of its own.
extension SymbolizerQuestion {
    /// The suffix that Swift's mangling adds to the name of the forwarded function.
    static let forwarder = "TA"

    /// Asks where the function begins.
    ///
    /// - Parameter symbols: The tool's answer for the address.
    /// - Returns: Nil when the answer has more than a forwarder's name.
    init?(forwardedBy symbols: [SymbolizerAnswer.Symbol], in path: String) {
        guard symbols.count == 1, let symbol = symbols.first, symbol.line == 0,
            let name = symbol.name, name.hasPrefix("$s"), name.hasSuffix(Self.forwarder),
            name.utf8.allSatisfy({
                $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "_")
            })
        else { return nil }
        self.init(path: path, place: String(name.dropLast(Self.forwarder.count)))
    }

    /// The function as if it began where it is made into a closure, for one without its own line.
    ///
    /// - Parameter places: The functions at each place that does so, innermost inlined ones first.
    /// - Returns: Nil unless all places that are in the function around it are one line.
    func made(at places: [[SymbolizerAnswer.Symbol]]) -> SymbolizerAnswer.Symbol? {
        let makers = places.compactMap { $0.first { isNested(in: $0) && $0.line > 0 } }
        guard let maker = makers.first,
            makers.allSatisfy({ $0.file == maker.file && $0.line == maker.line }),
            // A source that was edited since has other lines.
            let built = Self.modification(of: path), let edited = Self.modification(of: maker.file),
            edited <= built,
            let source = try? String(contentsOfFile: maker.file, encoding: .utf8),
            // In a linker name, `fu` marks an implicit closure, as of a method reference.
            let line = ClosureLine.line(
                inCallAt: maker.line, of: source, isImplicit: place.contains("fu"))
        else { return nil }
        return SymbolizerAnswer.Symbol(
            name: place, file: maker.file, line: line, startFile: maker.file, startLine: line)
    }

    private static func modification(of path: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date
    }

    /// The name of a closure begins with that of the function around it.
    private func isNested(in symbol: SymbolizerAnswer.Symbol) -> Bool {
        symbol.name.map { place.hasPrefix($0) && $0 != place } ?? false
    }
}

/// One line of the output of `llvm-symbolizer --output-style=JSON`: the answer to a question about
/// an address, or about the linker's name of a function.
package struct SymbolizerAnswer {
    /// A function at the address; the innermost inlined one comes first.
    ///
    /// Encoded, it is as `SymbolFile` keeps it.
    package struct Symbol: Codable, Equatable {
        /// The linker's name, or nil when there is none.
        let name: String?
        let file: String
        let line: Int
        /// The file in which the function begins, if that is known.
        var startFile: String?
        var startLine: Int?
    }

    /// The most inlined calls of one answer that are kept. Longer chains are cut.
    private static let mostSymbols = 128

    let question: SymbolizerQuestion
    /// Those that have a name or a file. In an answer about a name, those that have that name.
    let symbols: [Symbol]

    /// Reads a line of output, without its line break.
    ///
    /// - Returns: Nil when the line is not an answer, or it is not known to which question.
    init?(line: ArraySlice<UInt8>) {
        let parsed = try? JSONSerialization.jsonObject(with: Data(line))
        guard let output = parsed as? [String: Any], let path = output["ModuleName"] as? String
        else { return nil }
        let name = output["SymName"] as? String
        let address = (output["Address"] as? String).flatMap {
            $0.hasPrefix("0x") ? UInt64($0.dropFirst(2), radix: 16) : nil
        }
        let functions = output[name == nil ? "Symbol" : "Loc"] as? [[String: Any]]
        guard let symbols = functions?.map(Symbol.init), !symbols.contains(nil),
            let question = name.map({ SymbolizerQuestion(path: path, place: $0) })
                ?? address.map({ SymbolizerQuestion(path: path, address: $0) })
        else { return nil }
        self.question = question
        self.symbols = symbols.prefix(Self.mostSymbols).compactMap(\.self).filter {
            name == nil ? $0.name != nil || !$0.file.isEmpty : $0.name == name
        }
    }
}

extension SymbolizerAnswer.Symbol {
    /// Reads a function of the tool's answer.
    fileprivate init?(_ values: [String: Any]) {
        guard let name = values["FunctionName"] as? String,
            let file = values["FileName"] as? String, let line = values["Line"] as? Int
        else { return nil }
        self.init(
            name: name.isEmpty || name == "??" ? nil : name, file: file, line: line,
            startFile: values["StartFileName"] as? String, startLine: values["StartLine"] as? Int)
    }
}
