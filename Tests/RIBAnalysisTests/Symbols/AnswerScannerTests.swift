// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct AnswerScannerTests {
    private func answer(_ line: String) -> SymbolizerAnswer? {
        var scanner = AnswerScanner()
        return scanner.answer(Array(line.utf8))
    }

    private static func line(
        file: String = #""/a.c""#, line: String = "3", more: String = "", end: String = "]}"
    ) -> String {
        #"{"Address":"0x1f","ModuleName":"/app","Symbol":["#
            + #"{"FileName":\#(file),"FunctionName":"f","Line":\#(line)\#(more)}\#(end)"#
    }

    // MARK: - What the tool writes

    @Test(arguments: [
        // LLVM 21.
        #"{"Address":"0x3a30c","ModuleName":"/a b/app","Symbol":[{"Column":22,"Discriminator":0,"FileName":"/a b/A.swift","FunctionName":"$s1a","Line":192,"StartAddress":"0x3a2f4","StartFileName":"/a b/A.swift","StartLine":194},{"Column":0,"Discriminator":0,"FileName":"","FunctionName":"","Line":0,"StartAddress":"","StartFileName":"","StartLine":0}]}"#,
        // LLVM 14.
        #"{"Address":"0x1f","ModuleName":"/app","Symbol":[{"Column":0,"Discriminator":0,"FileName":"","FunctionName":"f","Line":0,"StartAddress":"0x1","StartFileName":"","StartLine":0}]}"#,
        #"{"Address":"0x1","ModuleName":"/app","Symbol":[]}"#,
        line(file: #""/home/jörg/ä.c""#),
        line(line: "999999999999999999"),
    ])
    func takesTheUsualForm(line: String) {
        #expect(answer(line) != nil)
        #expect(answer(line) == SymbolizerAnswer.decoded(Array(line.utf8)))
    }

    // MARK: - What only a hostile binary or another tool makes

    @Test(arguments: [
        line(file: #""/a\n.c""#), line(file: #""\u0041""#), line(file: "\"/a\u{1}.c\""),
        line(file: "null"), line(file: "3"), line(file: "\"/a.c"),
        line(line: "-3"), line(line: "03"), line(line: "3.0"), line(line: "3e2"), line(line: ""),
        line(line: "9999999999999999999"), line(line: #""3""#),
        line(more: #","Line":4"#), line(more: #","FileName":"/b.c""#), line(more: #","Other":1"#),
        line(more: ","), line(more: #","Column":[1]"#), line(more: " "),
        line(end: ""), line(end: "]"), line(end: "]} "), line(end: "]}x"), line(end: ",]}"),
        line(end: #"],"Address":"0x2"}"#), line(end: #"],"Other":1}"#), line(end: #"],}"#),
        #"{"Address":"0x12","Error":{"Message":"none"},"ModuleName":"/none"}"#,
        #"{"Address":"0x12","ModuleName":"/app"}"#,
        #"{"Address":"0x1","ModuleName":"/a","Symbol":[{"FileName":"","Line":0}]}"#,
        "", "{", "{}", "[]", "\u{0}", "{\"Address", "{\"Address\"", "{\"Address\":",
    ])
    func leavesTheRestToADecoder(line: String) {
        #expect(answer(line) == nil)
        #expect(answer(Self.line()) != nil)
    }

    @Test func leavesBytesThatAreNoTextToADecoder() {
        for bytes: [UInt8] in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]] {
            let line = Array(Self.line().utf8)
            let place = line.firstIndex(of: UInt8(ascii: "."))!
            let broken = line[..<place] + bytes + line[place...]
            var scanner = AnswerScanner()
            #expect(scanner.answer(Array(broken)) == nil)
            #expect(scanner.answer(line) != nil)
        }
    }

    @Test func takesNothingThatADecoderReadsOtherwise() {
        let line = Array(
            Self.line(
                more: #","Column":1"#, end: #",{"FileName":"","FunctionName":"g","Line":0}]}"#
            )
            .utf8)
        for place in line.indices {
            for byte in Array("\"\\{}[],:0 9-.eaL\u{0}\u{80}".utf8) {
                var (more, other, less) = (line, line, line)
                more.insert(byte, at: place)
                other[place] = byte
                less.remove(at: place)
                for changed in [more, other, less] {
                    var scanner = AnswerScanner()
                    guard let answer = scanner.answer(changed) else { continue }
                    #expect(answer == SymbolizerAnswer.decoded(changed))
                }
            }
        }
    }
}
