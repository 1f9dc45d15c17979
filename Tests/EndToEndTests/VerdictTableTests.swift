// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Testing
    import TraceFixtures

    /// Each row of `VerdictTable`, with its mistake and without, played in a process of its own for each
    /// framework: assertions, report, gate, gate with a baseline, watch and digest say the same.
    @Suite struct VerdictTableTests {
        enum Framework: CaseIterable {
            case xcTest, swiftTesting
        }

        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// - Parameters:
        ///   - mistakes: The name of the row that is played with its mistake too; nil for no row.
        ///   - turns: How often each row is played without it.
        ///   - wrapper: A command that starts the tests, given as its last arguments.
        private func play(
            in framework: Framework, _ runs: String, mistakes: String?, turns: Int = 1,
            baseline: String = "none", level: String = "full", under wrapper: [String] = []
        ) throws -> FinishedProcess {
            let arguments =
                switch framework {
                case .xcTest: ["RIBLeakTestingTests.PlayedTableTests"]
                case .swiftTesting:
                    [
                        "--testing-library", "swift-testing", "--filter", "PlayedTableSuite",
                        "--attachments-path", folder.path,
                    ]
                }
            let tests = BuiltProducts.folder.appendingPathComponent("ribleakPackageTests.xctest")
            return try FinishedProcess(
                path: "/usr/bin/env",
                wrapper + [tests.path] + arguments,
                environment: [
                    "RIBLEAK_VERDICT_TURNS": "\(turns)",
                    "RIBLEAK_VERDICT_MISTAKES": mistakes ?? "",
                    "RIBLEAK_TRACE_DIR": runs, "RIBLEAK_LEVEL": level,
                    "RIBLEAK_SEARCH_LIMIT": "60000", "RIBLEAK_BASELINE": baseline,
                ], in: folder.path, within: 3_600)
        }

        /// What failed the tests.
        private func asserted(in framework: Framework, _ tests: FinishedProcess) throws
            -> Set<String>
        {
            switch framework {
            case .xcTest:
                let lines = tests.output.matches(of: /verdict: ([0-9a-f]+)/)
                return Set(lines.map { String($0.output.1) })
            case .swiftTesting:
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                return try names.filter { $0.hasSuffix(".json") }.reduce(into: []) {
                    $0.formUnion(try RunVerdicts.accusations(inFile: folder.file($1)))
                }
            }
        }

        @Test(arguments: Framework.allCases) func allSayTheSame(_ framework: Framework) async throws
        {
            let runs = folder.file("runs")
            async let watching = Task.detached {
                try FinishedProcess("ribleak", ["watch", runs, "--until-end", "--events"])
            }.value
            let tests = try play(in: framework, runs, mistakes: "all")
            let watched = try await watching
            let asserted = try asserted(in: framework, tests)
            #expect(asserted.count >= 14, "\(tests.output.suffix(2_000))\(tests.errors)")
            let verdicts = try RunVerdicts(of: runs)
            try verdicts.expectSame(as: asserted, watched: watched.output)

            // What the project lets pass, its tests let pass too.
            let (settings, baseline) = (folder.file("settings.yml"), folder.file("known"))
            try """
            suppressions:
            - type: AtlasRouter
              reason: cached by design
              expires: 9999-12-31
            """.write(toFile: settings, atomically: true, encoding: .utf8)
            try verdicts.writeBaseline(to: baseline, "--config", settings)
            _ = try verdicts.gate("--config", settings, "--baseline", baseline, expecting: 0)
            let again = try play(
                in: framework, runs, mistakes: "a RIB that is cached by design", turns: 0,
                baseline: baseline)
            #expect(again.code == 0, "\(again.output.suffix(2_000))")
        }

        /// Down to the order in which the parts of each row's RIBs are freed.
        @Test func theTableDoesTheSameInTheSameOrderWhetherItIsRecordedOrNot() throws {
            let logs = try ["off", "full"].map { level in
                let tests = try play(
                    in: .xcTest, folder.file(level), mistakes: "all", level: level)
                let lines = tests.output.split(separator: "\n").filter { $0.hasPrefix("row ") }
                return Dictionary(grouping: lines) { $0.prefix { $0 != ":" } }
            }
            #expect(logs[0].count > 20)
            // Nobody waits for pending work where nothing is judged: there, the process may end before
            // the last parts are freed.
            let others = logs[0].filter { row, lines in
                !(logs[1][row] ?? []).starts(with: lines)
            }
            #expect(others == [:])
        }

        /// By night the careful variants a thousand times, and ten times beside busy loops.
        @Test(.enabled(if: Nightly.isOn), arguments: Framework.allCases)
        func carefulCodeIsSilent(_ framework: Framework) throws {
            for process in 1...10 {
                let runs = folder.file("runs \(process)")
                try expectSilence(play(in: framework, runs, mistakes: nil, turns: 100), runs)
            }
            let loops = try (1...4).map { _ in
                try Process.run(
                    URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "while :; do :; done"])
            }
            // A thread of the tests blocks SIGTERM, and a child inherits that.
            defer { for loop in loops { kill(loop.processIdentifier, SIGKILL) } }
            let runs = folder.file("loaded")
            try expectSilence(
                play(
                    in: framework, runs, mistakes: nil, turns: 10, under: ["nice", "-n", "19"]),
                runs)
        }

        /// As on a machine that sleeps: what is due is late by all that time.
        @Test(.enabled(if: Nightly.isOn), arguments: Framework.allCases)
        func carefulCodeIsSilentInAProcessThatStandsStillAgainAndAgain(_ framework: Framework)
            throws
        {
            let stopping = """
                "$@" & tests=$!
                while [ -e "/proc/$tests/exe" ]; do
                    kill -STOP $tests; sleep 2.2; kill -CONT $tests; sleep 0.05
                done
                wait $tests
                """
            let runs = folder.file("runs")
            try expectSilence(
                play(
                    in: framework, runs, mistakes: nil, turns: 20,
                    under: ["sh", "-c", stopping, "sh"]), runs)
        }

        private func expectSilence(_ tests: FinishedProcess, _ runs: String) throws {
            #expect(tests.code == 0, "\(tests.output.suffix(2_000))")
            // Rare: what kept it is gone with the folder.
            let report = try FinishedProcess("ribleak", ["report", runs])
            #expect(!tests.output.contains("verdict: "), "\(report.output)")
            try RunVerdicts(of: runs).expectSame(as: [])
        }
    }
#endif
