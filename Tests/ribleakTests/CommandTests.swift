// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct CommandTests {
    // MARK: - Exit codes

    @Test func reportSucceedsAlsoWithFindings() throws {
        let trace = try TraceBuilder.leaky()
        let report = try FinishedProcess("ribleak", ["report", trace.folder])
        #expect(report.code == 0)
        #expect(report.output.hasPrefix("✗ 1 leak. 6 objects tracked.\n"))
        #expect(report.output.contains("┬─── 1 of 1  Leaked router at Root/Game\n"))
        #expect(!report.output.contains("\u{1B}"))
    }

    @Test func gateFailsAboveItsLimit() throws {
        let trace = try TraceBuilder.leaky()
        let strict = try FinishedProcess("ribleak", ["gate", trace.folder])
        #expect(strict.code == 1)
        #expect(
            strict.output == """
                ribleak gate: failed: 1 leak (allowed 0), 0 subscriptions fired while inactive \
                (allowed 0), 6 objects tracked
                  leaked-router at Root/Game: GameRouter; ribleak explain 229fde35eca74305

                """)
        let loose = try FinishedProcess("ribleak", ["gate", "--max-leaks", "1", trace.folder])
        #expect(loose.code == 0)
        #expect(loose.output.hasPrefix("ribleak gate: passed: 1 leak (allowed 1), "))
    }

    @Test func gatePassesACleanRun() throws {
        let trace = try TraceBuilder.clean()
        let gate = try FinishedProcess("ribleak", ["gate", trace.folder])
        #expect(gate.code == 0)
        #expect(gate.output.hasPrefix("ribleak gate: passed: 0 leaks (allowed 0), "))
        #expect(gate.errors == "")
    }

    @Test func gateDoesNotPassADamagedTrace() throws {
        let trace = try TraceBuilder.clean()
        try Data("no stream".utf8).write(to: URL(fileURLWithPath: "\(trace.folder)/stream-1"))
        let gate = try FinishedProcess("ribleak", ["gate", trace.folder])
        #expect(gate.code == 2)
        #expect(gate.output.hasPrefix("ribleak gate: failed: the run could not be judged: "))
    }

    @Test func aPipeInPlaceOfAFileIsNotWaitedFor() throws {
        let trace = try TraceBuilder.clean()
        try FileManager.default.removeItem(atPath: "\(trace.folder)/metadata")
        try #require(mkfifo("\(trace.folder)/metadata", 0o600) == 0)
        let report = try FinishedProcess("ribleak", ["report", trace.folder])
        #expect(report.code == 2)
        #expect(
            report.errors
                == "ribleak: error: \(trace.folder)/metadata: is not a regular file; record the run again\n"
        )
    }

    // MARK: - Which traces

    @Test func takesTheNewestRunOfTheTraceFolder() throws {
        let trace = try TraceBuilder.leaky()
        let gate = try FinishedProcess(
            "ribleak", ["gate"], environment: ["RIBLEAK_TRACE_DIR": trace.runsFolder])
        #expect(gate.code == 1)
    }

    @Test(arguments: ["report", "gate", "tree"])
    func saysWhichOtherRunMayBeTheNewest(_ command: String) throws {
        let folder = try TemporaryFolder()
        let future: Int64 = 4_102_444_800_000_000_000
        let traces = try [("20260102T030405.006Z-77", nil), ("21000101T000000.000Z-77", future)]
            .map { (run, time) in
                try TraceBuilder(in: folder, at: "\(run)/app-77") {
                    if let time { $0.clockOffset = time - Int64($0.startedAt) }
                }
            }
        for trace in traces {
            trace.launch(trace.rib("Root"))
            trace.settle()
            trace.end()
        }
        let runs = folder.file("runs")
        let doubted = try FinishedProcess(
            "ribleak", [command], environment: ["RIBLEAK_TRACE_DIR": runs])
        #expect(
            doubted.errors
                == "ribleak: warning: \(runs)/21000101T000000.000Z-77: began in the future, at "
                + "2100-01-01T00:00:00.000Z: its clock or yours was wrong, and "
                + "\(runs)/20260102T030405.006Z-77 may be newer; to take that one, name it\n")
        let named = try FinishedProcess("ribleak", [command, "\(runs)/20260102T030405.006Z-77"])
        #expect(named.errors == "")
    }

    @Test(arguments: ["report", "gate"])
    func saysWhereItLookedWhenThereIsNoRun(_ command: String) throws {
        let run = try FinishedProcess("ribleak", [command], environment: ["RIBLEAK_TRACE_DIR": ""])
        #expect(run.code == 2)
        let said = command == "gate" ? run.output : run.errors
        let head = command == "gate" ? "ribleak gate: failed: " : "ribleak: error: "
        #expect(said.hasPrefix(head + ".ribleak: no run is here; "))
        #expect((run.output + run.errors).split(separator: "\n").count == 1)
    }

    @Test func showsWhatCanBeReadBesideWhatCannot() throws {
        let trace = try TraceBuilder.leaky()
        let report = try FinishedProcess("ribleak", ["report", "/nonexistent\u{1B}", trace.folder])
        #expect(report.code == 2)
        #expect(report.errors.hasPrefix("ribleak: error: /nonexistent\\u{1B}: "))
        #expect(report.output.hasPrefix("✗ 1 leak."))
        let gate = try FinishedProcess(
            "ribleak", ["gate", "--max-leaks=1", "/nonexistent", trace.folder])
        #expect(gate.code == 2)
        #expect(
            gate.output.hasPrefix(
                "ribleak gate: failed: a trace cannot be read; the others: passed: 1 leak"))
    }

    @Test func readsDamagedTracesAsFarAsTheyGo() throws {
        let trace = try TraceBuilder.leaky()
        let files = try FileManager.default.contentsOfDirectory(atPath: trace.folder)
        for stream in files where stream != "metadata" {
            let url = URL(fileURLWithPath: "\(trace.folder)/\(stream)")
            try Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }).write(to: url)
        }
        let report = try FinishedProcess("ribleak", ["report", "--format", "json", trace.folder])
        #expect(report.code == 0 && !report.wasKilled)
        #expect(report.errors.hasPrefix("ribleak: warning: "))
        #expect(report.output.hasPrefix("{\n  \"caveats\" : [\n"))
    }

    // MARK: - How much of it

    @Test func manyProcessesThatNeverSettledAreOneCaveat() throws {
        let traces = try (1...4).map { _ in try TraceBuilder() }
        for trace in traces {
            trace.launch(trace.rib("Root"))
            trace.finish()
        }
        let gate = try FinishedProcess("ribleak", ["gate"] + traces.map(\.folder))
        let caveat =
            "4 processes were killed or still run: not all they detached was judged "
            + "(report --format json names them)"
        #expect(gate.code == 2)
        #expect(
            gate.output == "ribleak gate: failed: the run could not be judged: \(caveat)\n")
        #expect(gate.errors == "ribleak: warning: \(caveat)\n")
        let three = try FinishedProcess("ribleak", ["report"] + traces.prefix(3).map(\.folder))
        #expect(
            three.errors
                == String(
                    repeating: "ribleak: warning: app (pid 77) was killed or still runs: "
                        + "it never settled\n", count: 3))
    }

    @Test func aTextReportShowsTheMostDamagingOfManyFindingsAndCountsAll() throws {
        let trace = try traceOfLeaks(60)
        let report = try FinishedProcess("ribleak", ["report", trace.folder])
        #expect(report.output.hasPrefix("✗ 60 leaks. 183 objects tracked.\n"))
        #expect(report.output.components(separatedBy: "┬───").count == 51)
        #expect(report.output.contains("┬─── 50 of 60  Leaked router at Root/Game59\n"))
        #expect(
            report.output.hasSuffix(
                "\n… and 10 more findings; --limit 0 or --format json shows all\n"))

        let all = try FinishedProcess("ribleak", ["report", "--limit", "0", trace.folder])
        #expect(all.output.components(separatedBy: "┬───").count == 61)
        #expect(!all.output.contains("more finding"))
    }

    @Test func theJSONReportAndTheGateHaveAllFindings() throws {
        let trace = try traceOfLeaks(60)
        let json = try FinishedProcess(
            "ribleak", ["report", "--format", "json", "--limit", "1", trace.folder])
        #expect(json.output.components(separatedBy: "\"fingerprint\"").count == 61)
        let gate = try FinishedProcess("ribleak", ["gate", "--max-leaks", "59", trace.folder])
        #expect(gate.code == 1)
        #expect(gate.output.hasPrefix("ribleak gate: failed: 60 leaks (allowed 59), "))
    }

    /// A trace of this many different leaks.
    private func traceOfLeaks(_ count: Int) throws -> TraceBuilder {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let games = (10..<(10 + count)).map { trace.rib("Game\($0)") }
        for game in games {
            trace.attach(game, to: root)
            trace.detach(game, from: root)
        }
        trace.settle(alive: games.flatMap(\.parts))
        trace.finish()
        return trace
    }

    // MARK: - Streams

    @Test(arguments: ["report", "gate"])
    func survivesAReaderThatGoesAway(_ command: String) throws {
        let trace = try TraceBuilder.leaky()
        let run = try FinishedProcess("ribleak", [command, trace.folder], closesOutput: true)
        #expect(!run.wasKilled)
        #expect(run.code == (command == "gate" ? 1 : 0))
        #expect(run.errors.contains("error") == false)
    }

    @Test func coloursOnlyOnRequest() throws {
        let trace = try TraceBuilder.leaky()
        let colored = try FinishedProcess("ribleak", ["report", "--color", "always", trace.folder])
        #expect(colored.output.hasPrefix("\u{1B}[1;31m✗"))
        let plain = try FinishedProcess(
            "ribleak", ["report", "--color=never", trace.folder],
            environment: ["CLICOLOR_FORCE": "1"])
        #expect(!plain.output.contains("\u{1B}"))
    }
}
