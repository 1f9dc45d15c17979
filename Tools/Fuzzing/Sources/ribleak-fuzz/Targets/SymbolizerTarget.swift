@testable import RIBAnalysis

/// What llvm-symbolizer answers, which repeats what stands in a hostile binary.
struct SymbolizerTarget: FuzzTarget {
    static let name = "symbolizer"

    private let paths = DisplayPath(workingDirectory: "/app")

    init() {}

    static func seeds() -> [[UInt8]] {
        let symbol = """
            {"Column":3,"Discriminator":0,"FileName":"/app/Sources/Home.swift",\
            "FunctionName":"$s4demo4HomeV3runyyF","Line":12,"StartAddress":"0x10",\
            "StartFileName":"","StartLine":0}
            """
        return [
            #"{"Address":"0x1233","ModuleName":"/app/demo","Symbol":[\#(symbol),\#(symbol)]}"#,
            #"{"Address":"0x1","ModuleName":"/app/demo","Symbol":[]}"# + "\n"
                + #"{"Address":"0x1","Error":{"Message":"no"},"ModuleName":"x"}"#,
        ].map { Array("\($0)\n".utf8) }
    }

    func run(_ input: [UInt8]) {
        var answers = SymbolizerAnswers()
        var frames = FrameMaker(paths: paths)
        // In two pieces, as a pipe may bring it.
        answers.receive(input[..<(input.count / 2)]) { frames.prepare($0) }
        answers.receive(input[(input.count / 2)...]) { frames.prepare($0) }
        answers.finish()
        for (question, symbols) in answers.symbols {
            _ = question.line
            let address = ImageAddress(
                path: question.path, buildID: "", offset: question.address)
            _ = frames.frames(for: symbols, at: address)
        }
        checkScanner(input)
    }

    /// What is read in a hurry has to mean the same to a decoder.
    private func checkScanner(_ input: [UInt8]) {
        var scanner = AnswerScanner()
        for line in input.split(separator: UInt8(ascii: "\n")) {
            guard let answer = scanner.answer(Array(line)) else { continue }
            let decoded = SymbolizerAnswer.decoded(Array(line))
            precondition(answer.named?.question == decoded?.named?.question)
            precondition(answer.named?.symbols == decoded?.named?.symbols)
        }
    }
}
