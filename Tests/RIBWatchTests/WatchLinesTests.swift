// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBText
import RIBTrace
import RIBWatch
import Testing
import TraceFixtures

@Suite struct WatchLinesTests {
    /// A run with an event of each kind and a leak.
    private func session() throws -> (WatchSession, TraceBuilder) {
        let trace = try TraceBuilder()
        let (root, home) = (trace.rib("Root"), trace.rib("Home"))
        trace.launch(root)
        trace.append(.loaded(router: root.router))
        trace.attach(home, to: root)
        trace.append(.viewAppeared(home.view))
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        let worker = trace.object(.worker, "HomeWorker")
        trace.append(.owned(worker, by: home.interactor))
        trace.append(.workerStarted(worker, by: home.interactor))
        trace.append(.workerStopped(worker))
        let sink = trace.subscription(of: home, chain: "\"quoted\" → sink")
        trace.append(.scopeBegan(ScopeID(1), name: trace.string("testHome()")))
        trace.detach(home, from: root)
        trace.append(
            .firedWhileInactive(sink, scope: .none, stack: .none, sinceDeactivation: 5_000))
        trace.append(
            .subscriptionEnded(
                sink, .cancelled, counts: DeliveryCounts(whileActive: 2, whileInactive: 1)))
        trace.append(
            .lifecycleViolated(
                .detachedNonChild, home.router, other: root.router, scope: .none, stack: .none))
        trace.append(.dropped(.values, count: 0))
        trace.destroy(worker, home.view)
        trace.settle(alive: [home.router, home.interactor])
        trace.end()
        let session = WatchSession(trace)
        session.settle()
        return (session, trace)
    }

    private func json(_ session: WatchSession) -> String {
        var lines = WatchJSONLines()
        return lines.text(for: session.changes, of: session.watcher)
    }

