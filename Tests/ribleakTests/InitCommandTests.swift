// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// What `ribleak init` does to files. What it decides is tested with RIBSetup.
@Suite struct InitCommandTests {
    private let project: GateProject

    init() throws {
        project = try GateProject()
        for folder in [".github", "Tests/AppTests"] {
            try FileManager.default.createDirectory(
                atPath: project.folder.file(folder), withIntermediateDirectories: true)
        }
        try project.write(
            "let package = Package(targets: [.testTarget(name: \"AppTests\")])\n",
            to: "Package.swift")
        try project.write(".build\n", to: ".gitignore")
    }

    private static let written = [
        ".ribleak.yml", ".gitignore", ".github/workflows/leaks.yml",
        "Tests/AppTests/RIBLeakTests.swift",
    ]

    private func permissions(of name: String) throws -> Int {
        let facts = try FileManager.default.attributesOfItem(atPath: project.folder.file(name))
        return try #require(facts[.posixPermissions] as? Int)
    }

    @Test func writesWhatItSaysThatItWrites() throws {
        let first = try project.run(["init"])
        #expect(first.code == 0)
        #expect(first.errors == "")
        for name in Self.written {
            #expect(first.output.contains(" \(name): "), "\(name)")
            #expect(project.exists(name), "\(name)")
            // As all sources, for everybody to read.
            #expect(try permissions(of: name) & 0o777 == 0o644, "\(name)")
        }
        #expect(try project.text(of: ".gitignore") == ".build\n.ribleak/\n")
        #expect(first.output.hasSuffix("\nNext:\n  swift test\n  swift run ribleak report\n"))
        let gate = try project.run(["gate", "--allow-empty"])
        #expect(gate.code == 0, "\(gate.errors)")
    }

    @Test func aSecondRunChangesNothing() throws {
        #expect(try project.run(["init"]).code == 0)
        let before = try Self.written.map(project.text)
        let second = try project.run(["init"])
        #expect(second.code == 0)
        #expect(try Self.written.map(project.text) == before)
        let lines = second.output.split(separator: "\n").prefix(4)
        #expect(lines.allSatisfy { $0.hasPrefix("- left ") })
    }

    @Test func aDryRunWritesNothing() throws {
        let names = project.names
        let dry = try project.run(["init", "--dry-run"])
        #expect(dry.code == 0)
        #expect(dry.output.hasPrefix("✓ would write .ribleak.yml: what the gate allows\n"))
        #expect(dry.output.contains("✓ would add a line to .gitignore: "))
        #expect(project.names == names)
        #expect(try project.text(of: ".gitignore") == ".build\n")
    }

    @Test func aFileThatChangesKeepsItsPermissions() throws {
        #expect(chmod(project.folder.file(".gitignore"), 0o600) == 0)
        #expect(try project.run(["init"]).code == 0)
        #expect(try permissions(of: ".gitignore") & 0o777 == 0o600)
    }

    @Test func aLinkIsNotWrittenThrough() throws {
        let other = try TemporaryFolder()
        try "a\n".write(toFile: other.file("ignored"), atomically: true, encoding: .utf8)
        let link = project.folder.file(".gitignore")
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: other.file("ignored"))
        let run = try project.run(["init"])
        #expect(run.code == 74)
        #expect(
            run.errors
                == "ribleak: error: .gitignore: is not a regular file, so it was not replaced; name another\n"
        )
        #expect(try String(contentsOfFile: other.file("ignored"), encoding: .utf8) == "a\n")
    }

    @Test func theServersThatAreNamedCount() throws {
        #expect(try project.run(["init", "--ci", "gitlab"]).code == 0)
        #expect(project.exists(".gitlab/leaks.yml"))
        #expect(!project.exists(".github/workflows"))
        let none = try project.run(["init", "--ci", "none", "--ci", "github"])
        #expect(none.code == 64)
        #expect(
            none.errors.hasPrefix(
                "ribleak: error: init: --ci none excludes the other servers; see "))
    }

    @Test func outsideOfAPackageItSaysWhatToDo() throws {
        let empty = try GateProject()
        let run = try empty.run(["init"])
        #expect(run.code == 64)
        #expect(run.output == "")
        #expect(
            run.errors == "ribleak: error: there is no Package.swift in this folder; "
                + "run it in the folder of a Swift package\n")
        #expect(empty.names == [])
    }
}
