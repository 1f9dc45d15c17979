// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct LLVMSymbolizerTests {
    private static let tool = LLVMSymbolizer.tool(
        on: ProcessInfo.processInfo.environment["PATH"] ?? "")

    private func symbolizer(
        _ tool: String?, workingDirectory: String = "/nonexistent", timeLimit: TimeInterval = 60
    ) -> LLVMSymbolizer {
        LLVMSymbolizer(
            tool: { tool }, paths: DisplayPath(root: workingDirectory),
            timeLimit: timeLimit)
    }

    private func frames(of found: Symbolication, at addresses: [ImageAddress]) -> [StackFrame] {
        found.callStack(RecordedStack(addresses: addresses))?.frames ?? []
    }

    // MARK: - With the real tool, on the functions of the running test

    @Test(.enabled(if: tool != nil && OwnStack.isKnown))
    func namesFunctionsAndLinesOfARunningProgram() throws {
        let line = #line + 1
        let here = try OwnStack.capture()
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let result = symbolizer(Self.tool, workingDirectory: folder).symbolicate(here)
        #expect(result.caveats == [])
        let stack = frames(of: result, at: here)
        let frame = try #require(
            stack.first {
                $0.function == "LLVMSymbolizerTests.namesFunctionsAndLinesOfARunningProgram()"
            })
        #expect(frame.file == "LLVMSymbolizerTests.swift")
        #expect(frame.line == line)
    }

    @Test(.enabled(if: tool != nil && OwnStack.isKnown))
    func namesClosures() throws {
        let here = try [1].map { _ in try OwnStack.capture() }[0]
        let names = frames(of: symbolizer(Self.tool).symbolicate(here), at: here).compactMap(
            \.function)
        #expect(names.contains("closure #1 in LLVMSymbolizerTests.namesClosures()"))
    }

    @Test(.enabled(if: tool != nil && OwnStack.isKnown))
    func looksIntoBinariesWithBlanksInTheirPath() throws {
        let folder = try TemporaryFolder()
        let here = try OwnStack.capture()
        let binary = try #require(here.first { $0.path.hasSuffix(".xctest") || !$0.path.isEmpty })
        let copy = "\(folder.path)/a copy"
        try FileManager.default.createSymbolicLink(
            atPath: copy, withDestinationPath: binary.path)
        let moved = ImageAddress(path: copy, buildID: binary.buildID, offset: binary.offset)
        let frames = try #require(symbolizer(Self.tool).symbolicate([moved])[moved])
        #expect(frames.first?.function?.contains("OwnStack") == true)
        #expect(frames.first?.module == "a copy")
    }

    @Test(.enabled(if: tool != nil && OwnStack.isKnown))
    func leavesRebuiltBinariesAlone() throws {
        let first = try #require(try OwnStack.capture().first)
        let other = ImageAddress(path: first.path, buildID: "00ff", offset: first.offset)
        let result = symbolizer(Self.tool).symbolicate([other])
        #expect(
            result[other] == [
                StackFrame(
                    function: nil, file: nil, line: nil, module: other.module, offset: other.offset)
            ])
        #expect(
            result.caveats.map(\.text) == [
                "\(first.path) was rebuilt since the run: "
                    + "its functions are shown as module and offset"
            ])
    }

    // MARK: - With tools that misbehave

    @Test func saysOnceThatABinaryIsGone() {
        let addresses = [1, 2, 2].map {
            ImageAddress(path: "/gone/libFoo.so", buildID: "ab", offset: $0)
        }
        let result = symbolizer("/bin/false").symbolicate(addresses)
        #expect(
            result.caveats.map(\.text) == [
                "/gone/libFoo.so is gone: its functions are shown as module and offset"
            ])
        #expect(result[addresses[0]]?.first?.module == "libFoo.so")
        #expect(result[addresses[1]]?.first?.offset == 2)
    }

    @Test func goesOnWithoutATool() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("app", ELFBytes().bytes)
        let address = ImageAddress(path: file, buildID: "abcd012f", offset: 7)
        let result = symbolizer(nil).symbolicate([address])
        #expect(
            result.caveats.map(\.text) == [
                "llvm-symbolizer is neither next to swift nor on PATH: "
                    + "functions are shown as module and offset"
            ])
        #expect(frames(of: result, at: [address]).map(\.module) == ["app"])
    }

    // A tool that fails may take long to start on a loaded machine: only the one that hangs is hurried.
    @Test(arguments: [
        ("exec sleep 600", 0.5, "took longer than 0 s and was stopped"),
        ("kill -SEGV $$", 60, "was ended by signal 11"),
        ("echo '{\"Address\":'; exit 1", 60, "failed with code 1"),
    ])
    func goesOnWhenTheToolFails(script: String, timeLimit: Double, trouble: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("app", ELFBytes().bytes)
        let tool = try folder.script("tool", script)
        let address = ImageAddress(path: file, buildID: "abcd012f", offset: 7)
        let result = symbolizer(tool, timeLimit: timeLimit).symbolicate([address])
        #expect(
            result.caveats.map(\.text) == [
                "\(tool) \(trouble): some functions are shown as module and offset"
            ])
        #expect(result[address]?.first?.function == nil)
    }

    @Test func looksNothingUpWhereNoFileIs() {
        let frames = [
            StackDefinition.Frame(image: .none, offset: 99),
            StackDefinition.Frame(image: ImageID(1), offset: 5),
        ]
        let vdso = ImageDefinition(
            id: ImageID(1), loadBias: 0, path: "linux-vdso.so.1", buildID: "ab")
        let addresses = frames.map { ImageAddress($0, in: [vdso.id: vdso]) }
        let result = symbolizer("/bin/false").symbolicate(addresses)
        #expect(result.caveats == [])
        #expect(self.frames(of: result, at: addresses).map(\.module) == ["?", "linux-vdso.so.1"])
        #expect(NoSymbols().symbolicate(addresses) == result)
    }
}
