// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel
import Testing

@testable import TestDoubles

/// Doubles as the compiler and a program see them.
@Suite("Compiled doubles")
struct CompiledDoublesTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures").path

    private func doubles(of fixture: String) throws -> (source: String, doubles: String) {
        let source = "\(Self.fixtures)/\(fixture).swift"
        let doubles = TestDoubles(of: FoundSources(below: [source]))
        #expect(doubles.problems == [])
        try folder.write(doubles.text, "Doubles.swift")
        return (source, folder.path("Doubles.swift"))
    }

    @Test("They compile in both language modes without warnings", arguments: ["5", "6"])
    func compile(mode: String) throws {
        let (source, doubles) = try doubles(of: "PlainProtocols")
        let result = try Command.run(
            "swiftc",
            ["-typecheck", "-swift-version", mode, "-package-name", "p", source, doubles])
        #expect(result.output == "")
        #expect(result.status == 0)
    }

    @Test("A program that uses them finds what tests rely on")
    func run() throws {
        let (source, doubles) = try doubles(of: "PlainProtocols")
        let program = folder.path("program")
        let built = try Command.run(
            "swiftc",
            [
                "-swift-version", "6", "-package-name", "p", "-parse-as-library", source, doubles,
                "\(Self.fixtures)/PlainProgram.swift", "-o", program,
            ])
        #expect(built.status == 0, "\(built.output)")
        let ran = try Command.run(program, [])
        #expect(ran.output == "")
        #expect(ran.status == 0)
    }

    /// Where the runtime's modules are, if it was built: `RIBLEAK_MODULES`, or the root's build.
    private static let modules: String? = {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).dropFirst()
        let built = "/" + root.joined(separator: "/") + "/.build/debug/Modules"
        let path = ProcessInfo.processInfo.environment["RIBLEAK_MODULES"] ?? built
        return FileManager.default.fileExists(atPath: path + "/RIBs.swiftmodule") ? path : nil
    }()

    @Test("Those of a RIB compile with the runtime", .enabled(if: modules != nil))
    func compileWithRuntime() throws {
        let modules = try #require(Self.modules)
        let (source, doubles) = try doubles(of: "RIBProtocols")
        let products = URL(fileURLWithPath: modules).deletingLastPathComponent().path
        let maps = try FileManager.default.contentsOfDirectory(atPath: products)
            .filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }
            .map { "\(products)/\($0)/module.modulemap" }
            .filter(FileManager.default.fileExists)
        let result = try Command.run(
            "swiftc",
            ["-typecheck", "-swift-version", "6", "-I", modules]
                + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + [source, doubles])
        #expect(result.output == "")
        #expect(result.status == 0)
    }
}

/// A program that is run to its end.
enum Command {
    static func run(
        _ program: String, _ arguments: [String]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
