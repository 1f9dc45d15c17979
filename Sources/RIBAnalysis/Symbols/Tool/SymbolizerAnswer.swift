// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of the output of `llvm-symbolizer --output-style=JSON`.
package struct SymbolizerAnswer: Decodable {
    /// A function at the address; the innermost inlined one comes first.
    package struct Symbol: Decodable, Equatable {
        private let functionName: String
        let file: String
        let line: Int
        /// The file in which the function begins, if that is known.
        let startFile: String?
        let startLine: Int?

        /// The linker's name, or nil when there is none.
        var function: String? {
            functionName.isEmpty || functionName == "??" ? nil : functionName
        }

        init(
            functionName: String, file: String, line: Int, startFile: String? = nil,
            startLine: Int? = nil
        ) {
            self.functionName = functionName
            self.file = file
            self.line = line
            self.startFile = startFile
            self.startLine = startLine
        }

        private enum CodingKeys: String, CodingKey {
            case functionName = "FunctionName"
            case file = "FileName"
            case line = "Line"
            case startFile = "StartFileName"
            case startLine = "StartLine"
        }
    }

    private let address: String?
    private let module: String?
    private let symbols: [Symbol]?

    private enum CodingKeys: String, CodingKey {
        case address = "Address"
        case module = "ModuleName"
        case symbols = "Symbol"
    }

    /// The most inlined calls of one answer that are kept. Longer chains are cut.
    static let mostSymbols = 128

    /// The question and the functions that have a name or a file; nil when there is no answer.
    var named: (question: SymbolizerQuestion, symbols: [Symbol])? {
        guard let module, let symbols, let address, address.hasPrefix("0x"),
            let address = UInt64(address.dropFirst(2), radix: 16)
        else { return nil }
        let named = symbols.prefix(Self.mostSymbols).filter {
            $0.function != nil || !$0.file.isEmpty
        }
        return (SymbolizerQuestion(path: module, address: address), named)
    }
}

/// Parses the tool's output while the tool is still looking up the rest.
struct SymbolizerAnswers {
    /// The functions at each address answered so far, innermost inlined one first.
    private(set) var symbols: [SymbolizerQuestion: [SymbolizerAnswer.Symbol]] = [:]

    /// Takes the next line, without its line break.
    ///
    /// - Returns: The functions of the answer; nil when the line is not an answer.
    @discardableResult
    mutating func take(_ line: ArraySlice<UInt8>) -> [SymbolizerAnswer.Symbol]? {
        guard
            let answer = try? JSONDecoder().decode(SymbolizerAnswer.self, from: Data(line)).named
        else { return nil }
        symbols[answer.question] = answer.symbols
        return answer.symbols
    }
}
