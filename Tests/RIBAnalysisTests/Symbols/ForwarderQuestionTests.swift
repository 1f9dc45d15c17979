// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct ForwarderQuestionTests {
    private func symbol(_ name: String, line: Int = 0) -> SymbolizerAnswer.Symbol {
        SymbolizerAnswer.Symbol(name: name, file: "/<compiler-generated>", line: line)
    }

    private func question(_ symbols: [SymbolizerAnswer.Symbol]) -> String? {
        SymbolizerQuestion(forwardedBy: symbols, in: "/app")?.line
    }

    @Test func aForwarderIsAskedAboutByItsTarget() {
        #expect(question([symbol("$s3App1fyyFU_TA")]) == "CODE \"/app\" $s3App1fyyFU_\n")
    }

    @Test func whatSaysMoreIsNotAskedAbout() {
        #expect(question([symbol("$s3App1fyyFU_")]) == nil)
        #expect(question([symbol("$s3App1fyyFU_TA", line: 7)]) == nil)
        #expect(question([symbol("$s3App1fyyFU_"), symbol("$s3App1fyyFU_TA")]) == nil)
        #expect(question([symbol("quiTA")]) == nil)
        #expect(question([]) == nil)
        #expect(question([symbol("$s3App1fyyFU_TA")]) != nil)
    }

    @Test(arguments: ["$s3App\nCODE /etc/passwd 1TA", "$s\"TA", "$s TA", "$sÄTA"])
    func aHostileNameIsNotAskedAbout(name: String) {
        #expect(question([symbol(name)]) == nil)
        let harmless = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "$") }
        #expect(question([symbol(harmless)]) != nil)
    }

    @Test func theAnswerIsWhereTheFunctionBegins() throws {
        let target = try #require(
            SymbolizerQuestion(forwardedBy: [symbol("$s3App1fyyFU_TA")], in: "/app"))
        let output = """
            nonsense
            {"Loc":[{"FileName":"/A.swift","FunctionName":"$s3App1fyyFU_","Line":43}],\
            "ModuleName":"/app","SymName":"$s3App1fyyFU_"}
            {"Loc":[],"ModuleName":"/app","SymName":"$s3App1gyyF"}
            """
        let answers = Array(output.utf8).split(separator: UInt8(ascii: "\n"))
            .compactMap { SymbolizerAnswer(line: $0) }
        #expect(answers.first?.question == target)
        #expect(
            answers.map(\.symbols) == [
                [SymbolizerAnswer.Symbol(name: "$s3App1fyyFU_", file: "/A.swift", line: 43)], [],
            ])
    }
}
