// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct MarkdownReportTests {
    @Test func aCleanRunIsOneLine() {
        #expect(
            ReportFormat.markdown.document(for: Samples.report())
                == "### ✅ ribleak: No leaks. 42 objects tracked.\n")
    }

    @Test func aFindingIsARowAndItsDetails() {
        let finding = Samples.finding(
            stacks: FindingStacks(detach: CallStack([Samples.frame("f()", "A.swift", 3)])))
        let report = Samples.report([finding], leaks: 1, doubts: ["1 event is missing"])
        #expect(
            ReportFormat.markdown.document(for: report) == """
                ### ❌ ribleak: 1 leak. 42 objects tracked.

                > ⚠️ 1 event is missing

                | finding | RIB path | culprit | times | why it is alive | place |
                |---|---|---|---|---|---|
                | Leaked router | Root/OffGame | <code>OffGameRouter</code> | 1 |  | <code>A.swift&#58;3</code> |

                <details><summary>Leaked router: <code>OffGameRouter at Root/OffGame is still alive</code></summary>

                ```text
                ┬─── Leaked router at Root/OffGame
                │
                ├─ OffGameRouter is still alive
                │
                ├─ what keeps it alive is not in the trace
                │
                ├─ detached here by
                │    f() at A.swift:3
                │
                ╰→ fingerprint 0123456789abcdef
                ```

                </details>

                """)
    }

    @Test func whatDoesNotFitIsCounted() {
        let findings = (0..<100).map { Samples.finding(type: "A\($0)") }
        let text = IssueReport(Samples.report(findings, leaks: 100))
            .markdown(mostBytes: 5000)
        #expect(text.utf8.count <= 5000)
        let shown = text.split(separator: "\n").count { $0.hasPrefix("| Leaked") }
        #expect(shown > 3)
        #expect(text.contains("\n… and \(100 - shown) more findings, less damaging.\n"))
    }

    @Test func nothingOfATraceIsMarkup() {
        let evil = "a|b`c`<script>@team [x](http://y) ```\n# h *i* ![p](q) &lt;"
        let text = ReportFormat.markdown.document(
            for: Samples.report([Samples.finding(at: evil, type: evil)], leaks: 1))
        let row = text.split(separator: "\n").first { $0.hasPrefix("| Leaked") }.map(String.init)
        #expect(
            row
                == "| Leaked router | a\\|b\\`c\\`&lt;script&gt;&#64;team \\[x\\]\\(http&#58;//y\\) "
                + "\\`\\`\\`\\\\n\\# h \\*i\\* \\!\\[p\\]\\(q\\) &amp;lt; | <code>a&#124;b&#96;c&#96;"
                + "&lt;script&gt;&#64;team &#91;x&#93;(http&#58;//y) &#96;&#96;&#96;&#92;n&#35; h "
                + "&#42;i&#42; &#33;&#91;p&#93;(q) &amp;lt;</code> | 1 |  |  |")
        #expect(text.contains("\n````text\n"))
        #expect(!text.contains("<script>@team [x](http://y) ```\n"))
    }
}
