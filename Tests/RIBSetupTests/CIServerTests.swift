// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBSetup

@Suite struct CIServerTests {
    private func remote(_ address: String) -> String {
        "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = \(address)\n"
    }

    @Test func aServerIsKnownByItsFilesAndRemotes() throws {
        let package = try UserPackage(UserPackage.files)
        #expect(try PackageSurvey(of: package.folder).servers == [])
        try package.add(remote("git@github.com:a/github.io.git"), to: ".git/config")
        #expect(try PackageSurvey(of: package.folder).servers == [.github])
        try package.add("", to: ".gitlab-ci.yml")
        #expect(try PackageSurvey(of: package.folder).servers == [.github, .gitlab])
        try package.add(remote("https://gitlab.example.org/a/b.git"), to: ".git/config")
        #expect(try PackageSurvey(of: package.folder).servers == [.gitlab])
    }

    @Test func withoutAServerTheCommandsForEachAreNamed() throws {
        let package = try UserPackage(UserPackage.files)
        #expect(
            try package.lines().dropFirst(3).prefix(4) == [
                "", "! No CI server was found. To write a job for one, run:",
                "    ../ribleak/Tools/init --ci github  writes .github/workflows/leaks.yml",
                "    ../ribleak/Tools/init --ci gitlab  writes .gitlab/leaks.yml",
            ])
    }

    @Test func gitLabHasToIncludeTheJob() throws {
        let package = try UserPackage(UserPackage.files)
        try package.add("stages: [test]\n", to: ".gitlab-ci.yml")
        let lines = try package.lines()
        #expect(lines[2] == "✓ wrote .gitlab/leaks.yml: tests, report and gate on GitLab")
        #expect(
            lines[5...6] == [
                "! GitLab does not read .gitlab/leaks.yml by itself. Add:",
                "    include: /.gitlab/leaks.yml  in .gitlab-ci.yml",
            ])
    }

    @Test(arguments: [".github/workflows/ci.yml", ".gitlab-ci.yml"])
    func aJobThatRunsRibleakIsEnough(file: String) throws {
        let package = try UserPackage(UserPackage.files)
        try package.add("run: swift run ribleak gate\n", to: file)
        let lines = try package.lines()
        #expect(lines[2] == "- left \(file): runs ribleak already")
        #expect(!lines.contains { $0.contains("by itself") })
    }

    @Test func aServerHasToGetRibleakToo() throws {
        let outside = try UserPackage(UserPackage.files)
        let inside = try UserPackage(below: "App", UserPackage.files)
        let line =
            "! A CI server gets this repository only, but ribleak lies outside of it, in ../ribleak. "
            + "Clone it to the same place in the job, or make it a submodule."
        #expect(try outside.lines(servers: [.github]).contains(line))
        #expect(try !inside.lines(servers: [.github]).contains(line))
        #expect(try !outside.lines(servers: []).contains(line))
    }

    /// A package beside a clone of ribleak, each in its own repository.
    private func packageBesideClone(of address: String) throws -> UserPackage {
        let package = try UserPackage(below: "App", UserPackage.files)
        try package.add("", to: "App/.git/HEAD")
        try package.add(remote(address), to: "ribleak/.git/config")
        return package
    }

    @Test(arguments: ["https://example.org/a/ribleak.git", "git@example.org:a/ribleak.git"])
    func theJobClonesARibleakBesideTheRepository(address: String) throws {
        let package = try packageBesideClone(of: address)
        let clone = "[ -d ../ribleak ] || git clone --depth 1 \(address) ../ribleak"
        let job = try #require(
            try package.text(of: ".github/workflows/leaks.yml", servers: [.github]))
        #expect(
            job.hasSuffix(
                """
                      - uses: actions/checkout@v4
                      - run: \(clone)
                      - run: swift package resolve
                      - uses: ./../ribleak/.github/actions/ribleak

                """))
        let other = try #require(try package.text(of: ".gitlab/leaks.yml", servers: [.gitlab]))
        #expect(
            other.contains(
                """
                    - cd "$RIBLEAK_FOLDER"
                    - \(clone)
                    - swift package resolve

                """))
        #expect(try !package.lines(servers: [.github]).contains { $0.contains("Clone it") })
    }

    @Test(arguments: [
        "https://me:secret@example.org/ribleak", "https://example.org/$(rm)", "/home/me/ribleak",
    ])
    func anAddressThatNoServerShouldSeeIsLeftToAPerson(address: String) throws {
        let package = try packageBesideClone(of: address)
        let job = try #require(
            try package.text(of: ".github/workflows/leaks.yml", servers: [.github]))
        #expect(!job.contains("git clone"))
        #expect(try package.lines(servers: [.github]).contains { $0.contains("Clone it") })
    }

    /// A server has no such folder.
    @Test func aRibleakAtAnAbsolutePathIsLeftToAPerson() throws {
        let package = try packageBesideClone(of: "https://example.org/a/ribleak")
        let path = package.root.file("ribleak")
        try package.add(
            UserPackage.manifest.replacing("../ribleak", with: path), to: "App/Package.swift")
        #expect(try PackageSurvey(of: package.folder).ribleakRemote == nil)
        #expect(try package.lines(servers: [.github]).contains { $0.contains("Clone it") })
    }

    // MARK: - A package in a subfolder

    @Test func theJobOfASubfolderRunsThere() throws {
        let package = try UserPackage(below: "Apps/Shop", UserPackage.files)
        let path = "../../.github/workflows/leaks.yml"
        let job = try #require(try package.text(of: path, servers: [.github]))
        #expect(
            job.hasSuffix(
                """
                      - run: swift package resolve --package-path Apps/Shop
                      - uses: ./Apps/ribleak/.github/actions/ribleak
                        with:
                          working-directory: Apps/Shop

                """))

        let other = try #require(
            try package.text(of: "../../.gitlab/leaks.yml", servers: [.gitlab]))
        #expect(other.contains("    RIBLEAK_FOLDER: Apps/Shop\n"))
        #expect(other.contains(" ../ribleak/Tools/ci/gate "))
    }

    @Test func theJobCallsTheRibleakOfThePackage() {
        func job(_ server: CIServer, _ path: String) -> String {
            server.job(inFolder: "", ribleak: path)
        }
        #expect(
            job(.github, "../ribleak").hasSuffix("- uses: ./../ribleak/.github/actions/ribleak\n"))
        #expect(
            job(.gitlab, "vendor/leaks").contains(" vendor/leaks/Tools/ci/comment leaks/comment.md")
        )
    }

    @Test func aFolderThatAScriptCouldMisreadGetsNoJob() throws {
        let package = try UserPackage(below: "Apps/$(rm)", UserPackage.files)
        #expect(
            try package.lines(servers: [.github])[2]
                == "- left ../../.github/workflows/leaks.yml: "
                + "not written: Apps/$(rm) is not a plain path for a script")
    }

    // MARK: - One text for all

    /// The example in the repository, the page about CI and what `init` writes are the same.
    @Test func theJobIsTheExample() throws {
        let example = try String(
            contentsOfFile: "\(BuiltProducts.packageRoot)/.github/examples/leaks.yml",
            encoding: .utf8)
        let lines = example.split(separator: "\n", maxSplits: 1)
        let ribleak = ".build/checkouts/ribleak"
        #expect(CIServer.github.job(inFolder: "", ribleak: ribleak) == lines[1])
        let job = try String(
            contentsOfFile: "\(BuiltProducts.packageRoot)/Tools/ci/gitlab.yml", encoding: .utf8)
        #expect(CIServer.gitlab.job(inFolder: "", ribleak: ribleak) == job)
    }
}
