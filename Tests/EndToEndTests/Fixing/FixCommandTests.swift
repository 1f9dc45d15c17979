// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// `ribleak fix` without `--verify`.
@Suite struct FixCommandTests {
    private static let lines =
        ["// The app.", "mistake First", "", "let a = 1", "", "", "", "", ""]
        + ["", "mistake Second", "let b = 2"]
    private static let patch = """
        --- a/Sources/App.swift
        +++ b/Sources/App.swift
        @@ -1,5 +1,5 @@
         // The app.
        -mistake First
        +better
        \u{20}
         let a = 1
        \u{20}

        """

    private let project: FixProject
    private let first: String
    private let second: String

    init() throws {
        project = try FixProject(Self.lines)
        let names = try project.lint()
        (first, second) = (try #require(names["First"]), try #require(names["Second"]))
    }

    private var answer: FixProject.Answer {
        .init(
            fixes: [.init(findings: [first], line: 2, patch: Self.patch)],
            refused: [.init(finding: second, reason: "two variables have this name")])
    }

    private func fix(
        _ arguments: String..., answering answer: FixProject.Answer? = nil
    ) throws -> FinishedProcess {
        try project.fix(
            [project.other("lint.json")] + arguments, answering: answer ?? self.answer)
    }

    @Test func theSourceIsChangedAndTheRestIsNot() throws {
        let fix = try fix()
        #expect(fix.code == 1)
        #expect(fix.errors == "")
        #expect(
            fix.output == """
                ✗ 1 of 2 findings fixed.

                \(first)  fixed    Sources/App.swift:2: Do better
                \(second)  refused  two variables have this name

                """)
        #expect(
            try project.text()
                == Self.lines.joined(separator: "\n")
                .replacing("mistake First", with: "better") + "\n")
        #expect(try project.git(["status", "--porcelain"]) == " M Sources/App.swift\n")
        #expect(try project.remains() == [])
        #expect(
            try project.call().hasPrefix("fix --root \(project.root) \(project.other("tmp"))/"))
    }

    @Test func aDryRunPrintsThePatchAndChangesNothing() throws {
        let fix = try fix("--dry-run")
        #expect(fix.code == 1)
        #expect(fix.output == Self.patch)
        #expect(fix.errors == "ribleak: warning: \(second): two variables have this name\n")
        #expect(try project.git(["status", "--porcelain"]) == "")
        try project.write(fix.output, to: "../patch")
        #expect(try project.git(["apply", "--check", project.other("patch")]) == "")
    }

    @Test func onlyNamesWhatToFix() throws {
        let fix = try fix("--only", String(first.prefix(8)))
        #expect(fix.code == 0)
        #expect(
            fix.output == """
                ✓ 1 of 1 finding fixed.

                \(first)  fixed    Sources/App.swift:2: Do better

                """)
        #expect(try project.call().contains(" --only \(first) "))
        let other = try self.fix("--only", "0000000000000000")
        #expect(other.code == 64)
        #expect(
            other.errors.hasPrefix(
                "ribleak: error: --only 0000000000000000: no finding's fingerprint begins with it; "
            ))
    }

    @Test func oneFixMayEndSeveralFindings() throws {
        let fix = try fix(
            answering: .init(fixes: [.init(findings: [first, second], patch: Self.patch)]))
        #expect(fix.code == 0)
        #expect(fix.output.hasPrefix("✓ 2 of 2 findings fixed.\n"))
    }

    @Test func patchesOfNeighbouringLinesAreMadeTogether() throws {
        let answer = FixProject.Answer(fixes: [
            .init(findings: [first], patch: Self.patch),
            .init(
                findings: [second], patch: try project.patch(["let a = 1": "let a = 3\nlet c = 4"])),
        ])
        let dry = try fix("--dry-run", answering: answer)
        try project.write(dry.output, to: "../patch")
        _ = try project.git(["apply", project.other("patch")])
        let expected = try project.text()
        #expect(expected.hasPrefix("// The app.\nbetter\n\nlet a = 3\nlet c = 4\n"))
        _ = try project.git(["checkout", "-q", "."])
        #expect(try fix(answering: answer).code == 0)
        #expect(try project.text() == expected)
    }

    @Test func ofTwoPatchesOfOneLineTheFirstIsMade() throws {
        let fix = try fix(
            answering: .init(fixes: [
                .init(findings: [first], patch: Self.patch),
                .init(findings: [second], patch: try project.patch(["mistake First": "best"])),
            ]))
        #expect(fix.code == 1)
        #expect(
            fix.output.hasSuffix(
                "\(second)  refused  Sources/App.swift:1: Do better: the fix of \(first) changes the "
                    + "same lines; run ribleak fix again after it\n"))
        #expect(try project.text().contains("better"))
    }

    // MARK: - Files that are left alone

    @Test func aFileWithChangesIsLeftAlone() throws {
        try project.write(try project.text() + "mine\n")
        let fix = try fix("--only", first)
        #expect(fix.code == 1)
        #expect(
            fix.output == """
                ✗ 0 of 1 finding fixed.

                \(first)  refused  Sources/App.swift:2: Do better: Sources/App.swift has changes that \
                are not committed; commit them, or give --allow-dirty

                """)
        #expect(!(try project.text().contains("better")))
        #expect(try self.fix("--only", first, "--allow-dirty").code == 0)
        #expect(try project.text().hasSuffix("let b = 2\nmine\n"))
    }

    @Test(arguments: ["", "*.swift"]) func aFileThatGitDoesNotHaveIsLeftAlone(
        ignored: String
    ) throws {
        _ = try project.git(["rm", "-q", "--cached", FixProject.source])
        try project.write(ignored, to: ".gitignore")
        _ = try project.git(["add", ".gitignore"])
        _ = try project.git(["commit", "-q", "-m", "No source"])
        #expect(try fix("--only", first).output.contains("has changes that are not committed"))
    }

    @Test func aFileThatHasChangedSinceIsRefused() throws {
        try project.write(try project.text().replacing("mistake First", with: "mistake Other"))
        let fix = try fix("--only", first, "--allow-dirty")
        #expect(fix.code == 1)
        #expect(
            fix.output.hasSuffix(
                "Sources/App.swift: line 2 is not what the patch expects, so the file has changed since\n"
            ))
        #expect(!(try project.text().contains("better")))
    }

    @Test func aLinkIsNotFollowed() throws {
        let path = project.file(FixProject.source)
        try FileManager.default.moveItem(atPath: path, toPath: project.file("Real.swift"))
        symlink("../Real.swift", path)
        _ = try project.git(["add", "-A"])
        _ = try project.git(["commit", "-q", "-m", "Link"])
        let fix = try fix("--only", first)
        #expect(fix.code == 1)
        #expect(
            fix.output.hasSuffix(
                "Sources/App.swift: is reached by a symbolic link; fix the file that it leads to\n")
        )
        #expect(try project.git(["status", "--porcelain"]) == "")
    }

    @Test(arguments: [
        "--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n",
        "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n",
        "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n", "hello", "--- a/.git/config\n+++ b/.git/config\n",
    ]) func whatIsNotADiffOfTheSourcesIsRefused(patch: String) throws {
        let fix = try fix(
            "--only", first, answering: .init(fixes: [.init(findings: [first], patch: patch)]))
        #expect(fix.code == 1)
        #expect(
            fix.output.hasSuffix("its patch is not a unified diff; update ribleak-lint\n"))
    }

    @Test func windowsLineBreaksStay() throws {
        let project = try FixProject(["mistake First", "tab\there", "last"], ending: "\r\n")
        let name = try #require(try project.lint()["First"])
        let patch = try project.patch(["mistake First": "better"])
        let fix = try project.fix(
            [project.other("lint.json")],
            answering: .init(fixes: [.init(findings: [name], patch: patch)]))
        #expect(fix.code == 0)
        #expect(try project.text() == "better\r\ntab\there\r\nlast\r\n")
    }

    @Test func aLastLineWithoutABreakStaysSo() throws {
        try project.write("mistake First\nlast")
        let patch = """
            --- a/Sources/App.swift
            +++ b/Sources/App.swift
            @@ -1,2 +1,2 @@
            -mistake First
            +better
             last
            \\ No newline at end of file

            """
        let answer = FixProject.Answer(fixes: [.init(findings: [first], patch: patch)])
        #expect(try fix("--only", first, "--dry-run", answering: answer).output == patch)
        #expect(try fix("--only", first, "--allow-dirty", answering: answer).code == 0)
        #expect(try project.text() == "better\nlast")
    }

    @Test func aFileThatCannotBeWrittenIsAnError() throws {
        // Beside it there is no room for a name that is longer.
        let name = "Sources/\(String(repeating: "a", count: 245)).swift"
        try project.write("mistake First\n", to: name)
        _ = try project.git(["add", "."])
        _ = try project.git(["commit", "-q", "-m", "Long"])
        let patch = "--- a/\(name)\n+++ b/\(name)\n@@ -1 +1 @@\n-mistake First\n+better\n"
        let fix = try fix(
            "--only", first, answering: .init(fixes: [.init(findings: [first], patch: patch)]))
        #expect(fix.code == 74)
        #expect(fix.output == "")
        #expect(fix.errors.contains("cannot be written (File name too long)"))
        #expect(try project.git(["status", "--porcelain"]) == "")
    }

    // MARK: - Where it runs

    @Test func outsideOfARepositoryFilesAreChangedAllTheSame() throws {
        let project = try FixProject(Self.lines, isRepository: false)
        _ = try project.lint()
        let verify = try project.fix(
            [project.other("lint.json"), "--only", first, "--verify", "true"], answering: answer)
        #expect(verify.code == 64)
        #expect(
            verify.errors
                == "ribleak: error: --verify: \(project.root) is not in a git repository, of "
                + "which to make a copy; run git init and commit first, or leave --verify out\n")
        let fix = try project.fix(
            [project.other("lint.json"), "--only", first], answering: answer)
        #expect(fix.code == 0)
        #expect(try project.text().contains("better"))
    }

    @Test func inASubfolderTheSameFilesAreMeant() throws {
        let fix = try project.fix(
            [project.other("lint.json"), "--only", first], in: "Sources", answering: answer)
        #expect(fix.code == 0)
        #expect(try project.text().contains("better"))
    }

    @Test func withoutFindingsThereIsNothingToFix() throws {
        try project.write("fine\n")
        _ = try project.lint()
        let fix = try fix()
        #expect(fix.code == 0)
        #expect(fix.output == "There is nothing to fix.\n")
    }

    @Test func whatTheAnalyserDoesNotMentionIsRefused() throws {
        let fix = try fix("--only", first, answering: .init(fixes: []))
        #expect(fix.code == 1)
        #expect(fix.output.hasSuffix("\(first)  refused  ribleak-lint proposes nothing\n"))
    }

    @Test func anAnswerOfAnotherVersionIsAnError() throws {
        let fix = try fix(answering: .init(version: 2, fixes: []))
        #expect(fix.code == 2)
        #expect(
            fix.errors == "ribleak: error: \(project.other("tool")): does not answer with fixes of "
                + "version 1; build it anew, from the sources of this ribleak\n")
    }
}
