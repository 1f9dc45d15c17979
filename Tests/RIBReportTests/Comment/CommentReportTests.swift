// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBFindingText
import Testing

@testable import RIBAnalysis
@testable import RIBReport

/// The comment of a pull request.
@Suite struct CommentReportTests {
    private static let commit = String(repeating: "ab12", count: 10)
    private static let lines = "https://github.com/acme/shop/blob/\(commit)/"

    private func context(
        _ ruling: CommentReport.Ruling? = nil, folder: String = "", trend: String? = nil
    ) -> CommentReport {
        var context = CommentReport()
        context.ruling = ruling
        context.code = CodeHost([
            "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "acme/shop",
            "GITHUB_SHA": Self.commit,
        ])
        (context.folder, context.trend) = (folder, trend)
        return context
    }

    private static let failed = CommentReport.Ruling(
        passed: false, line: "failed: 1 new leak (allowed 0)", notes: [])

    private static func finding(_ name: String, _ status: FindingStatus) -> Finding {
        var finding = Samples.finding(at: "Root/\(name)", type: "\(name)Router")
        finding.status = status
        return finding
    }

    private static let map = finding("Map", FindingStatus(comparison: .known))
    private static let advert = finding(
        "Advert",
        FindingStatus(suppression: .init(reason: "the <SDK>", expires: "2026-12-31")))

    private static func compared(
        _ findings: [Finding], fixed: [KnownFinding] = []
    ) -> RunReport {
        var report = Samples.report(findings, leaks: findings.count)
        report.isCompared = true
        report.fixed = fixed
        return report
    }

    // MARK: - What it says

