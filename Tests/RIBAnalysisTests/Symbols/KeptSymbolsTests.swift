// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// The symbols of a trace's addresses, when the trace is read repeatedly.
@Suite struct KeptSymbolsTests {
    private let folder: TemporaryFolder
    private let address = ImageAddress(path: "/app", buildID: "1", offset: 0x1234)

    init() throws { folder = try TemporaryFolder() }

    /// Knows the functions it was given, and no other address.
    private struct Told: Symbolizing {
        var functions: [ImageAddress: [SymbolizerAnswer.Symbol]] = [:]
        var sources: SourceDeclarations?

        func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
            var maker = FrameMaker(
                paths: DisplayPath(root: "/home/me"))
            let answers = functions.filter { addresses.contains($0.key) }
            return Symbolication(
                frames: addresses.reduce(into: [:]) { frames, address in
                    frames[address] =
                        answers[address].map { maker.frames(for: $0, at: address) }
                        ?? [address.bareFrame]
                },
                caveats: addresses.isEmpty ? [] : [Caveat(.binaryGone, "asked")],
                answers: answers, sources: sources)
        }
    }

    private func symbol(
        _ function: String, in file: String = "/home/me/A.swift", line: Int = 7
    ) -> SymbolizerAnswer.Symbol {
        SymbolizerAnswer.Symbol(
            name: function, file: file, line: line, startFile: nil, startLine: 5)
    }

    private func read(_ address: ImageAddress, by symbolizer: Told) -> Symbolication {
        symbolizer.symbolicate([SymbolRequest(trace: folder.path, addresses: [address])])
    }

    @Test func whatWasFoundOnceIsKnownWithoutAsking() throws {
        let first = read(address, by: Told(functions: [address: [symbol("load"), symbol("main")]]))
        let again = read(address, by: Told())
        #expect(again.all[address]?.map(\.frame.function) == ["load", "main"])
        #expect(again.all[address]?.map(\.frame.line) == [7, 7])
        #expect(again.all[address]?.map(\.startLine) == [5, 5])
        #expect(first.caveats.count == 1)
        #expect(again.caveats.isEmpty)
    }

    /// A report that is read outside of the project's folder learns from the files of functions
    /// where the project is.
    @Test func keptFunctionsShowWhereTheProjectIs() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file(".git"), withIntermediateDirectories: true)
        let file = folder.file("Model.swift")
        try "final class Model {\n    var cache = 0\n}\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        _ = read(address, by: Told(functions: [address: [symbol("load", in: file)]]))
        let again = read(address, by: Told(sources: SourceDeclarations(in: nil)))
        let cache = SourceDeclaration(property: "cache", of: "Model")
        #expect(again.sources?.place(of: cache) == SourcePlace(file, 2))
    }

    @Test func anAddressOfWhichNothingCanBeKnownIsNotAskedAboutAgain() {
        _ = read(address, by: Told(functions: [address: []]))
        let again = read(address, by: Told())
        #expect(again.all[address] == [address.bareFrame])
        #expect(again.caveats.isEmpty)
    }

    @Test func whatIsNotFoundIsAskedAboutAgain() {
        _ = read(address, by: Told())
        let again = read(address, by: Told(functions: [address: [symbol("load")]]))
        #expect(again.all[address]?.first?.frame.function == "load")
    }

    @Test func anotherBuildOfTheSameFileIsAnother() {
        _ = read(address, by: Told(functions: [address: [symbol("load")]]))
        let rebuilt = ImageAddress(path: "/app", buildID: "2", offset: 0x1234)
        #expect(read(rebuilt, by: Told()).all[rebuilt] == [rebuilt.bareFrame])
    }

    @Test func whatIsFoundLaterIsAdded() {
        let other = ImageAddress(path: "/app", buildID: "1", offset: 0x5678)
        _ = read(address, by: Told(functions: [address: [symbol("load")]]))
        _ = read(other, by: Told(functions: [other: [symbol("show")]]))
        #expect(read(address, by: Told()).all[address]?.first?.frame.function == "load")
        #expect(read(other, by: Told()).all[other]?.first?.frame.function == "show")
    }

    @Test(arguments: ["", "{", "{\"version\": 2, \"root\": \"/\", \"images\": []}"])
    func aFileThatIsNoneIsReplaced(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(".symbols.json")))
        _ = read(address, by: Told(functions: [address: [symbol("load")]]))
        #expect(read(address, by: Told()).all[address]?.first?.frame.function == "load")
    }

    @Test func whereNothingCanBeKeptItIsAskedAgain() {
        let asked = SymbolRequest(trace: folder.file("missing"), addresses: [address])
        let told = Told(functions: [address: [symbol("load")]])
        for _ in 1...2 {
            let found = told.symbolicate([asked])
            #expect(found.all[address]?.first?.frame.function == "load")
        }
    }

    @Test func eachTraceKeepsItsOwn() throws {
        let other = ImageAddress(path: "/app", buildID: "1", offset: 0x5678)
        let second = try TemporaryFolder()
        let told = Told(functions: [address: [symbol("load")], other: [symbol("show")]])
        _ = told.symbolicate([
            SymbolRequest(trace: folder.path, addresses: [address]),
            SymbolRequest(trace: second.path, addresses: [other]),
        ])
        #expect(SymbolFile(in: folder.path, root: "/").answers.keys.map(\.offset) == [0x1234])
        #expect(SymbolFile(in: second.path, root: "/").answers.keys.map(\.offset) == [0x5678])
    }

    @Test func pathsAreShownAsTheyWereWhereTheyWereFound() {
        let root = FileManager.default.currentDirectoryPath
        let here = SymbolizerAnswer.Symbol(
            name: "load", file: "\(root)/Sources/A.swift", line: 1)
        _ = read(address, by: Told(functions: [address: [here]]))
        #expect(read(address, by: Told()).all[address]?.first?.frame.file == "Sources/A.swift")
        #expect(
            DisplayPath(root: "/elsewhere", or: root)
                .shown("\(root)/Sources/A.swift") == "Sources/A.swift")
    }
}
