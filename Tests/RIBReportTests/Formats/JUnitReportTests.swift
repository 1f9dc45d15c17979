// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct JUnitReportTests {
    private func text(_ report: RunReport) -> String { ReportFormat.junit.document(for: report) }

    @Test func aCleanRunIsATestThatPassed() {
        #expect(
            text(Samples.report()) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="ribleak" tests="1" failures="0" errors="0" skipped="0">
                  <testsuite name="ribleak" tests="1" failures="0" errors="0" skipped="0">
                    <testcase classname="ribleak" name="the run is judged (42 objects tracked)"/>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func aMistakeIsATestOfItsKindThatFails() {
        let finding = Samples.finding(
            stacks: FindingStacks(detach: CallStack([Samples.frame("f()", "A.swift", 3)])))
        let lines = text(Samples.report([finding], leaks: 1)).split(separator: "\n").dropFirst(5)
        #expect(
            lines.joined(separator: "\n") == """
                  <testsuite name="leaked-router" tests="1" failures="1" errors="0" skipped="0">
                    <testcase classname="leaked-router" \
                name="OffGameRouter at Root/OffGame [0123456789abcdef]" file="A.swift" line="3">
                      <failure message="OffGameRouter at Root/OffGame is still alive" \
                type="leaked-router">┬─── Leaked router at Root/OffGame
                │
                ├─ OffGameRouter is still alive
                │
                ├─ what keeps it alive is not in the trace
                │
                ├─ detached here by
                │    f() at A.swift:3
                │
                ╰→ fingerprint 0123456789abcdef</failure>
                    </testcase>
                  </testsuite>
                </testsuites>
                """)
    }

    @Test func warningsAreSkipped() {
        let report = Samples.report([Samples.finding(.neverAttached)], warnings: 1)
        #expect(
            text(report).contains(
                "<skipped message=\"OffGameRouter at Root/OffGame was built but never attached\"/>")
        )
        #expect(text(report).contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""))
    }

    @Test func theStrictFormHasWhatSchemasAskForAndNothingElse() {
        var known = Samples.finding(
            stacks: FindingStacks(detach: CallStack([Samples.frame("f()", "A.swift", 3)])))
        known.status = FindingStatus(comparison: .known)
        #expect(
            ReportFormat.xunit.document(for: Samples.report([known])) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites>
                  <testsuite name="ribleak" package="ribleak" id="0" timestamp="2026-03-01T12:00:00" \
                hostname="localhost" tests="1" failures="0" errors="0" skipped="0" time="0">
                    <properties/>
                    <testcase classname="ribleak" name="the run is judged (42 objects tracked)" time="0"/>
                    <system-out/>
                    <system-err/>
                  </testsuite>
                  <testsuite name="leaked-router" package="ribleak" id="1" \
                timestamp="2026-03-01T12:00:00" hostname="localhost" tests="1" failures="0" errors="0" \
                skipped="1" time="0">
                    <properties/>
                    <testcase classname="leaked-router" \
                name="OffGameRouter at Root/OffGame [0123456789abcdef]" time="0">
                      <skipped message="OffGameRouter at Root/OffGame is still alive; \
                known from the baseline"/>
                    </testcase>
                    <system-out/>
                    <system-err/>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func aRunThatCouldNotBeJudgedIsAnError() {
        let text = text(Samples.report(doubts: ["3 events are missing"]))
        #expect(
            text.contains(
                "<error message=\"the run could not be judged\" type=\"ribleak\">"
                    + "3 events are missing</error>"))
    }

    @Test func nothingOfATraceIsMarkupOrForbidden() {
        let evil = "<a b=\"c\">&amp;\u{0}\u{8}\u{FFFE}]]>"
        let text = text(Samples.report([Samples.finding(type: evil)], leaks: 1))
        #expect(
            text.contains(
                "name=\"&lt;a b=&quot;c&quot;&gt;&amp;amp;\\u{0}\\u{8}\u{FFFD}]]&gt; at "))
    }
}
