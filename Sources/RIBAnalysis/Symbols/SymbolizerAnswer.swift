import Foundation

/// One line of `llvm-symbolizer --output-style=JSON`.
struct SymbolizerAnswer: Decodable {
    /// A function at the address; the innermost inlined one comes first.
    struct Symbol: Decodable, Equatable {
        private let functionName: String
        let file: String
        let line: Int

        /// The linker's name, or nil when there is none.
        var function: String? {
            functionName.isEmpty || functionName == "??" ? nil : functionName
        }

        init(functionName: String, file: String, line: Int) {
            self.functionName = functionName
            self.file = file
            self.line = line
        }

        private enum CodingKeys: String, CodingKey {
            case functionName = "FunctionName"
            case file = "FileName"
            case line = "Line"
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

    /// A deeper chain of inlined calls is cut.
    private static let mostSymbols = 128

    /// Reads all answers; lines that are none, or only half of one, are passed over.
    static func parsed(_ output: Data) -> [SymbolizerQuestion: [Symbol]] {
        let decoder = JSONDecoder()
        var answers: [SymbolizerQuestion: [Symbol]] = [:]
        for line in output.split(separator: UInt8(ascii: "\n")) {
            guard let answer = try? decoder.decode(Self.self, from: line),
                let module = answer.module, let symbols = answer.symbols,
                let text = answer.address, text.hasPrefix("0x"),
                let address = UInt64(text.dropFirst(2), radix: 16)
            else { continue }
            let named = symbols.prefix(mostSymbols).filter {
                $0.function != nil || !$0.file.isEmpty
            }
            answers[SymbolizerQuestion(path: module, address: address)] = named
        }
        return answers
    }
}
