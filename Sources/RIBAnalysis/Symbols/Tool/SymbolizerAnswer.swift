// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of the output of `llvm-symbolizer --output-style=JSON`.
struct SymbolizerAnswer: Decodable, Equatable {
    /// A function at the address; the innermost inlined one comes first.
    struct Symbol: Decodable, Equatable {
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

    init(address: String, module: String, symbols: [Symbol]) {
        self.address = address
        self.module = module
        self.symbols = symbols
    }

    private enum CodingKeys: String, CodingKey {
        case address = "Address"
        case module = "ModuleName"
        case symbols = "Symbol"
    }

    /// The most inlined calls of one answer that are kept. Longer chains are cut.
    static let mostSymbols = 128

    /// Reads an answer in any form that JSON allows.
    static func decoded(_ line: [UInt8]) -> Self? {
        try? JSONDecoder().decode(Self.self, from: Data(line))
    }

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
    private var scanner = AnswerScanner()
    private var unfinished: [UInt8] = []

    /// Takes the next bytes, which may begin and end anywhere.
    ///
    /// Lines that are not answers are skipped.
    ///
    /// - Parameter answered: Called with the functions of each answer.
    mutating func receive(
        _ bytes: ArraySlice<UInt8>,
        answered: (_ symbols: [SymbolizerAnswer.Symbol]) -> Void = { _ in }
    ) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            unfinished += rest[..<end]
            takeLine(answered)
            rest = rest[(end + 1)...]
        }
        unfinished += rest
    }

    /// Takes a last line without a line break.
    mutating func finish() {
        takeLine { _ in }
    }

    private mutating func takeLine(_ answered: ([SymbolizerAnswer.Symbol]) -> Void) {
        let line = unfinished
        unfinished = []
        guard !line.isEmpty,
            let answer = (scanner.answer(line) ?? SymbolizerAnswer.decoded(line))?.named
        else { return }
        symbols[answer.question] = answer.symbols
        answered(answer.symbols)
    }
}
