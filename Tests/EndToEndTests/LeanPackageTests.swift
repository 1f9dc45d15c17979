// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A user's package that leaves the trait `Command` out: it fetches nothing that only the command
/// needs, and can call the command all the same.
@Suite(.serialized) struct LeanPackageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(traits: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("Sources/App"), withIntermediateDirectories: true)
        try "".write(
            toFile: folder.file("Sources/App/App.swift"), atomically: true, encoding: .utf8)
        try """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
            name: "App", platforms: [.macOS(.v13)],
            dependencies: [
                .package(name: "ribleak", path: "\(BuiltProducts.packageRoot)"\(traits)),
            ],
            targets: [
                .target(
                    name: "App", dependencies: [.product(name: "RIBs", package: "ribleak")])
            ])
        """.write(toFile: folder.file("Package.swift"), atomically: true, encoding: .utf8)
    }

    private func swift(_ arguments: String...) throws -> FinishedProcess {
        try FinishedProcess(
            path: "/usr/bin/env", ["swift"] + arguments,
            environment: ["RIBLEAK_COMMAND": BuiltProducts.folder.path + "/ribleak"],
            in: folder.path, within: 300)
    }

    private func resolvedPackages() throws -> Set<String> {
        let process = try swift("package", "resolve")
        #expect(process.code == 0, "\(process.errors)")
        let text = try String(contentsOfFile: folder.file("Package.resolved"), encoding: .utf8)
        return Set(text.matches(of: /"identity" : "([^"]+)"/).map { String($0.output.1) })
    }

    @Test func withoutTheTraitOnlyTheStreamsAreFetched() throws {
        try write(traits: ", traits: []")
        #expect(try resolvedPackages() == ["opencombine"])
    }

    @Test func aPlainLineBringsWhatTheCommandNeeds() throws {
        try write(traits: "")
        #expect(
            try resolvedPackages() == [
                "flyingfox", "grdb.swift", "opencombine", "swift-argument-parser", "yams",
            ])
    }

    @Test func withoutTheTraitTheCommandEndsWithItsOwnCode() throws {
        try write(traits: ", traits: []")
        // There is no run, so there is no verdict.
        let gate = try swift("run", "--quiet", "ribleak", "gate")
        #expect(gate.code == 2)
        #expect(gate.output.contains("no run is here"), "\(gate.output)")
        #expect(try swift("run", "--quiet", "ribleak", "gate", "--max-leaks", "many").code == 64)
    }

    @Test func thePluginPassesArgumentsAndNamesTheCode() throws {
        try write(traits: ", traits: []")
        let gate = try swift("package", "ribleak", "gate", "--max-leaks", "many")
        #expect(gate.code == 1)
        #expect(gate.errors.contains("ribleak ended with exit code 64"), "\(gate.errors)")
        let help = try swift("package", "ribleak", "explain", "leaked-router")
        #expect(help.code == 0, "\(help.errors)")
        #expect(help.output.contains("leaked-router"))
    }
}
