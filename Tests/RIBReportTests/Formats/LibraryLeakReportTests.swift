// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport

/// Library leaks in each format: shown apart, and never as the project's mistake.
@Suite struct LibraryLeakReportTests {
    private static let client = LibraryLeak(
        name: "client", explanation: "the <client> keeps observers",
        link: "https://example.com/12", isBuiltIn: false)
    private static let touch = LibraryLeak(
        name: "touch", explanation: "UIKit keeps a touch", link: nil, isBuiltIn: true)

    private static func leak(_ name: String, _ leak: LibraryLeak) -> Finding {
        var finding = Samples.finding(
            .leakedView, at: "Root/\(name)", type: "\(name)View", hint: "Make it weak.")
        finding.status.libraryLeak = leak
        return finding
    }

    private let report = {
        var report = Samples.report(
            [
                Samples.finding(at: "Root/Menu", type: "MenuRouter"), leak("Map", client),
                leak("Pin", touch), leak("Route", client),
            ], leaks: 1)
        report.summary.libraryLeaks = 3
        return report
    }()

    /// The same run without a mistake of the project.
    private let cleanReport = {
        var report = Samples.report([leak("Map", client)])
        report.summary.libraryLeaks = 1
        return report
    }()

    private func json(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test func theVerdictCountsThemApart() {
        #expect(Verdict(report).line == "1 leak, 3 library leaks. 42 objects tracked.")
        #expect(Verdict(cleanReport).line == "No leaks, 1 library leak. 42 objects tracked.")
        #expect(Verdict(cleanReport).isClean)
    }

    @Test func textHasThemAtItsEndBelowWhatExplainsThem() {
        let text = TextReport(isColored: false).text(for: report)
        #expect(text.contains("1 of 1") && !text.contains("known"))
        #expect(
            text.hasSuffix(
                """

                3 library leaks: not the project's mistake, and not counted
                  client: the <client> keeps observers (https://example.com/12)
                    leaked-view at Root/Map: MapView  0123456789abcdef
                    leaked-view at Root/Route: RouteView  0123456789abcdef
                  touch: UIKit keeps a touch
                    leaked-view at Root/Pin: PinView  0123456789abcdef

                """))
    }

    @Test func textListsNoMoreThanItsLimit() {
        let text = TextReport(isColored: false, limit: 1).text(for: report)
        #expect(text.contains("MapView"))
        #expect(!text.contains("PinView") && !text.contains("RouteView"))
        #expect(text.hasSuffix("  … 2 more\n"))
    }

