// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBSetup

@Suite struct SetupPlanTests {
    private static let next = ["", "Next:", "  swift test", "  swift run ribleak report"]

    // MARK: - What is done

    @Test func aPackageOnGitHubGetsFourFiles() throws {
        let package = try UserPackage(UserPackage.files)
        try package.add("", to: ".github/CODEOWNERS")
        try package.add("", to: "ribleak/Package.swift")
        let lines = try package.lines()
        #expect(
            lines.prefix(4) == [
                "✓ wrote .ribleak.yml: what the gate allows",
                "✓ wrote .gitignore: recordings stay out of the repository",
                "✓ wrote .github/workflows/leaks.yml: tests, report and gate on GitHub",
                "✓ wrote Tests/AppTests/RIBLeakTests.swift: a first test",
            ])
        #expect(lines.suffix(4) == Self.next)
    }

    @Test func whatIsThereStays() throws {
        let files = [
            ".ribleak.yml": "mine", ".github/workflows/leaks.yml": "mine",
            ".gitignore": ".build\n.ribleak\n", "Tests/AppTests/RIBLeakTests.swift": "mine",
        ]
        let package = try UserPackage(UserPackage.files.merging(files) { $1 })
        #expect(
            try package.lines().prefix(4) == [
                "- left .ribleak.yml: is there already",
                "- left .gitignore: has the line .ribleak/ already",
                "- left .github/workflows/leaks.yml: is there already",
                "- left Tests/AppTests/RIBLeakTests.swift: is there already",
            ])
    }

    @Test func aLinkToNothingStaysToo() throws {
        let package = try UserPackage(UserPackage.files)
        try FileManager.default.createSymbolicLink(
            atPath: package.root.file(".ribleak.yml"), withDestinationPath: "nowhere")
        #expect(try package.lines()[0] == "- left .ribleak.yml: is there already")
    }

    @Test func nothingIsWrittenThroughALinkOutOfTheRepository() throws {
        let package = try UserPackage(UserPackage.files)
        let elsewhere = try TemporaryFolder()
        let tests = package.root.file("Tests/AppTests")
        try FileManager.default.removeItem(atPath: tests)
        try FileManager.default.createSymbolicLink(
            atPath: tests, withDestinationPath: elsewhere.path)
        #expect(
            try package.lines().contains(
                "- left Tests/AppTests/RIBLeakTests.swift: not written: its folder is a link out of "
                    + "the repository"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == [])
    }

    @Test(arguments: [
        (".build", ".build\n.ribleak/\n"), ("a\nb\n", "a\nb\n.ribleak/\n"),
        ("a\r\n", "a\r\n.ribleak/\r\n"), ("", ".ribleak/\n"),
        ("# .ribleak/\n", "# .ribleak/\n.ribleak/\n"),
    ])
    func anIgnoreFileGetsALine(old: String, new: String) throws {
        let package = try UserPackage(UserPackage.files.merging([".gitignore": old]) { $1 })
        #expect(try package.text(of: ".gitignore") == new)
        #expect(
            try package.lines()[1]
                == "✓ added a line to .gitignore: recordings stay out of the repository")
    }

    @Test func anIgnoreFileThatCannotBeReadStays() throws {
        let package = try UserPackage(UserPackage.files)
        try FileManager.default.createDirectory(
            atPath: package.root.file(".gitignore"), withIntermediateDirectories: true)
        #expect(
            try package.lines()[1]
                == "- left .gitignore: not changed: is a folder, not a file; add the line .ribleak/"
        )
    }

    // MARK: - What is missing

    @Test func aBarePackageIsToldEachLineToAdd() throws {
        let package = try UserPackage([
            "Package.swift": UserPackage.bareManifest, "Tests/AppTests/A.swift": "",
        ])
        #expect(
            try package.lines(servers: []).dropFirst(3) == [
                "",
                "! Package.swift lacks what the first test imports. Add:",
                "    dependencies: [.package(path: \"../ribleak\", traits: [])],  in the package, before its targets",
                "    .product(name: \"RIBs\", package: \"ribleak\"),                "
                    + "in the dependencies of the target with your RIBs",
                "    .product(name: \"RIBLeakTesting\", package: \"ribleak\"),      in the dependencies of AppTests",
            ] + Self.next)
    }

    @Test func aCloneOfAnotherNameIsTakenByThatName() throws {
        let package = try UserPackage([
            "Package.swift": """
            dependencies: [.package(path: "leaks")], .testTarget(name: "AppTests"), "RIBs"
            """,
            "leaks/Reports/settings.schema.json": "{}", "Tests/AppTests/A.swift": "",
        ])
        #expect(
            try package.lines(servers: []).dropFirst(3) == [
                "", "! Package.swift lacks what the first test imports. Add:",
                "    .product(name: \"RIBLeakTesting\", package: \"leaks\"),  in the dependencies of AppTests",
            ] + Self.next)
        #expect(
            try package.text(of: ".ribleak.yml")?.hasPrefix(
                "# yaml-language-server: $schema=leaks/Reports/settings.schema.json\n") == true)
    }

    @Test func withoutATestTargetThereIsNoTestToWrite() throws {
        let package = try UserPackage(["Package.swift": UserPackage.bareManifest])
        let lines = try package.lines(servers: [])
        #expect(!lines.contains { $0.contains("RIBLeakTests.swift") })
        #expect(
            lines.contains(
                "! Package.swift has no test target with Swift files. Add one, and run this again:"
            ))
    }

    @Test func aPackageThatLacksNothingIsToldNothing() throws {
        let package = try UserPackage(UserPackage.files)
        #expect(try package.lines(servers: []).dropFirst(3) == Self.next[...])
    }

    /// A list of traits may leave out the command, so that its dependencies are not fetched.
    @Test(arguments: [
        ("path: \"../ribleak\"", "swift run ribleak"),
        ("path: \"../ribleak\", traits: []", "swift run --package-path ../ribleak ribleak"),
        (
            "path: \"../ribleak\", traits: [\"RxSwift\"]",
            "swift run --package-path ../ribleak ribleak"
        ),
        ("path: \"../ribleak\", traits: [.defaults, \"RxSwift\"]", "swift run ribleak"),
        ("path: \"../ribleak\", traits: [\"Command\"]", "swift run ribleak"),
        ("url: \"https://a.org/ribleak\", from: \"1.0.0\", traits: []", "ribleak"),
    ])
    func theNextCommandsWorkAsPrinted(dependency: String, command: String) throws {
        let package = try UserPackage(["Package.swift": ".package(\(dependency))"])
        #expect(try package.lines(servers: []).last == "  \(command) report")
    }

    // MARK: - Where there is no package

    @Test func outsideOfAPackageTheNearestOneIsNamed() throws {
        let package = try UserPackage(["Package.swift": "", "a/b/c": ""])
        #expect(
            throws: UserError(
                .request, "",
                "there is no Package.swift in this folder; the nearest one is in ../..: run it there"
            )
        ) {
            try PackageSurvey(of: "\(package.folder)/a/b")
        }
    }

    @Test func aManifestThatCannotBeReadIsAnError() throws {
        let package = try UserPackage(["Package.swift/a": ""])
        #expect(throws: UserError(.request, "Package.swift", "is a folder, not a file")) {
            try PackageSurvey(of: package.folder)
        }
    }
}