    @Test func aCleanRunIsAMarkerAVerdictAndAFoot() {
        #expect(
            CommentReport().text(for: IssueReport(Samples.report())) == """
                <!-- ribleak comment: . -->
                ### ✅ ribleak: No leaks. 42 objects tracked.

                <sub>Written by ribleak 0.1.0. This comment is updated with each run.</sub>

                """)
    }

    @Test func libraryLeaksAreFoldedWithTheirLinks() {
        var status = FindingStatus()
        status.libraryLeak = LibraryLeak(
            name: "client", explanation: "the <client> keeps observers",
            link: "https://example.com/12", isBuiltIn: false)
        var report = Samples.report([Self.finding("Map", status)])
        report.summary.libraryLeaks = 1
        let text = CommentReport().text(for: IssueReport(report))
        #expect(text.contains("### ✅ ribleak: No leaks, 1 library leak. 42 objects tracked."))
        #expect(text.contains("<summary>1 library leak, not the project's mistake</summary>"))
        #expect(
            text.contains(
                "- leaked-router at Root/Map: <code>MapRouter</code>, library leak "
                    + "<a href=\"https://example.com/12\">client</a>: "
                    + "the &lt;client&gt; keeps observers\n"))
    }

    @Test func aNewFindingIsWholeEnoughToActOn() {
        let text = context(Self.failed).text(
            for: IssueReport(Self.compared([Samples.leakedRouter])))
        #expect(
            text.hasPrefix(
                """
                <!-- ribleak comment: . -->
                ### ❌ ribleak: 1 new leak. 42 objects tracked.

                **The gate** failed&#58; 1 new leak \\(allowed 0\\)

                #### Leaked router at Root/LoggedIn/OffGame

                <code>OffGameRouter</code> is still alive \\(3 of them\\), and also keeps alive \
                OffGameInteractor, TicTacToeRouter

                - what keeps it alive is not in the trace
                - detached here by <code>LoggedInRouter.detachCurrent()</code> at \
                [<code>Sources/App/LoggedIn.swift&#58;71</code>](\(Self.lines)Sources/App/LoggedIn.swift#L71)
                - made by <code>OffGameBuilder.build(withListener&#58;)</code> at \
                [<code>Sources/App/OffGame.swift&#58;31</code>](\(Self.lines)Sources/App/OffGame.swift#L31)
                - in the test <code>LoggedInTests.testLogout()</code>
                - **Fix:** Something still holds the router after detachChild&#58; look for a property \
                of the parent that keeps it, and set it to nil when the child is detached.

                <details><summary>Retain path and call stacks</summary>

                ```text
                ┬─── Leaked router at Root/LoggedIn/OffGame

                """))
        #expect(
            text.hasSuffix(
                "ribleak 0.1.0 at commit ab12ab12ab12. This comment is updated with each run.</sub>\n"
            ))
    }

    @Test func theSuspectEdgeIsTheCause() {
        let step = RetainPathStep(
            holderKind: .closure, holder: "closure #1 in Home.start()", file: "Sources/Home.swift",
            line: 9, label: "captures self", target: "Home", isInferred: true)
        let path = RetainPath(
            reason: .cycle, steps: [step], suspect: 0, omittedSteps: 0, retainCount: 1,
            seenReferences: 1, dominatedCount: 0, dominatedBytes: 0, isPartial: false)
        let text = context().text(
            for: IssueReport(Samples.report([Samples.finding(retainPath: path)], leaks: 1)))
        #expect(
            text.contains(
                "\n- keeps itself alive through <code>closure &#35;1 in Home.start() captures self</code> "
                    + "at [<code>Sources/Home.swift&#58;9</code>](\(Self.lines)Sources/Home.swift#L9) "
                    + "(inferred)\n"))
    }

    @Test func withoutACodeHostPlacesArePlainText() {
        let text = CommentReport().text(
            for: IssueReport(Samples.report([Samples.leakedRouter], leaks: 1)))
        #expect(text.contains(" at <code>Sources/App/LoggedIn.swift&#58;71</code>\n"))
        #expect(!text.contains("]("))
    }

    @Test func knownAndSuppressedOnesAreFoldedAndFixedOnesThankedFor() {
        let report = Self.compared(
            [Self.map, Self.advert],
            fixed: [KnownFinding(Self.finding("Help", FindingStatus()))])
        #expect(
            CommentReport().text(for: IssueReport(report)) == """
                <!-- ribleak comment: . -->
                ### ✅ ribleak: No new leaks, 1 known, 1 suppressed, 1 fixed. 42 objects tracked.

                🎉 **1 known finding fixed, thank you!** `ribleak baseline write` takes it out of the \
                baseline.

                - leaked-router at Root/Help: <code>HelpRouter</code>

                <details><summary>1 finding known from the baseline</summary>

                - leaked-router at Root/Map: <code>MapRouter</code>

                </details>

                <details><summary>1 finding suppressed</summary>

                - leaked-router at Root/Advert: <code>AdvertRouter</code>, suppressed until \
                2026-12-31&#58; the &lt;SDK&gt;

                </details>

                <sub>Written by ribleak 0.1.0. This comment is updated with each run.</sub>

                """)
    }

    @Test func theGateDecidesTheSign() {
        let passed = CommentReport.Ruling(
            passed: true, line: "passed: 1 leak (allowed 1)",
            notes: ["suppressed: 1; the next to expire, on 2026-12-31: Advert: the SDK"])
        let text = context(passed).text(
            for: IssueReport(Samples.report([Samples.leakedRouter], leaks: 1)))
        #expect(
            text.contains(
                "\n### ✅ ribleak: 1 leak. 42 objects tracked.\n\n**The gate** passed&#58; "))
        #expect(
            text.contains(
                "<details><summary>What else the gate says</summary>\n\n```text\nsuppressed: 1;"))
    }

    @Test func theTrendIsOneLine() {
        let text = context(trend: "Over the last 3 runs: leaks ▁▁█ rose from 1 to 9")
            .text(for: IssueReport(Samples.report()))
        #expect(text.contains("\n📈 Over the last 3 runs&#58; leaks ▁▁█ rose from 1 to 9\n"))
    }

    @Test func withoutARunTheGateStillSpeaks() {
        let ruling = CommentReport.Ruling(
            passed: false, line: "failed: .ribleak: no run is here", notes: [])
        let text = context(ruling).textWithoutRun
        #expect(
            text.hasPrefix(
                """
                <!-- ribleak comment: . -->
                ### ❌ ribleak: There is no run to judge.

                **The gate** failed&#58; .ribleak&#58; no run is here

                """))
    }

    // MARK: - Where it is found again

    @Test func eachFolderOfARepositoryHasItsOwnMarker() {
        func first(_ folder: String) -> String {
            String(
                context(folder: folder).text(for: IssueReport(Samples.report()))
                    .prefix { $0 != "\n" })
        }
        #expect(first("Apps/Shop") == "<!-- ribleak comment: Apps/Shop -->")
        #expect(first("a-->b") == "<!-- ribleak comment: a%2d%2d%3eb -->")
    }

    // MARK: - What it withstands

    @Test func itStaysBelowGitHubsLimitAndCountsWhatIsLeftOut() {
        let new = (0..<900).map { Samples.finding(at: "Root/New\($0)", hint: "Cancel it.") }
        let known = (0..<900).map { Self.finding("Known\($0)", FindingStatus(comparison: .known)) }
        let notes = (0..<900).map { "note: unused suppression \($0)" }
        let ruling = CommentReport.Ruling(
            passed: false, line: String(repeating: "x", count: 9000), notes: notes)
        let text = context(ruling).text(
            for: IssueReport(Self.compared(new + known, fixed: known.map { KnownFinding($0) })))
        #expect(text.utf8.count <= CommentReport.mostBytes)
        let shown = text.components(separatedBy: "\n#### ").count - 1
        #expect(shown > 50)
        #expect(text.components(separatedBy: "Retain path and call stacks").count - 1 == 10)
        #expect(
            text.contains(
                "\n… and \(900 - shown) more new findings that did not fit here: the reports of this run "
                    + "have all.\n"))
        #expect(text.contains("\n- … "))
    }

    @Test func aNameWithoutEndHidesNoOtherFinding() {
        let endless = String(repeating: "\u{10FFFF}", count: 30_000)
        var report = Samples.report(
            [Samples.finding(at: endless, type: endless, hint: endless), Samples.leakedRouter]
                + [FindingStatus(comparison: .known)].map {
                    var finding = Samples.finding(at: endless, type: endless)
                    finding.status = $0
                    return finding
                },
            leaks: 2, caveats: Array(repeating: endless, count: 20))
        report.fixed = [KnownFinding(Samples.finding(at: endless, type: endless))]
        let ruling = CommentReport.Ruling(passed: false, line: endless, notes: [endless])
        let text = context(ruling, folder: endless, trend: endless).text(for: IssueReport(report))
        #expect(text.utf8.count <= CommentReport.mostBytes)
        #expect(text.contains("#### Leaked router at Root/LoggedIn/OffGame\n"))
    }

    @Test func nothingOfATraceIsMarkupOrACommandOfTheServer() {
        let evil = "/close\n<!-- ribleak comment: . --> @team [x](http://y) www.evil.org <img> ```"
        let report = Samples.report(
            [
                Samples.finding(
                    at: evil, type: evil, test: evil,
                    stacks: FindingStacks(allocation: CallStack([Samples.frame(evil, evil, 3)])),
                    hint: evil)
            ], leaks: 1, caveats: [evil])
        let text = context(folder: evil, trend: evil).text(for: IssueReport(report))
        let parts = text.components(separatedBy: "````")
        #expect(parts.count == 3)
        // The marker is invisible, and ends where it should.
        let outside = ((parts.first ?? "") + (parts.last ?? "")).drop { $0 != "\n" }
        for markup in ["@team", "[x]", "http:", "www.", "<img", "\n/close"] {
            #expect(!outside.contains(markup), "\(markup)")
        }
        #expect(!outside.contains("<!--") && !outside.contains("-->"))
        #expect(!text.contains("\n/close"))
    }
}
