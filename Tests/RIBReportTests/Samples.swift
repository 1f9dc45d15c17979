// SPDX-License-Identifier: Apache-2.0

@testable import RIBAnalysis

/// Findings as an analysis would say them, for the tests of their renderers.
enum Samples {
    static let evil = "A\u{1B}[31m\u{202E}\"]<b>&#34;`|\\\n\u{2028}end"

    static func frame(
        _ function: String?, _ file: String? = nil, _ line: Int? = nil, in module: String = "demo",
        offset: UInt64 = 0x10
    ) -> StackFrame {
        StackFrame(function: function, file: file, line: line, module: module, offset: offset)
    }

    static func finding(
        _ kind: FindingKind = .leakedRouter, at path: String = "Root/OffGame",
        type: String = "OffGameRouter", count: Int = 1, victims: [Victim] = [],
        test: String? = nil, subscription: SubscriptionFacts? = nil, late: Lateness? = nil,
        retainPath: RetainPath? = nil, violation: ViolationFacts? = nil,
        stacks: FindingStacks = FindingStacks(), hint: String? = nil, explainedBy: String? = nil,
        status: FindingStatus = FindingStatus(), occurrences: [Occurrence] = []
    ) -> Finding {
        Finding(
            kind: kind, ribPath: path, type: type,
            fingerprint: Fingerprint(description: "0123456789abcdef"),
            identity: FindingIdentity(kind: kind.rawValue, ribPath: path, type: type),
            explainedBy: explainedBy,
            count: count,
            victims: victims, test: test, subscription: subscription, late: late,
            retainPath: retainPath, violation: violation,
            stacks: stacks, hint: hint, status: status, occurrences: occurrences)
    }

    static func report(
        _ findings: [Finding] = [], tracked: Int = 42, leaks: Int = 0, inactiveFires: Int = 0,
        warnings: Int = 0, dropped: UInt64 = 0, caveats: [String] = [],
        doubts: [String] = [], runs: [RecordedProcess] = [process()]
    ) -> RunReport {
        RunReport(
            runs: runs,
            summary: RunSummary(
                tracked: tracked, leaks: leaks, inactiveFires: inactiveFires, warnings: warnings,
                dropped: dropped),
            findings: findings,
            caveats: doubts.map { Caveat(.streamDamaged, $0) }
                + caveats.map { Caveat(.binaryGone, $0) })
    }

    static func process(_ id: Int = 4711) -> RecordedProcess {
        RecordedProcess(
            trace: ".ribleak/run-1/demo-\(id)", processName: "demo", processID: id,
            startedAt: "2026-03-01T12:00:00Z")
    }

    /// A leaked router with what it also keeps alive.
    static let leakedRouter = finding(
        .leakedRouter, at: "Root/LoggedIn/OffGame", type: "OffGameRouter", count: 3,
        victims: [
            Victim(type: "OffGameInteractor", ribPath: "Root/LoggedIn/OffGame"),
            Victim(type: "TicTacToeRouter", ribPath: "Root/LoggedIn/OffGame/TicTacToe"),
        ],
        test: "LoggedInTests.testLogout()",
        stacks: FindingStacks(
            allocation: CallStack([
                frame("OffGameBuilder.build(withListener:)", "Sources/App/OffGame.swift", 31),
                frame("LoggedInRouter.attachOffGame()", "Sources/App/LoggedIn.swift", 54),
                frame("static App.main()", "Sources/App/App.swift", 9),
            ]),
            detach: CallStack([
                frame("LoggedInRouter.detachCurrent()", "Sources/App/LoggedIn.swift", 71),
                frame("_dispatch_call_block_and_release", in: "libdispatch.so"),
                frame("_dispatch_client_callout", in: "libdispatch.so"),
                frame("_dispatch_main_queue_drain", in: "libdispatch.so"),
                frame("main", "Sources/App/App.swift", 3),
            ])),
        hint: "Something still holds the router after detachChild: look for a property of the "
            + "parent that keeps it, and set it to nil when the child is detached.")

    /// A subscription that went on.
    static let firedSubscription = finding(
        .firedWhileInactive, at: "Root/LoggedIn", type: "ScoreInteractor",
        subscription: SubscriptionFacts(
            chain: "PassthroughSubject<Score> → map → sink", valuesWhileInactive: 2,
            firstFiredAfter: 12_345_678),
        stacks: FindingStacks(
            subscribe: CallStack([
                frame("ScoreInteractor.didBecomeActive()", "Sources/App/Score.swift", 18)
            ]),
            firing: CallStack([
                frame(
                    "PassthroughSubject.send(_:)",
                    "/home/me/app/.build/checkouts/OpenCombine/Sources/OpenCombine/Subject.swift",
                    92),
                frame("MutableScoreStream.update(_:)", "Sources/App/ScoreStream.swift", 40),
            ])),
        hint: "Confine it with .cancelOnDeactivate(interactor:).")

    /// A router of which little is known.
    static let strandedView = finding(
        .viewGoneStillAttached, at: "Root/Settings", type: "SettingsRouter",
        stacks: FindingStacks(
            detach: CallStack([
                frame(nil, in: "libapp.so", offset: 0x2f10),
                frame("swift_release", in: "libswiftCore.so"),
            ])))
}