    @Test func eachEventIsALineOfTheContract() throws {
        let (session, trace) = try session()
        let lines = json(session).split(separator: "\n").map(String.init)
        #expect(
            lines[0] == """
                {"time":"2026-01-02T03:04:05.006000000Z","process":0,"kind":"processFound",\
                "ribPath":null,"type":null,"id":null,"name":"app","pid":77,"trace":"\(trace.folder)"}
                """)
        #expect(
            lines[1] == """
                {"time":"2026-01-02T03:04:05.006002000Z","process":0,"kind":"created",\
                "ribPath":"Root","type":"RootRouter","id":1,"part":"router"}
                """)
        #expect(
            lines.contains {
                $0.hasSuffix(
                    """
                    "kind":"attached","ribPath":"Root/Home","type":"HomeRouter","id":4,\
                    "part":"router","parent":1}
                    """)
            })
        #expect(
            lines.contains {
                $0.hasSuffix(
                    """
                    "kind":"subscriptionEnded","ribPath":"Root/Home","type":"\\"quoted\\" → sink",\
                    "id":8,"owner":5,"end":"cancelled","values":3}
                    """)
            })
        #expect(
            lines.last?.hasSuffix(
                """
                "kind":"processEnded","ribPath":null,"type":null,"id":null,"end":"exited",\
                "events":\(session.process.events),"dropped":0,"lateEvents":0,"caveats":[]}
                """) == true)
    }

    private func findings(of session: WatchSession) -> [WatchChange] {
        [.findings(process: 0, session.process.findings)]
    }

    @Test func findingsAreLinesAndSaidAgainOnlyWhenTheyChange() throws {
        let (session, _) = try session()
        var lines = WatchJSONLines()
        let first = lines.text(for: findings(of: session), of: session.watcher)
        let kinds = first.split(separator: "\n").count {
            $0.contains("\"kind\":\"finding\"") && $0.contains("\"isUpdate\":false")
        }
        #expect(kinds == session.process.findings.count && kinds >= 2)
        #expect(lines.text(for: findings(of: session), of: session.watcher).isEmpty)
    }

    @Test(.enabled(if: Judge.isInstalled)) func allLinesAreThoseOfTheSchema() throws {
        let (session, _) = try session()
        let folder = try TemporaryFolder()
        let waiting = WatchSession(.newestRun(below: folder.file("none")))
        waiting.poll()
        let text = json(session) + json(waiting)
        try text.write(toFile: folder.file("lines"), atomically: true, encoding: .utf8)
        let kinds = Set(session.changes.events.map(\.kind))
        #expect(kinds == Set(RunEvent.Kind.allCases))

        let schema = "\(BuiltProducts.packageRoot)/Reports/watch.schema.json"
        let answer = try Judge.ask("rows.py", [schema, folder.file("lines")])
        #expect(answer.errors == "")
        #expect(answer.output == "\(text.split(separator: "\n").count) rows\n")
    }

    @Test func linesForPeopleSayTheSame() throws {
        let (session, trace) = try session()
        var lines = WatchTextLines(alphabet: TextAlphabet(environment: ["LANG": "C.UTF-8"]))
        let text = lines.text(for: session.changes, of: session.watcher)
            .split(separator: "\n").map(String.init)
        #expect(text[0] == "03:04:05.006Z  watching app (pid 77), \(trace.folder)")
        #expect(text[1] == "03:04:05.006Z  created  Root  RootRouter #1")
        #expect(text.contains("03:04:05.006Z  attached  Root/Home  HomeRouter #4"))
        #expect(
            text.contains(
                "03:04:05.006Z  subscription ended  Root/Home  \"quoted\" → sink #8  cancelled  3 values"
            ))
        #expect(
            text.contains("03:04:05.006Z  finding: HomeRouter at Root/Home is still alive"))
        #expect(text.last == "03:04:05.006Z  app (pid 77) exited")
    }

    /// A process that leaks one object, which each of them gives the same number.
    private func leak(in folder: TemporaryFolder, _ pid: Int) throws -> TraceBuilder {
        let trace = try TraceBuilder(in: folder, at: "20260102T030405.006Z-77/app-\(pid)") {
            $0.processID = pid
        }
        let (root, home) = (trace.rib("Root"), trace.rib("Home"))
        trace.launch(root)
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.passDeadline(of: [home.router])
        return trace
    }

    /// The ids that lines name for `ribleak explain`, of both forms.
    private func explained(_ session: WatchSession) throws -> (text: [String], json: [String]) {
        var lines = WatchTextLines(alphabet: .unicode)
        let text = lines.text(for: session.changes, of: session.watcher).split(separator: "\n")
        return (
            text.compactMap { $0.wholeMatch(of: /\s*ribleak explain (.*)/).map { String($0.1) } },
            json(session).matches(of: /"explain":"(.*?)"/).map { String($0.1) }
        )
    }

    @Test func ofSeveralProcessesIDsNameTheirsAsInTheReport() throws {
        let folder = try TemporaryFolder()
        let traces = try [77, 78].map { try leak(in: folder, $0) }
        let session = WatchSession(.folders(traces.map(\.folder)))
        session.settle()
        let found = try explained(session)
        #expect(found.text == ["object:4@77", "object:4@78"])
        #expect(found.json == found.text)
        let reported = try Analysis.report(on: traces.map(\.folder), symbolizer: NoSymbols())
        #expect(reported.findings.compactMap(\.explainedBy) == ["object:4@77"])
    }

    @Test func ofOneProcessIDsAreShort() throws {
        let trace = try leak(in: TemporaryFolder(), 77)
        let session = WatchSession(trace)
        session.settle()
        let found = try explained(session)
        #expect(found.text == ["object:4"])
        #expect(found.json == ["object:4"])
    }

    @Test func anotherProcessIsNoNewsOfFindings() throws {
        let folder = try TemporaryFolder()
        let first = try leak(in: folder, 77)
        let session = WatchSession(.newestRun(below: first.runsFolder))
        session.settle()
        var lines = WatchJSONLines()
        #expect(!lines.text(for: session.changes, of: session.watcher).isEmpty)
        let second = try leak(in: folder, 78)
        session.settle()
        #expect(session.watcher.processes.count == 2)
        #expect(lines.text(for: findings(of: session), of: session.watcher).isEmpty)
        withExtendedLifetime(second) {}
    }

    @Test func namesThatControlATerminalAreHarmless() throws {
        let trace = try TraceBuilder()
        _ = trace.object(.router, "Evil\u{1B}[31mRouter\n")
        trace.end()
        let session = WatchSession(trace)
        session.settle()
        var lines = WatchTextLines(alphabet: TextAlphabet(environment: ["LANG": "C.UTF-8"]))
        let text = lines.text(for: session.changes, of: session.watcher) + json(session)
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains("Evil\\u{1B}[31mRouter\\n"))
        #expect(text.contains("Evil\\u001b[31mRouter\\u000a"))
    }
}
