// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport
@testable import RIBText

@Suite struct TextReportTests {
    @Test func showsTheMostDamagingFirstInOneTreeEach() {
        let report = Samples.report(
            [Samples.leakedRouter, Samples.firedSubscription, Samples.strandedView], leaks: 2,
            inactiveFires: 1, caveats: ["/opt/libFoo.so is gone"])
        #expect(
            TextReport().text(for: report) == """
                ✗ 2 leaks, 1 subscription fired while inactive. 42 objects tracked.
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711
                ! /opt/libFoo.so is gone

                ┬─── 1 of 3  Leaked router at Root/LoggedIn/OffGame
                │
                ├─ OffGameRouter is still alive (3 of them)
                │    also keeps alive OffGameInteractor at Root/LoggedIn/OffGame
                │                     TicTacToeRouter at Root/LoggedIn/OffGame/TicTacToe
                │
                ├─ what keeps it alive is not in the trace
                │
                ├─ detached here by
                │    LoggedInRouter.detachCurrent() at Sources/App/LoggedIn.swift:71
                │    … 3 frames in libdispatch.so
                │    main at Sources/App/App.swift:3
                │
                ├─ made by
                │    OffGameBuilder.build(withListener:) at Sources/App/OffGame.swift:31
                │    LoggedInRouter.attachOffGame() at Sources/App/LoggedIn.swift:54
                │    static App.main() at Sources/App/App.swift:9
                │
                ├─ in the test LoggedInTests.testLogout()
                │
                ├─ hint: Something still holds the router after detachChild: look for a property of the parent
                │    that keeps it, and set it to nil when the child is detached.
                │
                ╰→ fingerprint 0123456789abcdef

                ┬─── 2 of 3  Fired while inactive at Root/LoggedIn
                │
                ├─ ScoreInteractor received 2 values while inactive, the first 12 ms after its deactivation
                │    through PassthroughSubject<Score> → map → sink
                │
                ├─ value sent by
                │    PassthroughSubject.send(_:) in OpenCombine
                │    MutableScoreStream.update(_:) at Sources/App/ScoreStream.swift:40
                │
                ├─ subscribed by
                │    ScoreInteractor.didBecomeActive() at Sources/App/Score.swift:18
                │
                ├─ hint: Confine it with .cancelOnDeactivate(interactor:).
                │    fix: ribleak fix --only 0123456789abcdef
                │
                ╰→ fingerprint 0123456789abcdef

                ┬─── 3 of 3  View gone still attached at Root/Settings
                │
                ├─ SettingsRouter is still attached, though its view left the screen
                │
                ├─ left by
                │    libapp.so+0x2f10
                │    swift_release in libswiftCore.so
                │
                ╰→ fingerprint 0123456789abcdef

                """)
    }

    @Test func isCalmWhenNothingIsWrong() {
        #expect(
            TextReport().text(for: Samples.report()) == """
                ✓ No leaks. 42 objects tracked.
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711

                """)
    }

    @Test func doubtsARunThatTrackedNothing() {
        let text = TextReport().text(for: Samples.report(tracked: 0, runs: []))
        #expect(text == "! Nothing was tracked, so nothing can be said about leaks.\n")
    }

    @Test func showsOnlySomeOfManyProcesses() {
        let report = Samples.report(runs: (1...10).map(Samples.process))
        let lines = TextReport().text(for: report).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.last == "  … 2 more")
    }

    @Test func saysHowManyFindingsItLeavesOut() {
        let report = Samples.report(
            [Samples.finding(), Samples.strandedView, Samples.finding()], leaks: 3)
        let text = TextReport(limit: 1).text(for: report)
        #expect(
            text == """
                ✗ 3 leaks. 42 objects tracked.
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711

                ┬─── 1 of 3  Leaked router at Root/OffGame
                │
                ├─ OffGameRouter is still alive
                │
                ├─ what keeps it alive is not in the trace
                │
                ╰→ fingerprint 0123456789abcdef

                … and 2 more findings; --limit 0 or --format json shows all

                """)
        #expect(
            TextReport(limit: 2).text(for: report).hasSuffix(
                "\n\n… and 1 more finding; --limit 0 or --format json shows all\n"))
        for limit in [3, 4, nil] {
            let whole = TextReport(limit: limit).text(for: report)
            #expect(whole.contains("┬─── 3 of 3  "))
            #expect(whole.hasSuffix("╰→ fingerprint 0123456789abcdef\n"))
        }
    }

    @Test func ofAHundredThousandFindingsItShowsFifty() {
        let findings = [Finding](repeating: Samples.leakedRouter, count: 100_000)
        let text = TextReport().text(for: Samples.report(findings, leaks: 100_000))
        #expect(text.hasPrefix("✗ 100000 leaks. 42 objects tracked.\n"))
        #expect(text.components(separatedBy: "┬───").count == 51)
        #expect(
            text.hasSuffix(
                "\n\n… and 99950 more findings; --limit 0 or --format json shows all\n"))
        #expect(text.utf8.count < 100_000)
    }

    @Test func givesTestsTheSameWords() {
        let report = TextReport().text(for: Samples.report([Samples.strandedView]))
        let lines = TextReport.lines(for: Samples.strandedView)
        #expect(lines.first == "┬─── View gone still attached at Root/Settings")
        #expect(report.hasSuffix(lines.dropFirst().joined(separator: "\n") + "\n"))
    }

    @Test func showsNoEscapeSequenceOfATrace() {
        let evil = "A\u{1B}]0;x\u{7}\u{202E}\r\nB"
        let finding = Samples.finding(
            at: evil, type: evil, victims: [Victim(type: evil, ribPath: evil)], test: evil,
            subscription: SubscriptionFacts(
                chain: evil, valuesWhileInactive: 1, firstFiredAfter: 1),
            stacks: FindingStacks(
                allocation: CallStack([
                    Samples.frame(evil, evil, 1), Samples.frame(nil, in: evil),
                ])),
            hint: evil)
        let run = RecordedProcess(trace: evil, processName: evil, processID: 1, startedAt: evil)
        let report = Samples.report([finding], caveats: [evil], runs: [run])
        let plain = TextReport().text(for: report)
        #expect(!plain.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        #expect(plain.contains("at A\\u{1B}]0;x\\u{7}\\u{202E}\\r\\nB"))
        // What colours add is all there is.
        let colored = TextReport(isColored: true).text(for: report)
        #expect(colored.replacing(/\u{1B}\[[0-9;]+m/, with: "") == plain)
    }

    @Test func coloursOnlyWhenAsked() {
        let report = Samples.report([Samples.leakedRouter], leaks: 1)
        #expect(!TextReport().text(for: report).contains("\u{1B}"))
        let colored = TextReport(isColored: true).text(for: report)
        #expect(colored.hasPrefix("\u{1B}[1;31m✗ 1 leak. 42 objects tracked.\u{1B}[0m\n"))
    }

    @Test func nothingIsLostInANarrowReport() {
        func letters(_ text: String) -> String { text.filter { !" │├─╰→┬~\n".contains($0) } }
        let report = Samples.report([Samples.leakedRouter, Samples.firedSubscription])
        let narrow = TextReport(width: 40).text(for: report)
        #expect(letters(narrow) == letters(TextReport().text(for: report)))
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
        #expect(TextReport(width: 500).text(for: report) == TextReport().text(for: report))
    }
}
