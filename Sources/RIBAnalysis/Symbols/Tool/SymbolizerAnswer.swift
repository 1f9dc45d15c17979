// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of the output of `llvm-symbolizer --output-style=JSON`: the answer to a question about
/// an address, or about the linker's name of a function.
package struct SymbolizerAnswer: Decodable {
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

    /// The keys of the tool.
    fileprivate enum Key: String, CodingKey {
        case address = "Address"
        case module = "ModuleName"
        case symbols = "Symbol"
        /// Of an answer about a name.
        case name = "SymName"
        case locations = "Loc"
        case functionName = "FunctionName"
        case fileName = "FileName"
        case line = "Line"
        case startFileName = "StartFileName"
        case startLine = "StartLine"
    }

    /// The most inlined calls of one answer that are kept. Longer chains are cut.
    private static let mostSymbols = 128

    private let module: String
    private let address: String?
    private let name: String?
    /// Those that have a name or a file. In an answer about a name, those that have that name.
    let symbols: [Symbol]

    /// Reads a line of output, without its line break.
    ///
    /// - Returns: Nil when the line is not an answer.
    init?(line: ArraySlice<UInt8>) {
        guard let answer = try? JSONDecoder().decode(Self.self, from: Data(line)) else {
            return nil
        }
        self = answer
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        module = try values.decode(String.self, forKey: .module)
        address = try values.decodeIfPresent(String.self, forKey: .address)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        var list = try values.nestedUnkeyedContainer(forKey: name == nil ? .symbols : .locations)
        var symbols: [Symbol] = []
        while !list.isAtEnd {
            symbols.append(try Symbol(list.nestedContainer(keyedBy: Key.self)))
        }
        let asked = name
        self.symbols = symbols.prefix(Self.mostSymbols).filter {
            asked == nil ? $0.name != nil || !$0.file.isEmpty : $0.name == asked
        }
    }

    /// The question that this answers; nil when that is not known.
    var question: SymbolizerQuestion? {
        if let name { return SymbolizerQuestion(path: module, place: name) }
        guard let address, address.hasPrefix("0x"),
            let address = UInt64(address.dropFirst(2), radix: 16)
        else { return nil }
        return SymbolizerQuestion(path: module, address: address)
    }
}

extension SymbolizerAnswer.Symbol {
    /// Reads a function of the tool's answer.
    fileprivate init(_ values: KeyedDecodingContainer<SymbolizerAnswer.Key>) throws {
        let name = try values.decode(String.self, forKey: .functionName)
        self.name = name.isEmpty || name == "??" ? nil : name
        file = try values.decode(String.self, forKey: .fileName)
        line = try values.decode(Int.self, forKey: .line)
        startFile = try values.decodeIfPresent(String.self, forKey: .startFileName)
        startLine = try values.decodeIfPresent(Int.self, forKey: .startLine)
    }
}
