/// Takes what the tool writes apart while it is still looking up the rest.
struct SymbolizerAnswers {
    /// The functions at each address that was answered so far, innermost inlined one first.
    private(set) var symbols: [SymbolizerQuestion: [SymbolizerAnswer.Symbol]] = [:]
    private var scanner = AnswerScanner()
    private var unfinished: [UInt8] = []

    /// Takes the next bytes, which may begin and end anywhere.
    ///
    /// Lines that are no answers are passed over.
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

    /// Takes a last line that has no end.
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
