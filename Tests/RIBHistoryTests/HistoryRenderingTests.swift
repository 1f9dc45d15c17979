// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBHistory

@Suite struct HistoryRenderingTests {
    private func report(_ runs: [RunReport]) throws -> HistoryReport {
        let folder = try TemporaryFolder()
        return try HistorySamples.history(runs, in: folder).report(last: 30)
    }

    private func sample() throws -> HistoryReport {
        try report([
            HistorySamples.run(1, [HistorySamples.finding(1)]),
            HistorySamples.run(
                2, [HistorySamples.finding(1), HistorySamples.finding(2, count: 4)]),
            HistorySamples.run(
                3,
                [HistorySamples.finding(2), HistorySamples.finding(3, kind: .firedWhileInactive)]
            ),
        ])
    }

    @Test func textSaysWhatIsOldNewAndFixed() throws {
        #expect(
            TextLayout().text(for: try sample()) == """
                3 runs, 2026-03-01 c0ffee0 to 2026-03-03 c0ffee0
                  leaks                 ▄█▄  1
                  fired while inactive  ··█  1
                  warnings              ···  0

                ✗ Router2 at Root/RIB2  ·█▂
                  leaked-router, first seen 2026-03-02 c0ffee0, still there, fingerprint \
                0000000000000002

                + Router3 at Root/RIB3  ··█
                  fired-while-inactive, first seen 2026-03-03 c0ffee0, new, fingerprint \
                0000000000000003

                ✓ Router1 at Root/RIB1  ██·
                  leaked-router, first seen 2026-03-01 c0ffee0, last seen 2026-03-02 c0ffee0, \
                fixed, fingerprint 0000000000000001

                """)
    }

    @Test func anEmptyHistorySaysSo() {
        let empty = HistoryReport(branch: "topic", runs: [], trends: [])
        #expect(TextLayout().text(for: empty) == "The history has no runs of branch topic.\n")
        #expect(empty.html.contains("The history has no runs."))
    }

    @Test func runsThatCouldNotBeJudgedAreListed() throws {
        let text = TextLayout().text(for: try report([HistorySamples.run(1, isDoubtful: true)]))
        #expect(text.contains("! 1 run could not be judged completely and may miss findings\n"))
    }

    @Test func jsonHasEveryFact() throws {
        let data = Data(try sample().json.utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["version"] as? Int == 1)
        #expect((object["runs"] as? [[String: Any]])?.map { $0["leaks"] as? Int } == [1, 2, 1])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.map { $0["counts"] as? [Int] } == [[0, 4, 1], [0, 0, 1], [1, 1, 0]])
        #expect(findings.map { $0["isFixed"] as? Bool } == [false, false, true])
    }

    @Test func thePagesStyleIsTheOneItsPolicyLetsIn() throws {
        let folder = try TemporaryFolder()
        try HistoryStyle.text.write(
            toFile: folder.file("style.css"), atomically: true, encoding: .utf8)
        let hash = try FinishedProcess(
            path: "/usr/bin/env", ["sha256sum", folder.file("style.css")]
        ).output.prefix(64)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { offset in
            UInt8(hash.dropFirst(offset).prefix(2), radix: 16)
        }
        #expect("sha256-\(Data(bytes).base64EncodedString())" == HistoryStyle.hash)
    }

    @Test(.enabled(if: Judge.isInstalled)) func axeFindsNothingAndItFitsANarrowWindow() throws {
        let folder = try TemporaryFolder()
        let page = folder.file("history.html")
        try sample().html.write(
            toFile: page, atomically: true, encoding: .utf8)
        let judgement = try Judge.ask("html_report.py", ["axe,narrow", page])
        #expect(judgement.output + judgement.errors == "axe: looked at\nnarrow: looked at\n")
    }

    @Test func nothingOfATraceIsMarkup() throws {
        let evil = "<script>alert(1)</script>\"'&\u{1B}[31m\u{202E}"
        let report = try report([HistorySamples.run(1, [HistorySamples.finding(1, type: evil)])])
        let page = report.html
        #expect(
            page.contains(
                "<b>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\u{1B}[31m\\u{202E}"))
        #expect(!page.contains("<script"))
        #expect(!TextLayout().text(for: report).contains("\u{1B}"))
    }

    @Test(
        arguments: [([0, 0], "··"), ([1, 2, 4, 8], "▁▂▄█"), ([1], "█"), ([], "")]
            as [([Int], String)])
    func barsShareAScaleThatBeginsAtZero(values: [Int], bars: String) {
        #expect(values.sparkline == bars)
    }
}
