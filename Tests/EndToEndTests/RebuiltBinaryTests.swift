// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A run is read after the binary it is of was built anew.
@Suite struct RebuiltBinaryTests {
    private let folder: TemporaryFolder
    private let app: String

    init() throws {
        folder = try TemporaryFolder()
        app = folder.file("app")
        try put("ribleak-demo")
    }

    /// Puts one of the package's executables in the place of the app.
    ///
    /// Another process copies it: a process that another test starts meanwhile would inherit what this
    /// one has open, and the system starts no program that somebody may still write to.
    private func put(_ product: String) throws {
        let built = BuiltProducts.folder.appendingPathComponent(product)
        try? FileManager.default.removeItem(atPath: app)
        let copied = try FinishedProcess(path: "/bin/cp", [built.path, app])
        try #require(copied.code == 0, "\(copied.errors)")
    }

    private func record() throws -> String {
        let runs = folder.file("runs")
        let session = try FinishedProcess(
            path: app, ["--leak", "sink-captures-self", "--leak", "uncancelled-subscription"],
            environment: ["RIBLEAK_TRACE_DIR": runs, "RIBLEAK_SEARCH_LIMIT": "60000"])
        #expect(session.code == 0)
        return runs
    }

    private func ribleak(_ arguments: String...) throws -> FinishedProcess {
        try FinishedProcess("ribleak", arguments, in: folder.path)
    }

    @Test func whatWasReadBeforeReadsTheSame() throws {
        let runs = try record()
        let before = try ribleak("report", runs)
        try put("heap-shapes")
        let after = try ribleak("report", runs)
        #expect(after.output == before.output)
        #expect(after.output.contains("captures self"))
        #expect(after.errors == "")
    }

    @Test func whatWasNotReadBeforeIsComparedWithNothing() throws {
        let known = try record()
        let baseline = folder.file("baseline.json")
        #expect(try ribleak("baseline", "write", "--output", baseline, known).code == 0)
        try FileManager.default.removeItem(atPath: known)
        let runs = try record()
        try put("heap-shapes")

        let why = "app was rebuilt since the run: its functions are shown as module and offset"
        let gate = try ribleak("gate", "--baseline", baseline, runs)
        #expect(gate.code == 2)
        #expect(gate.output.hasPrefix("ribleak gate: failed: the run could not be judged: "))
        #expect(gate.output.hasSuffix("/\(why)\n"))

        let written = try String(contentsOfFile: baseline, encoding: .utf8)
        let write = try ribleak("baseline", "write", "--output", baseline, runs)
        #expect(write.code == 2)
        #expect(write.errors.contains("/\(why)), so nothing was written; run the tests again"))
        #expect(try String(contentsOfFile: baseline, encoding: .utf8) == written)

        let diff = try ribleak("diff", baseline, runs)
        #expect(diff.code == 2)
        #expect(diff.output == "")
        #expect(diff.errors.contains("/\(why)), so nothing was compared"))

        let database = folder.file("history.db")
        let history = try ribleak("history", "import", "--database", database, runs)
        #expect(history.code == 2)
        #expect(history.errors.contains("/\(why)), so it was not added"))
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test func aCopyForOtherReadersHasTheNamesToo() throws {
        let runs = try record()
        let before = try ribleak("report", "--format", "json", runs)
        #expect(try ribleak("recover", runs).code == 0)
        try put("heap-shapes")
        let traces = try #require(
            FileManager.default.subpaths(atPath: runs)?.filter { $0.hasSuffix("-recovered") })
        #expect(traces.count == 1)
        let after = try ribleak("report", "--format", "json", "\(runs)/\(traces[0])")
        #expect(before.output.contains("captures self"))
        #expect(after.output.contains("captures self"))
        #expect(after.errors == "")
    }
}
