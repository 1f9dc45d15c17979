// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct FrameMakerTests {
    private let mangled = "$s5MyApp5ScoreC15didBecomeActiveyyF"

    private func shown(
        _ path: String, _ symbol: SymbolizerAnswer.Symbol, by maker: inout FrameMaker
    ) -> StackFrame? {
        let address = ImageAddress(path: path, buildID: "", offset: 9)
        return maker.frames(for: [symbol], at: address).first?.frame
    }

    @Test func showsTheSameFunctionTheSameWayAgain() {
        var maker = FrameMaker(paths: DisplayPath(root: "/app"))
        let symbol = SymbolizerAnswer.Symbol(name: mangled, file: "/app/A.swift", line: 3)
        for _ in 1...2 {
            #expect(
                shown("/app/.build/demo", symbol, by: &maker)
                    == StackFrame(
                        function: "Score.didBecomeActive()", file: "A.swift", line: 3,
                        module: "demo", offset: 9))
        }
    }

    @Test func takesTheSameRelativePathOnlyFromLocalBinaries() {
        var maker = FrameMaker(paths: DisplayPath(root: "/app"))
        let symbol = SymbolizerAnswer.Symbol(name: "f", file: "./A.swift", line: 3)
        for _ in 1...2 {
            #expect(shown("/app/.build/demo", symbol, by: &maker)?.file == "A.swift")
            let elsewhere = shown("/usr/lib/libc.so.6", symbol, by: &maker)
            #expect(elsewhere?.file == nil && elsewhere?.line == nil)
            #expect(elsewhere?.module == "libc.so.6")
        }
    }

    @Test func keepsAFunctionWithoutName() {
        var maker = FrameMaker(paths: DisplayPath(root: "/app"))
        let symbol = SymbolizerAnswer.Symbol(name: nil, file: "/app/A.swift", line: 0)
        let frame = shown("/app/demo", symbol, by: &maker)
        #expect(frame?.function == nil && frame?.file == "A.swift" && frame?.line == nil)
    }

    @Test func aPartOfAnAsyncFunctionHasTheLineWhereItBegins() {
        var maker = FrameMaker(paths: DisplayPath(root: "/app"))
        func line(_ function: String) -> Int? {
            let symbol = SymbolizerAnswer.Symbol(
                name: function, file: "/app/A.swift", line: 0, startFile: "/app/A.swift",
                startLine: 12)
            return shown("/app/demo", symbol, by: &maker)?.line
        }
        #expect(line("$s5MyApp5ScoreC3runyyYaFTQ0_") == 12)
        #expect(line("$s5MyApp5ScoreC3runyyYaFTY12_") == 12)
        #expect(line("$s5MyApp5ScoreC3runyyYaF") == nil)
        #expect(line("_") == nil && line("") == nil && line("$s5MyApp5ScoreC3run1_") == nil)
    }

    @Test func aMethodReferenceHasTheLineWhereItsFunctionBegins() {
        var maker = FrameMaker(paths: DisplayPath(root: "/app"))
        func line(_ function: String, _ line: Int, _ start: Int?) -> Int? {
            let symbol = SymbolizerAnswer.Symbol(
                name: function, file: line > 0 ? "/app/A.swift" : "/<compiler-generated>",
                line: line, startFile: start.map { $0 > 0 ? "/app/A.swift" : "" },
                startLine: start)
            let frame = shown("/app/demo", symbol, by: &maker)
            #expect(frame?.line == nil || frame?.file == "A.swift")
            return frame?.line
        }
        let reference = mangled + "ySicACcfu_ySicfu0_"
        #expect(line(reference, 0, 12) == 12)
        #expect(line(reference, 13, 12) == 13)
        #expect(line(reference, 0, 0) == nil)
        #expect(line(reference, 0, nil) == nil)
        // Of anything else it is known that this address belongs to no line.
        #expect(line(mangled, 0, 12) == nil)
    }
}
