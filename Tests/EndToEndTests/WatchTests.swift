// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

/// `ribleak watch` beside the demo, both as a person starts them.
@Suite struct WatchTests {
    /// What the watcher printed about a session of the demo that began after it.
    private func watch(
        _ runs: TemporaryFolder, leaks: [String], _ options: [String] = ["--events"]
    ) async throws -> FinishedProcess {
        let folder = runs.file("runs")
        async let watching = Task.detached {
            try FinishedProcess(
                // Named, since a run of the default folder that is over at first is not waited for.
                "ribleak", ["watch", folder, "--until-end"] + options,
                in: BuiltProducts.packageRoot)
        }.value
        let demo = try FinishedProcess(
            "ribleak-demo", leaks.flatMap { ["--leak", $0] },
            environment: ["RIBLEAK_TRACE_DIR": folder, "RIBLEAK_SEARCH_LIMIT": "60000"])
        #expect(demo.code == 0)
        return try await watching
    }

    /// The findings that hold at the end, by fingerprint, as text.
    private func findings(in output: String) throws -> [String: String] {
        var findings: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            if object["kind"] as? String == "findingWithdrawn" {
                findings[try #require(object["fingerprint"] as? String)] = nil
            } else if let finding = object["finding"] as? [String: Any] {
                findings[try #require(finding["fingerprint"] as? String)] = try text(finding)
            }
        }
        return findings
    }

    private func text(_ json: [String: Any]) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: json, options: [.sortedKeys]),
            as: UTF8.self)
    }

    @Test(arguments: [
        ["parent-keeps-child", "timer", "plain-rib", "worker-kept"],
        ["sink-captures-self", "stored-closure", "forgotten-detach", "uncancelled-subscription"],
        ["strong-listener", "task", "global-observer", "plain-rib-subscription", "workflow-kept"],
        [],
    ])
    func theFindingsAreThoseOfTheReport(leaks: [String]) async throws {
        let runs = try TemporaryFolder()
        let watched = try await watch(runs, leaks: leaks)
        #expect(watched.code == 0)
        #expect(watched.errors == "")

        let report = try FinishedProcess(
            "ribleak", ["report", runs.file("runs"), "--format", "json"],
            in: BuiltProducts.packageRoot)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        let reported = try #require(document["findings"] as? [[String: Any]])
        let found = try findings(in: watched.output)
        #expect(reported.isEmpty == leaks.isEmpty)
        #expect(Set(found.values) == Set(try reported.map(text)))
        #expect(watched.output.contains("\"kind\":\"processEnded\""))
    }

    @Test func linesForPeopleNameTheCulpritItsPathAndItsLine() async throws {
        let runs = try TemporaryFolder()
        let watched = try await watch(runs, leaks: ["parent-keeps-child"], [])
        let lines = watched.output.split(separator: "\n").map(String.init)
        // Two earlier ones were kept until the person logged out, which may have been shown before.
        let first = try #require(
            lines.lastIndex {
                $0.contains("  finding")
                    && $0.hasSuffix(
                        "OffGameRouter at Root/LoggedIn/OffGame is still alive (3 of them)")
            })
        #expect(
            lines[(first + 1)...].prefix(6).map { $0.replacing(/swift:\d+$/, with: "swift:LINE") }
                == [
                    "  kept alive by LoggedInRouter.previousScreens[0] at "
                        + "Tools/ribleak-demo/LoggedIn/LoggedInRouter.swift:LINE",
                    "  also keeps alive OffGameViewController, OffGameInteractor",
                    "  Hint: Remove it from LoggedInRouter.previousScreens where you detach it.",
                    "  Fix: ribleak fix --only 2750a1a66da24463",
                    "  at Tools/ribleak-demo/LoggedIn/LoggedInRouter.swift:LINE",
                    "  ribleak explain object:54",
                ])
        #expect(lines.last?.hasSuffix(") exited") == true)
    }

    @Test(arguments: ["--events", "--lines"])
    func noEventOfALongRunThatIsOverIsLeftOut(form: String) throws {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        for _ in 0..<12_000 {
            trace.append(.deactivated(interactor: root.interactor))
            trace.append(.activated(interactor: root.interactor))
        }
        trace.end()
        let watched = try FinishedProcess("ribleak", ["watch", "--until-end", form, trace.folder])
        #expect(watched.output.matches(of: /\bactivated\b/).count == 12_001)
        #expect(watched.output.matches(of: /\bdeactivated\b/).count == 12_000)
    }

    @Test func whatLinesNameOfSeveralProcessesCanBeExplained() throws {
        let folder = try TemporaryFolder()
        let traces = try [17, 18].map { pid in
            let trace = try TraceBuilder(in: folder, at: "20260102T030405.006Z-17/app-\(pid)") {
                $0.processID = pid
            }
            let (root, home) = (trace.rib("Root"), trace.rib("Home\(pid)"))
            trace.launch(root)
            trace.attach(home, to: root)
            trace.detach(home, from: root)
            trace.passDeadline(of: [home.router])
            trace.end()
            return trace
        }
        let run = "\(traces[0].runsFolder)/20260102T030405.006Z-17"
        let watched = try FinishedProcess("ribleak", ["watch", run, "--until-end", "--lines"])
        let ids = watched.output.matches(of: /ribleak explain (.*)/).map { String($0.1) }
        #expect(ids.sorted() == ["object:4@17", "object:4@18"])
        for id in ids {
            let told = try FinishedProcess("ribleak", ["explain", id, run])
            #expect(told.code == 0)
            #expect(told.output.contains("Home\(id.suffix(2))Router"))
        }
    }

    @Test func aClosedPipeEndsTheWatching() throws {
        let trace = try TraceBuilder()
        let watched = try FinishedProcess(
            "ribleak", ["watch", trace.folder, "--events"], closesOutput: true)
        #expect(watched.code == 0)
        #expect(!watched.wasKilled)
    }

    /// Ctrl-C does the same, but not for what a test run in the background starts: that ignores it.
    @Test func aSignalEndsTheWatchingAsUsual() throws {
        let trace = try TraceBuilder()
        let output = Pipe()
        let command = Process()
        command.executableURL = BuiltProducts.folder.appendingPathComponent("ribleak")
        command.arguments = ["watch", trace.folder, "--events"]
        command.standardOutput = output
        try command.run()
        // Its first line says that it is ready.
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        kill(command.processIdentifier, SIGTERM)
        command.waitUntilExit()
        #expect(command.terminationReason == .exit)
        #expect(command.terminationStatus == 0)
    }

    @Test(arguments: [
        ([""], "the name of a trace is empty"),
        (["--web", "--events"], "--web, --events and --lines exclude each other"),
        (["--open"], "--open is only for --web"),
    ])
    func wrongArgumentsAreRefused(arguments: [String], reason: String) throws {
        let watched = try FinishedProcess("ribleak", ["watch"] + arguments)
        #expect(watched.code == 64)
        #expect(
            watched.errors == "ribleak: error: watch: \(reason); see ribleak watch --help\n")
    }

    @Test func aFileIsNoTrace() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.file("file")))
        let watched = try FinishedProcess("ribleak", ["watch", folder.file("file")])
        #expect(watched.code == 2)
        #expect(
            watched.errors
                == "ribleak: error: \(folder.file("file")): is a file, and a trace is a folder; name that\n"
        )
    }
}
