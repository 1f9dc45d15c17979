// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// What a shipped app records at level `sampled`, and the digest of it.
@Suite struct DemoDigestTests {
    private static let leaks = ["parent-keeps-child", "sink-captures-self"]
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func session(
        leaks: [String] = Self.leaks, _ environment: [String: String] = [:]
    ) throws -> DemoSession {
        let settings = ["RIBLEAK_LEVEL": "sampled", "RIBLEAK_RELEASE": "7.12.0"]
        return try DemoSession(leaks: leaks, environment: settings.merging(environment) { $1 })
    }

    private func digest(_ session: DemoSession) throws -> String {
        let run = try FinishedProcess("ribleak", ["digest", session.runs.file("runs")])
        try #require(run.code == 0, "\(run.errors)")
        return run.output
    }

    private struct Digest: Decodable {
        struct Finding: Decodable {
            let kind: String
            let ribPath: String
            let stacks: Stacks?
            let retainPath: Path?
        }

        struct Stacks: Decodable {}
        struct Path: Decodable {}

        struct Sampling: Decodable { let budgetSpentAfterMs: Int? }

        let findings: [Finding]
        let sampling: Sampling
        let doubts: [String]
    }

    private func read(_ text: String) throws -> Digest {
        try JSONDecoder().decode(Digest.self, from: Data(text.utf8))
    }

    /// Only its stack shows who made a worker, and a digest names no functions.
    @Test(arguments: [(["worker-kept"], ["stacksUndecided"]), (["parent-keeps-child"], [])])
    func whatNamesWouldDecideIsADoubt(leaks: [String], doubts: [String]) throws {
        #expect(try read(digest(session(leaks: leaks))).doubts == doubts)
    }

    @Test(.enabled(if: Judge.isInstalled, "Tools/install-judges was not run"))
    func theDigestIsWhatItsSchemaSays() throws {
        for level in ["sampled", "full", "counts"] {
            let session = try session(["RIBLEAK_LEVEL": level])
            let file = folder.file("\(level).json")
            try digest(session).write(toFile: file, atomically: false, encoding: .utf8)
            let schema = "\(BuiltProducts.packageRoot)/Reports/digest.schema.json"
            let answer = try Judge.ask("json_report.py", [schema, file])
            #expect(answer.output == "valid\n", "\(answer.output)\(answer.errors)")
        }
    }

    @Test func allRIBsAreJudgedWhateverIsChosen() throws {
        let expected = try read(digest(session())).findings.map { "\($0.kind) \($0.ribPath)" }
        #expect(!expected.isEmpty)
        for share in ["0", "30"] {
            let found = try read(digest(session(["RIBLEAK_SAMPLE_RIBS": share]))).findings
            #expect(found.map { "\($0.kind) \($0.ribPath)" }.sorted() == expected.sorted())
        }
    }

    @Test func withoutABudgetNoFindingHasDetails() throws {
        let found = try read(digest(session(["RIBLEAK_SAMPLE_RIBS": "0"]))).findings
        #expect(found.allSatisfy { $0.stacks == nil && $0.retainPath == nil })
    }

    @Test func aSessionWithoutMistakesHasNoFinding() throws {
        let session = try DemoSession(environment: [
            "RIBLEAK_LEVEL": "sampled", "RIBLEAK_SAMPLE_RIBS": "50",
        ])
        #expect(try read(digest(session)).findings.isEmpty)
    }

    @Test func aSpentBudgetIsSaidInTheReport() throws {
        let session = try session(["RIBLEAK_SAMPLE_KIB": "1"])
        #expect(try read(digest(session)).sampling.budgetSpentAfterMs != nil)
        let report = try session.report()
        #expect(
            report.output.contains("RIBLEAK_LEVEL=sampled: call stacks and retain paths for 100 % ")
        )
        #expect(report.output.contains("until the budget was spent after"))
    }

    @Test func aProcessThatIsNotChosenWritesNothing() throws {
        let session = try session(["RIBLEAK_SAMPLE_PROCESSES": "1000000"])
        #expect(session.process.code == 0)
        #expect(!FileManager.default.fileExists(atPath: session.runs.file("runs")))
    }

    @Test func onlyTheNewestRunsStay() throws {
        let runs = folder.file("runs")
        for _ in 0..<4 {
            _ = try FinishedProcess(
                "ribleak-demo", [],
                environment: [
                    "RIBLEAK_LEVEL": "sampled", "RIBLEAK_KEEP_RUNS": "2",
                    "RIBLEAK_TRACE_DIR": runs,
                ])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: runs).count == 2)
    }

    @Test func functionsAreNamedLaterFromTheBinaries() throws {
        let file = folder.file("digest.json")
        try digest(session()).write(toFile: file, atomically: false, encoding: .utf8)
        // Elsewhere, and under another name.
        let builds = folder.file("builds")
        try FileManager.default.createDirectory(atPath: builds, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: BuiltProducts.folder.appendingPathComponent("ribleak-demo"),
            to: URL(fileURLWithPath: "\(builds)/shop-7.12.0"))
        let run = try FinishedProcess(
            "ribleak", ["digest", "--symbolize", file, "--symbols", builds])
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains("\"symbols\":[{"))
        #expect(run.output.contains("Builder.build("))
        #expect(
            run.output.contains("\"file\":\"Tools/ribleak-demo/") || run.output.contains(".swift"))
    }
}