    @Test func anExplanationNamesItInPlaceOfAHint() {
        let text = TextLayout().text(for: Self.leak("Map", Self.client))
        #expect(
            text.contains(
                """
                ├─ library leak client, from the project's settings: the <client> keeps observers
                │    (https://example.com/12)

                """))
        #expect(!text.contains("Make it weak"))
        let builtIn = TextLayout().text(for: Self.leak("Pin", Self.touch))
        #expect(
            builtIn.contains("├─ library leak touch, which ribleak knows: UIKit keeps a touch\n"))
    }

    @Test func jsonSaysWhichItIs() throws {
        let object = try #require(try json(JSONReport().text(for: report)) as? [String: Any])
        let summary = try #require(object["summary"] as? [String: Int])
        #expect(summary["leaks"] == 1 && summary["libraryLeaks"] == 3)
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.map { $0["libraryLeak"] != nil } == [false, true, true, true])
        #expect(findings.allSatisfy { $0["status"] == nil })
        let entry = try #require(findings[1]["libraryLeak"] as? [String: Any])
        #expect(entry["name"] as? String == "client")
        #expect(entry["description"] as? String == "the <client> keeps observers")
        #expect(entry["link"] as? String == "https://example.com/12")
        #expect(entry["isBuiltIn"] as? Bool == false)
        let builtIn = try #require(findings[2]["libraryLeak"] as? [String: Any])
        #expect(builtIn["link"] is NSNull && builtIn["isBuiltIn"] as? Bool == true)
    }

    @Test func besideABaselineJSONGivesItNoStatus() throws {
        var leak = Self.leak("Map", Self.client)
        leak.status.comparison = .new
        let text = JSONReport().text(for: Samples.report([leak]))
        let object = try #require(try json(text) as? [String: Any])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.map { $0["status"] == nil } == [true])
    }

    @Test func sarifSuppressesItAsANote() throws {
        let log = try #require(try json(ReportFormat.sarif.document(for: report)) as? [String: Any])
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.map { $0["level"] as? String } == ["error", "note", "note", "note"])
        #expect(results[0]["suppressions"] == nil)
        #expect(
            results[1]["suppressions"] as? [[String: String]] == [
                [
                    "kind": "external", "status": "accepted",
                    "justification":
                        "library leak client: the <client> keeps observers (https://example.com/12)",
                ]
            ])
    }

    @Test func jUnitSkipsItAndSaysWhy() {
        let text = ReportFormat.junit.document(for: report)
        #expect(text.contains("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"3\""))
        #expect(
            text.contains(
                "library leak client: the &lt;client&gt; keeps observers (https://example.com/12)"))
    }

    @Test func annotationsMarkNoneAndCountThem() {
        let gitHub = ReportFormat.github.document(for: report)
        #expect(gitHub.split(separator: "\n").count { $0.hasPrefix("::error") } == 1)
        #expect(gitHub.contains("::notice title=ribleak::Besides these, 3 library leaks: see"))
        let xcode = ReportFormat.xcode.document(for: report, style: ReportStyle(root: "/app"))
        #expect(xcode.contains("MenuRouter") && !xcode.contains("MapView"))
        #expect(xcode.hasSuffix("note: ribleak: in addition, 3 library leaks\n"))
    }

    @Test func gitLabTakesItAsInformation() throws {
        let list = try #require(
            try json(ReportFormat.gitlab.document(for: report)) as? [[String: Any]])
        #expect(list.map { $0["severity"] as? String } == ["critical", "info", "info", "info"])
        let text = try #require(list[1]["description"] as? String)
        #expect(text.contains("library leak client") && !text.contains("Make it weak"))
    }

    @Test func markdownFoldsThemWithTheirLinks() {
        let text = ReportFormat.markdown.document(for: cleanReport)
        #expect(text.hasPrefix("### ✅ ribleak: No leaks, 1 library leak. 42 objects tracked.\n"))
        #expect(
            text.hasSuffix(
                """

                <details><summary>1 library leak, not the project's mistake</summary>

                - leaked-view at Root/Map: <code>MapView</code>, library leak \
                <a href="https://example.com/12">client</a>: the &lt;client&gt; keeps observers

                </details>

                """))
    }

    @Test func thePageFoldsThemBehindItsFindings() {
        let page = HTMLReport().text(for: report, HTMLSamples.details())
        let section = page.components(separatedBy: "<section class=\"library-leaks\"").dropFirst()
        #expect(section.count == 1)
        #expect(
            section.first?.contains(
                "<details><summary>3 library leaks, not the project's mistake</summary>") == true)
        #expect(
            section.first?.contains(
                "<a href=\"https://example.com/12\" rel=\"noreferrer\">client</a>")
                == true)
        #expect(page.contains("<dd>3</dd><dt>library leaks</dt>"))
        // The views of the script have the project's findings only.
        #expect(page.contains("MenuRouter"))
        let data = page.components(separatedBy: "id=\"data-texts\">").last?
            .components(separatedBy: "</script>").first
        #expect(data?.contains("MenuRouter") == true && data?.contains("MapView") == false)
    }

    @Test func rowsNameIt() throws {
        let rows = try report.rows().split(separator: "\n").map {
            try #require(try json(String($0)) as? [String: Any])
        }
        #expect(rows.map { $0["libraryLeaks"] as? Int } == [3, nil, nil, nil, nil])
        #expect(
            rows.map { $0["libraryLeak"] as? String } == [nil, nil, "client", "touch", "client"])
    }

    @Test func hostileTextIsHarmlessEverywhere() {
        let evil = LibraryLeak(
            name: Samples.evil, explanation: Samples.evil, link: "javascript:alert(1)",
            isBuiltIn: false)
        let report = Samples.report([Self.leak("Map", evil)])
        for text in [
            TextReport(isColored: false).text(for: report),
            ReportFormat.markdown.document(for: report),
            HTMLReport().text(for: report, HTMLSamples.details()),
            ReportFormat.junit.document(for: report),
            ReportFormat.github.document(for: report), ReportFormat.xcode.document(for: report),
        ] {
            #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
        }
        let page = HTMLReport().text(for: report, HTMLSamples.details())
        #expect(!(page + ReportFormat.markdown.document(for: report)).contains("href=\"javascript"))
        #expect(!page.contains("<b>&#34"))
    }
}
