// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of the output of `llvm-symbolizer --output-style=JSON`.
package struct SymbolizerAnswer: Decodable, Equatable {
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

    /// Takes the next line, without its line break.
    ///
    /// - Returns: The functions of the answer; nil when the line is not an answer.
    @discardableResult
    mutating func take(_ line: ArraySlice<UInt8>) -> [SymbolizerAnswer.Symbol]? {
        let line = Array(line)
        guard let answer = (scanner.answer(line) ?? SymbolizerAnswer.decoded(line))?.named else {
            return nil
        }
        symbols[answer.question] = answer.symbols
        return answer.symbols
    }
}

/// Reads answers in the one form that the tool writes.
///
/// A general JSON decoder takes ten times as long. Any other form, such as one with blanks or
/// escapes, is rejected here. Accepted lines mean the same to a decoder.
struct AnswerScanner {
    private var bytes: [UInt8] = []
    private var position = 0
    private var strings = InternedStrings()

    /// Reads the answer in a line, or returns nil when the line does not have the usual form.
    mutating func answer(_ line: [UInt8]) -> SymbolizerAnswer? {
        (bytes, position) = (line, 0)
        var address: String?
        var module: String?
        var symbols: [SymbolizerAnswer.Symbol]?
        guard take("{") else { return nil }
        repeat {
            guard let key = key() else { return nil }
            if address == nil, isEqual(key, Self.address) {
                address = text()
                guard address != nil else { return nil }
            } else if module == nil, isEqual(key, Self.module) {
                module = text()
                guard module != nil else { return nil }
            } else if symbols == nil, isEqual(key, Self.symbols) {
                symbols = list()
                guard symbols != nil else { return nil }
            } else {
                return nil
            }
        } while take(",")
        guard take("}"), position == bytes.count, let address, let module, let symbols else {
            return nil
        }
        return SymbolizerAnswer(address: address, module: module, symbols: symbols)
    }

    private mutating func list() -> [SymbolizerAnswer.Symbol]? {
        var symbols: [SymbolizerAnswer.Symbol] = []
        guard take("[") else { return nil }
        if take("]") { return symbols }
        repeat {
            guard let symbol = symbol() else { return nil }
            if symbols.count < SymbolizerAnswer.mostSymbols { symbols.append(symbol) }
        } while take(",")
        return take("]") ? symbols : nil
    }

    private mutating func symbol() -> SymbolizerAnswer.Symbol? {
        var function: String?
        var file: String?
        var line: Int?
        var startFile: String?
        var startLine: Int?
        guard take("{") else { return nil }
        repeat {
            guard let key = key() else { return nil }
            if isEqual(key, Self.function) {
                guard function == nil, let text = text() else { return nil }
                function = text
            } else if isEqual(key, Self.file) {
                guard file == nil, let text = text() else { return nil }
                file = text
            } else if isEqual(key, Self.line) {
                guard line == nil, let number = number() else { return nil }
                line = number
            } else if isEqual(key, Self.startFile) {
                guard startFile == nil, let text = text() else { return nil }
                startFile = text
            } else if isEqual(key, Self.startLine) {
                guard startLine == nil, let number = number() else { return nil }
                startLine = number
            } else {
                guard Self.ignored.contains(where: { isEqual(key, $0) }),
                    string() != nil || number() != nil
                else { return nil }
            }
        } while take(",")
        guard take("}"), let function, let file, let line else { return nil }
        return SymbolizerAnswer.Symbol(
            functionName: function, file: file, line: line, startFile: startFile,
            startLine: startLine)
    }

    // MARK: - Names of members

    private static let address = Array("Address".utf8)
    private static let module = Array("ModuleName".utf8)
    private static let symbols = Array("Symbol".utf8)
    private static let function = Array("FunctionName".utf8)
    private static let file = Array("FileName".utf8)
    private static let line = Array("Line".utf8)
    private static let startFile = Array("StartFileName".utf8)
    private static let startLine = Array("StartLine".utf8)
    private static let ignored = [
        "Column", "Discriminator", "StartAddress",
    ].map { Array($0.utf8) }

    private func isEqual(_ range: Range<Int>, _ name: [UInt8]) -> Bool {
        range.count == name.count && bytes[range].elementsEqual(name)
    }

    // MARK: - Parts

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }

    private mutating func key() -> Range<Int>? {
        guard let key = string(), take(":") else { return nil }
        return key
    }

    private mutating func text() -> String? {
        guard let range = string() else { return nil }
        return strings.string(bytes[range])
    }

    /// The range between two quotation marks; no escapes or control characters are allowed.
    private mutating func string() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return start..<(position - 1) }
            if byte == UInt8(ascii: "\\") || byte < 0x20 { return nil }
        }
        return nil
    }

    /// Reads a number of at most eighteen digits.
    private mutating func number() -> Int? {
        let start = position
        var number = 0
        while position < bytes.count, position - start < 18, let digit = digit(bytes[position]) {
            number = number * 10 + digit
            position += 1
        }
        let count = position - start
        return count == 1 || count > 1 && bytes[start] != UInt8(ascii: "0") ? number : nil
    }

    private func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - 48) : nil
    }
}
