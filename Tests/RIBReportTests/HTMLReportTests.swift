// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct HTMLReportTests {
    private func page(
        _ findings: [Finding] = [], details: RunDetails = .none,
        limits: HTMLReport = HTMLReport()
    ) -> String {
        limits.text(
            for: Samples.report(findings, leaks: findings.count), details)
    }

    private func data(_ name: String, in page: String) throws -> Any {
        let start = try #require(page.firstRange(of: "id=\"data-\(name)\">")).upperBound
        let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
        return try JSONSerialization.jsonObject(
            with: Data(page[start..<end].utf8), options: .fragmentsAllowed)
    }

    @Test func theHeadSaysTheVerdictAndTheRun() {
        let text = page([Samples.leakedRouter])
        #expect(text.contains("<span>1 leak. 42 objects tracked.</span></h1>"))
        #expect(text.contains("<strong>demo</strong> (process 4711) at 2026-03-01T12:00:00Z, "))
        #expect(text.contains("<title>ribleak: 1 leak. 42 objects tracked.</title>"))
        #expect(text.hasSuffix("</html>\n"))
    }

    @Test func thePolicyAllowsTheTwoAssetsOnly() {
        #expect(
            page().contains(
                "content=\"default-src 'none'; script-src '\(HTMLScript.hash)'; "
                    + "style-src '\(HTMLBaseStyle.hash)' '\(HTMLStyle.hash)'; base-uri 'none'; "
                    + "form-action 'none'\""))
    }

    @Test func caveatsAndGapsAreSaid() {
        let report = Samples.report(caveats: ["a binary is gone"], doubts: ["a stream is damaged"])
        let text = HTMLReport().text(for: report, RunDetails(gaps: ["a trace is gone"]))
        for line in ["a binary is gone", "a stream is damaged", "a trace is gone"] {
            #expect(text.contains("<li>\(line)</li>"), "\(line)")
        }
    }

    @Test func theFirstFiftyFindingsAreReadableWithoutTheScript() {
        let text = page(HTMLSamples.findings(52))
        let plain = text.matches(of: /<pre>┬─── [0-9]+ of 52/)
        #expect(plain.count == 50)
        #expect(text.contains("<p>… and 2 more findings; the page shows all with JavaScript.</p>"))
    }

    @Test func hostileTextIsNeverMarkup() {
        let name = "<script>alert(1)</script>\(Samples.evil)"
        let harmless = page(HTMLSamples.findings(3), details: HTMLSamples.details())
        let text = page(
            HTMLSamples.findings(3, name: name), details: HTMLSamples.details(name: name))
        #expect(text.count { $0 == "<" } == harmless.count { $0 == "<" })
        #expect(text.count { $0 == ">" } == harmless.count { $0 == ">" })
        #expect(
            !text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\u{2028}"))
        #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(text.contains("\\u003cscript\\u003ealert(1)"))
    }

    @Test func namesOfPartsInTracesAreNotFilledIn() {
        let text = page([Samples.finding(at: "Root/{{script}}", type: "{{data}}")])
        #expect(text.contains("Root/{{script}}"))
    }

    @Test func equalStacksAndTextsStandOnceInThePage() throws {
        let text = page([Samples.leakedRouter, Samples.leakedRouter])
        let stacks = try #require(try data("stacks", in: text) as? [[Int]])
        let texts = try #require(try data("texts", in: text) as? [String])
        #expect(stacks.count == 2)
        #expect(Set(texts).count == texts.count)
    }

    @Test func aFindingNamesWhatKeepsItsObjectAlive() throws {
        let text = page(HTMLSamples.findings(1))
        let findings = try #require(try data("findings", in: text) as? [[String: Any]])
        let texts = try #require(try data("texts", in: text) as? [String])
        let keeper = try #require(findings.first?["keeper"] as? Int)
        #expect(texts[keeper].hasPrefix("kept alive by closure #1 in Home.f()"))
    }

    @Test func aFindingNamesTheRuleThatForeseesIt() throws {
        var finding = Samples.leakedRouter
        finding.foresight = SourcePlace("App/Home.swift", 12).map {
            Foresight("child-not-released", at: $0)
        }
        let text = page([finding, Samples.leakedRouter])
        let findings = try #require(try data("findings", in: text) as? [[String: Any]])
        let texts = try #require(try data("texts", in: text) as? [String])
        let rules = findings.map { ($0["foreseen"] as? Int).map { texts[$0] } }
        #expect(rules == ["child-not-released at App/Home.swift:12", nil])
    }

    @Test func whatIsTooMuchIsLeftOutAndCounted() throws {
        let limits = HTMLReport(mostFindings: 2, mostSpans: 4, mostSubscriptions: 3)
        let text = page(
            HTMLSamples.findings(5), details: HTMLSamples.details(spans: 9, subscriptions: 8),
            limits: limits)
        #expect((try data("findings", in: text) as? [Any])?.count == 2)
        // The page says so before anything else.
        let said = text.matches(of: /<li>(.*): <code>(.*)<\/code>/).map { "\($0.1): \($0.2)" }
        #expect(
            said == [
                "3 findings, the least damaging: ribleak report --format json",
                "5 spans of the timeline: ribleak export --format chrome-trace",
                "5 subscriptions: ribleak subscriptions",
            ])
        let note = try #require(text.firstRange(of: "This page does not show everything."))
        let verdict = try #require(text.firstRange(of: "<h1"))
        #expect(note.upperBound < verdict.lowerBound)
        let timelines = try #require(try data("timelines", in: text) as? [[String: Any]])
        #expect(timelines.map { $0["omitted"] as? Int } == [5])
        // Lives in the tree come before subscriptions.
        #expect(timelines[0]["kinds"] as? [Int] == [0, 0, 0, 0])
        let lists = try #require(try data("ledgers", in: text) as? [[String: Any]])
        #expect(lists.map { $0["omitted"] as? Int } == [5])
        // Subscriptions that fired while inactive come before those that are only alive.
        #expect(lists[0]["ids"] as? [Int] == [1, 2, 6])
    }

    @Test func occurrencesBeyondTheLimitAreCounted() throws {
        var finding = Samples.leakedRouter
        finding.occurrences = (1...4).map { Occurrence(.object($0), victims: [$0 + 10]) }
        let text = page(
            [finding], details: HTMLSamples.details(), limits: HTMLReport(mostOccurrences: 5))
        let findings = try #require(try data("findings", in: text) as? [[String: Any]])
        #expect(findings[0]["occurrences"] as? [[Int]] == [[0, 0, 1, 11], [0, 0, 2, 12]])
        #expect(text.contains("<li>2 occurrences of the findings: "))
    }

    @Test func aWholePageSaysNothingOfWhatIsLeftOut() {
        #expect(
            !page(HTMLSamples.findings(5), details: HTMLSamples.details()).contains(
                "class=\"note\" aria"))
    }

    @Test func aCauseOfSeveralFindingsStandsOnceWithThem() throws {
        let text = HTMLReport().text(for: HTMLSamples.compared(), .none)
        let groups = try #require(try data("groups", in: text) as? [[String: Any]])
        let texts = try #require(try data("texts", in: text) as? [String])
        #expect(groups.map { $0["findings"] as? [Int] } == [[0, 3]])
        #expect(
            groups.compactMap { ($0["title"] as? Int).map { texts[$0] } } == [
                "ImageCache.listeners"
            ])
    }

    @Test func onlyFormatsThatShowDetailsReadThem() {
        var readings = 0
        for format in ReportFormat.allCases {
            _ = format.document(for: Samples.report()) {
                readings += 1
                return .none
            }
        }
        #expect(readings == 1)
    }
}
