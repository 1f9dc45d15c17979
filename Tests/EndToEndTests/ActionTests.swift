// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The steps of the GitHub Action, run with GitHub's environment set up.
@Suite(.enabled(if: Judge.isInstalled)) struct ActionTests {
    private static let known = ["parent-keeps-child", "sink-captures-self"]
    private static let commits = ["1", "2"].map { String(repeating: $0, count: 40) }
    private static let marker = "<!-- ribleak comment: . -->\n"

    @Test func theSecondPushUpdatesTheCommentOfTheFirst() throws {
        // More than a page of others' comments, one of which pretends to be ours.
        let others =
            (0..<100).map { CodeHost.Comment(of: "somebody", "comment \($0)") }
            + [CodeHost.Comment(of: "somebody", "\(Self.marker)mine")]
        let pull = try PullRequest(known: Self.known, on: CodeHost(comments: others))

        let first = try pull.push(Self.commits[0], leaks: Self.known + ["timer"])
        #expect(first.code == 1, "\(first.output)\(first.errors)")
        #expect(try pull.host.ownComments().count == 1)
        #expect(
            try pull.host.ownComments()[0].hasPrefix(
                "\(Self.marker)### ❌ ribleak: 1 new leak, 2 known. "))
        let created = "POST /repos/acme/game/issues/7/comments"
        #expect(try pull.host.changes() == [created])

        let second = try pull.push(Self.commits[1], leaks: ["parent-keeps-child", "timer"])
        #expect(second.code == 1)
        #expect(
            try pull.host.changes() == [created, "PATCH /repos/acme/game/issues/comments/102"])
        #expect(try pull.host.otherComments() == others)
        let comments = try pull.host.ownComments()
        #expect(comments.count == 1)
        let golden = try GoldenFile("demo.comment.md", of: comments[0])
        if golden.isNew { Issue.record("Reports/demo.comment.md was written anew: read it") }
        #expect(golden.firstDifference == nil)
    }

    @Test func everythingIsThereWhenTheJobFails() throws {
        let pull = try PullRequest(known: Self.known, on: CodeHost())
        let job = try pull.push(Self.commits[0], leaks: ["parent-keeps-child", "timer"])
        #expect(job.code == 1)
        #expect(job.output.contains("ribleak gate: failed: 1 new leak (allowed 0)"))
        #expect(job.output.split(separator: "\n").count { $0.hasPrefix("::error file=") } == 1)
        #expect(try pull.summary().hasPrefix("### ❌ ribleak: 1 new leak, 1 known, 1 fixed. "))
        #expect(
            try pull.reports() == [
                "comment.md", "leaks.html", "leaks.json", "leaks.sarif", "leaks.xml", "runs",
            ])
        #expect(
            job.uses.map(\.action) == [
                "github/codeql-action/upload-sarif@v3", "actions/upload-artifact@v4",
            ])
        let sarif = try #require(job.uses[0].with["sarif_file"])
        #expect(sarif.hasSuffix("/ribleak/leaks.sarif"))
        #expect(FileManager.default.fileExists(atPath: sarif))
        #expect(job.uses[1].with["path"] == sarif.replacing(".sarif", with: ".*"))
    }

    @Test func aTestThatFailsEndsTheJobAfterTheReports() throws {
        let pull = try PullRequest(known: Self.known, on: CodeHost())
        let job = try pull.push(Self.commits[0], leaks: Self.known, then: "exit 3")
        #expect(job.code == 3)
        #expect(job.output.contains("ribleak gate: passed: "))
        #expect(try pull.host.ownComments().first?.contains("### ✅ ribleak: No new leaks") == true)
        let passing = try pull.push(Self.commits[0], leaks: Self.known)
        #expect(passing.code == 0)
    }

    @Test func testsThatRecordNothingAreSaidSo() throws {
        let pull = try PullRequest(known: Self.known, on: CodeHost())
        _ = try pull.push(Self.commits[0], leaks: [])
        let job = try pull.push(Self.commits[0], leaks: [], ["test": "exit 1"])
        #expect(job.code == 2)
        #expect(
            try pull.host.ownComments().map { $0.contains("There is no run to judge.") } == [true])
        #expect(job.uses.map(\.action) == ["actions/upload-artifact@v4"])
        #expect(try !pull.reports().contains("leaks.sarif"))
    }

    @Test func aTokenThatMayOnlyReadIsAWarning() throws {
        let pull = try PullRequest(known: Self.known, on: CodeHost(isReadOnly: true))
        let job = try pull.push(Self.commits[0], leaks: Self.known)
        #expect(job.code == 0)
        #expect(job.output.contains("\n::warning title=ribleak::no comment was written: "))
        #expect(job.output.contains("403; the job needs the permission pull-requests: write"))
    }

    @Test func aPushToTheMainBranchIsJudgedWithoutAComment() throws {
        let pull = try PullRequest(known: Self.known, on: CodeHost())
        let job = try pull.push(nil, leaks: Self.known + ["timer"])
        #expect(job.code == 1)
        #expect(job.output.hasSuffix("no comment, since this job is not of a pull request\n"))
        #expect(try pull.host.changes() == [])
    }

    @Test func eachPartCanBeLeftOut() throws {
        let pull = try PullRequest(known: Self.known, on: CodeHost())
        let job = try pull.push(
            Self.commits[0], leaks: Self.known + ["timer"],
            ["comment": "no", "sarif": "no", "artifact": "", "options": "--max-leaks 1 --ratchet"])
        #expect(job.code == 0, "\(job.output)\(job.errors)")
        #expect(job.uses == [])
        #expect(try pull.host.ownComments() == [])
    }
}
