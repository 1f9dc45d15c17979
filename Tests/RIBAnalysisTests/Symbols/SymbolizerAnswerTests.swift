// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct SymbolizerAnswerTests {
    private func parsed(_ text: String) -> [SymbolizerQuestion: [SymbolizerAnswer.Symbol]] {
        Array(text.utf8).split(separator: UInt8(ascii: "\n")).reduce(into: [:]) { found, line in
            guard let answer = SymbolizerAnswer(line: line) else { return }
            found[answer.question] = answer.symbols
        }
    }

    @Test func readsInlinedFunctionsInnermostFirst() {
        let answers = parsed(
            #"""
            {"Address":"0x1f","ModuleName":"/a b/app","Symbol":[{"Column":0,"FileName":"/a b/I.swift","FunctionName":"inner","Line":3},{"Column":0,"FileName":"","FunctionName":"outer","Line":0}]}

            """#)
        #expect(
            answers[SymbolizerQuestion(path: "/a b/app", address: 31)] == [
                .init(name: "inner", file: "/a b/I.swift", line: 3),
                .init(name: "outer", file: "", line: 0),
            ])
    }

    @Test func readsLinesThatArriveInPieces() {
        let bytes = Array("{\"ä\":1}\n\nnext\nunfinished".utf8)
        for size in 1...bytes.count {
            var unread: [UInt8] = []
            var lines: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let found = unread.takeLines(
                    adding: bytes[start..<min(start + size, bytes.count)])
                lines += found.map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(lines == ["{\"ä\":1}", "", "next"])
        }
    }

    @Test func cutsADeepChainOfInlinedCalls() {
        let symbol = #"{"FileName":"","FunctionName":"f","Line":1}"#
        let symbols = Array(repeating: symbol, count: 1000).joined(separator: ",")
        let answers = parsed(#"{"Address":"0x1","ModuleName":"/a","Symbol":[\#(symbols)]}"#)
        #expect(answers.values.map(\.count) == [128])
    }

    @Test func readsEscapesInPaths() {
        let answers = parsed(
            #"{"Address":"0x2","ModuleName":"/a","Symbol":[{"FileName":"/a\u0041\n","FunctionName":"f","Line":2}]}"#
        )
        #expect(answers.values.first?.map(\.file) == ["/aA\n"])
    }

    @Test(arguments: [#""3""#, "3.5", "9999999999999999999", ""])
    func takesNoAnswerWhoseLineIsNoNumber(line: String) {
        let answers = parsed(
            #"{"Address":"0x2","ModuleName":"/a","Symbol":[{"FileName":"/a.c","FunctionName":"f","Line":\#(line)}]}"#
        )
        #expect(answers.isEmpty)
    }

    @Test func takesNothingFromErrors() {
        let answers = parsed(
            """
            {"Address":"0x12","Error":{"Message":"No such file"},"ModuleName":"/none"}
            {"Address":"0x2","ModuleName":"/a","Symbol":[{"FileName":"","FunctionName":"f","Line":0}]}
            """)
        #expect(answers.keys.map(\.path) == ["/a"])
    }

    @Test func passesOverWhatIsNoAnswer() {
        let good =
            #"{"Address":"0x2","ModuleName":"/a","Symbol":[{"FileName":"","FunctionName":"f","Line":0}]}"#
        let answers = parsed("\u{0}garbage\n[1]\n{\"Address\":\"zz\"}\n\(good)\n{\"Address\":\"0x")
        #expect(answers.keys.map(\.place) == ["0x2"])
    }

    @Test func knowsNoNameWhenTheToolSaysNone() {
        let answers = parsed(
            #"{"Address":"0x2","ModuleName":"/a","Symbol":[{"FileName":"","FunctionName":"","Line":0}]}"#
        )
        #expect(answers.values.first == [])
        let unknown = parsed(
            #"{"Address":"0x2","ModuleName":"/a","Symbol":[{"FileName":"/a.c","FunctionName":"??","Line":3}]}"#
        )
        #expect(unknown.values.first == [.init(name: nil, file: "/a.c", line: 3)])
    }

    @Test func asksForTheCallBeforeTheReturnAddress() {
        let question = SymbolizerQuestion(ImageAddress(path: "/a b", buildID: "", offset: 0x20))
        #expect(question.line == "CODE \"/a b\" 0x1f\n")
        let start = SymbolizerQuestion(ImageAddress(path: "/a", buildID: "", offset: 0))
        #expect(start.line == "CODE \"/a\" 0x0\n")
    }

    @Test func asksNothingThatQuotingCannotExpress() {
        #expect(SymbolizerQuestion(path: "/a\"b", address: 1).line == "CODE '/a\"b' 0x1\n")
        #expect(SymbolizerQuestion(path: "/a\"b'c", address: 1).line == nil)
        #expect(SymbolizerQuestion(path: "/a\nDATA /b", address: 1).line == nil)
    }
}
