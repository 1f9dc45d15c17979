// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport

/// A report that was compared with a baseline and suppressions, in each format.
@Suite struct ComparedReportTests {
    private static func finding(
        _ name: String, _ comparison: FindingStatus.Comparison,
        _ suppression: FindingStatus.Suppression? = nil
    ) -> Finding {
        var finding = Samples.finding(at: "Root/\(name)", type: "\(name)Router")
        finding.status = FindingStatus(comparison: comparison, suppression: suppression)
        return finding
    }

    private static let menu = finding("Menu", .new)
    private static let score = finding("Score", .grown(from: 2, isNew: true))
    private static let map = finding("Map", .known)
    private static let advert = finding(
        "Advert", .known, FindingStatus.Suppression(reason: "the <SDK>", expires: "2026-12-31"))

    /// One finding of each sort, as `RunReport.compared` puts them in order.
    private let report = {
        var report = Samples.report([menu, score, map, advert], leaks: 4)
        report.isCompared = true
        report.fixed = [KnownFinding(finding("Help", .known))]
        return report
    }()

    /// The same run with nothing new.
    private let acceptedReport = {
        var report = Samples.report([map, advert], leaks: 2)
        report.isCompared = true
        return report
    }()

    @Test func theVerdictCountsEachSort() {
        let verdict = Verdict(report)
        #expect(
            verdict.line == "2 new leaks, 1 known, 1 suppressed, 1 fixed. 42 objects tracked.")
        #expect(!verdict.isClean)
    }

    @Test func aRunWithNothingNewIsClean() {
        let verdict = Verdict(acceptedReport)
        #expect(verdict.line == "No new leaks, 1 known, 1 suppressed. 42 objects tracked.")
        #expect(verdict.isClean && !verdict.isDoubtful)
    }

    @Test func textShowsNewOnesWholeAndOthersInALine() {
        let text = TextReport(isColored: false).text(for: report)
        #expect(text.contains("1 of 2") && text.contains("2 of 2") && !text.contains("3 of"))
        #expect(text.contains("more often than in the baseline, which has 2\n"))
        #expect(
            text.hasSuffix(
                """

                1 finding is known from the baseline
                  leaked-router at Root/Map: MapRouter  0123456789abcdef

                1 finding is suppressed
                  leaked-router at Root/Advert: AdvertRouter  0123456789abcdef  \
                suppressed until 2026-12-31: the <SDK>

                1 finding is fixed, and still in the baseline: run ribleak baseline write
                  leaked-router at Root/Help: HelpRouter  0123456789abcdef

                """))
    }

    @Test func textListsNoMoreAcceptedOnesThanItsLimit() {
        var report = acceptedReport
        report.findings = Array(repeating: Self.map, count: 3)
        let text = TextReport(isColored: false, limit: 2).text(for: report)
        #expect(text.contains("3 findings are known from the baseline\n"))
        #expect(text.count(of: "MapRouter") == 2)
        #expect(text.hasSuffix("  … 1 more\n"))
    }

    @Test func gitHubMarksOnlyWhatIsNew() {
        let lines = ReportFormat.github.document(for: report).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("::error") } == 2)
        #expect(
            lines.last
                == "::notice title=ribleak::Besides these, 1 known, 1 suppressed, 1 fixed: see the report"
        )
        #expect(!ReportFormat.github.document(for: acceptedReport).contains("::error"))
    }

    @Test func xcodeMarksOnlyWhatIsNew() {
        let text = ReportFormat.xcode.document(for: report, style: ReportStyle(root: "/app"))
        #expect(text.contains("MenuRouter") && text.contains("ScoreRouter"))
        #expect(!text.contains("MapRouter") && !text.contains("AdvertRouter"))
    }

    @Test func gitLabTakesKnownOnesAsInformationAndLeavesSuppressedOnesOut() throws {
        let text = ReportFormat.gitlab.document(for: report)
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(list.map { $0["severity"] as? String } == ["critical", "critical", "info"])
    }

    @Test func jUnitSkipsWhatIsAcceptedAndSaysWhy() {
        let text = ReportFormat.junit.document(for: report)
        #expect(
            text.contains(
                "<testsuites name=\"ribleak\" tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"2\">"
            ))
        #expect(
            text.contains(
                "<skipped message=\"MapRouter at Root/Map is still alive; known from the baseline\"/>"
            ))
        #expect(text.contains("; suppressed until 2026-12-31: the &lt;SDK&gt;\"/>"))
    }

    @Test func sarifHasTheStateAndTheSuppressionOfEachResult() throws {
        let text = ReportFormat.sarif.document(for: report)
        let log = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let runs = try #require(log["runs"] as? [[String: Any]])
        let results = try #require(runs.first?["results"] as? [[String: Any]])
        #expect(
            results.map { $0["baselineState"] as? String }
                == ["new", "updated", "unchanged", "unchanged"])
        let suppressions = results.map { $0["suppressions"] as? [[String: String]] }
        #expect(suppressions.dropLast().allSatisfy { $0 == nil })
        #expect(
            suppressions.last == [
                [
                    "kind": "external", "status": "accepted",
                    "justification": "the <SDK> (until 2026-12-31)",
                ]
            ])
    }

    @Test func jsonHasTheStatusOfEachFindingAndTheFixedOnes() throws {
        let text = JSONReport().text(for: report)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.map { $0["status"] as? String } == ["new", "grown", "known", "known"])
        #expect(
            findings.last?["suppression"] as? [String: String]
                == ["reason": "the <SDK>", "expires": "2026-12-31"])
        #expect(
            object["fixed"] as? [[String: String]] == [
                [
                    "kind": "leaked-router", "ribPath": "Root/Help", "type": "HelpRouter",
                    "fingerprint": "0123456789abcdef",
                ]
            ])
    }

    @Test func markdownHasNewOnesInItsTableAndFoldsTheOthers() {
        let text = ReportFormat.markdown.document(for: report)
        #expect(
            text.hasPrefix(
                "### ❌ ribleak: 2 new leaks, 1 known, 1 suppressed, 1 fixed. 42 objects tracked.\n")
        )
        #expect(text.count(of: "| Leaked router |") == 2)
        #expect(
            text.hasSuffix(
                """

                <details><summary>1 finding known from the baseline</summary>

                - leaked-router at Root/Map: <code>MapRouter</code>

                </details>

                <details><summary>1 finding suppressed</summary>

                - leaked-router at Root/Advert: <code>AdvertRouter</code>, suppressed until 2026-12-31&#58; \
                the &lt;SDK&gt;

                </details>

                <details><summary>1 finding fixed, and still in the baseline</summary>

                - leaked-router at Root/Help: <code>HelpRouter</code>

                </details>

                """))
    }

    @Test func withoutComparisonNoFormatSpeaksOfABaseline() {
        let plain = Samples.report([Samples.leakedRouter], leaks: 1)
        for text in [
            TextReport(isColored: false).text(for: plain),
            ReportFormat.markdown.document(for: plain),
            JSONReport().text(for: plain), ReportFormat.sarif.document(for: plain),
            ReportFormat.github.document(for: plain), ReportFormat.junit.document(for: plain),
        ] {
            #expect(text.contains("OffGameRouter"))
            #expect(!text.contains("baseline") && !text.contains("known"))
        }
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
