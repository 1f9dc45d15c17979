// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBSetup

/// Where the first test goes, and in which framework it is. That it compiles and fails is shown by
/// `NewcomerTests`.
@Suite struct FirstTestTests {
    private static let xcTest = "final class RIBLeakTests: LeakCheckedTestCase {\n"
    private static let swiftTesting = "@Suite(.detectLeaks) struct RIBLeakTests {\n"

    private func first(
        _ files: [String: String], manifest: String = UserPackage.manifest,
        at path: String = "Tests/AppTests/RIBLeakTests.swift"
    ) throws -> String {
        let package = try UserPackage(files.merging(["Package.swift": manifest]) { $1 })
        return try #require(try package.text(of: path))
    }

    @Test func itIsInTheFrameworkOfMostTests() throws {
        let (a, b) = ("import XCTest\n", "import Foundation\nimport Testing\n")
        let folder = "Tests/AppTests"
        #expect(try first(["\(folder)/A.swift": a]).contains(Self.xcTest))
        #expect(try first(["\(folder)/A.swift": b]).contains(Self.swiftTesting))
        #expect(
            try first(["\(folder)/A.swift": a, "\(folder)/B.swift": b, "\(folder)/C/C.swift": a])
                .contains(Self.xcTest))
        #expect(
            try first(["\(folder)/A.swift": a, "\(folder)/B.swift": b]).contains(Self.swiftTesting))
        #expect(try first(["\(folder)/A.swift": ""]).contains(Self.swiftTesting))
    }

    @Test func itGoesToTheTargetThatChecksLeaks() throws {
        let manifest = """
            .testTarget(name: "AppTests"),
            .testTarget(name: "LeakTests", dependencies: ["RIBLeakTesting"], path: "Other/Place"),
            """
        let files = ["Tests/AppTests/A.swift": "", "Other/Place/A.swift": "import XCTest\n"]
        #expect(
            try first(files, manifest: manifest, at: "Other/Place/RIBLeakTests.swift")
                .contains(Self.xcTest))
    }

    @Test(arguments: ["../Other", "/tmp"])
    func itStaysInThePackage(path: String) throws {
        let manifest = ".testTarget(name: \"AppTests\", path: \"\(path)\")"
        let package = try UserPackage(["Package.swift": manifest])
        try package.add("", to: "Other/A.swift")
        #expect(try package.plan(servers: []).steps.map(\.path) == [".ribleak.yml", ".gitignore"])
    }

    @Test func itIsNotWrittenAgainAfterItMoved() throws {
        let package = try UserPackage(
            UserPackage.files.merging(["Tests/AppTests/Leaks/Mine.swift": Self.xcTest]) { $1 })
        #expect(
            try package.lines(servers: [])[2]
                == "- left Tests/AppTests/Leaks/Mine.swift: is there already")
    }

    @Test func withTheTraitForTheMainActorItBelongsToIt() throws {
        let manifest = UserPackage.manifest.replacing(
            "\"../ribleak\")", with: "\"../ribleak\", traits: [\"MainActor\"])")
        let (a, b) = ("import XCTest\n", "import Testing\n")
        #expect(
            try first(["Tests/AppTests/A.swift": a], manifest: manifest)
                .contains("    @MainActor func testAClosedRIBIsFreed() async {\n"))
        #expect(
            try first(["Tests/AppTests/A.swift": b], manifest: manifest)
                .contains("\n@MainActor @Suite(.detectLeaks) struct RIBLeakTests {\n"))
    }
}
