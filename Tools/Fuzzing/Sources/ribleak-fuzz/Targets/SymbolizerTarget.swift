import Foundation

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
        for (question, symbols) in SymbolizerAnswer.parsed(Data(input)) {
            _ = question.line
            for symbol in symbols {
                _ = paths.shown(symbol.file, isLocal: true)
                _ = paths.shown(symbol.file, isLocal: paths.isBelow(question.path))
            }
        }
    }
}
