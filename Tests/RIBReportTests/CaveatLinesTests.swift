// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport

@Suite struct CaveatLinesTests {
    private func cutShort(_ streams: ClosedRange<Int>) -> [Caveat] {
        streams.map { Caveat(.streamCutShort, "stream-\($0) is cut short") }
    }

    @Test func showsAFewOfAKindEach() {
        let few = cutShort(1...3) + [Caveat(.binaryGone, "libFoo.so is gone")]
        #expect(few.lines == few.map(\.text))
    }

    @Test func countsManyOfAKindWhereTheFirstOfThemStood() {
        let many =
            [Caveat(.neverSettled, "app (pid 1) never settled")] + cutShort(1...6)
            + [Caveat(.binaryGone, "libFoo.so is gone")] + cutShort(7...12)
        #expect(
            many.lines == [
                "app (pid 1) never settled",
                "12 streams are cut short: what came after their last whole events is missing "
                    + "(report --format json names them)",
                "libFoo.so is gone",
            ])
    }

    @Test func hasFewLinesHoweverManyCaveatsThereAre() {
        let many = CaveatKind.allCases.flatMap { kind in
            (1...1000).map { Caveat(kind, "\($0)") }
        }
        let lines = many.lines
        #expect(lines.count == CaveatKind.allCases.count)
        #expect(Set(lines).count == lines.count)
        #expect(lines.allSatisfy { $0.contains("1000") })
    }

    @Test func theHeadOfATextReportCountsThemAndTheJSONNamesEach() {
        let report = Samples.report(doubts: (1...5).map { "stream-\($0) is damaged" })
        #expect(
            TextReport().text(for: report) == """
                ! No leaks seen, but not everything could be judged. 42 objects tracked.
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711
                ! 5 streams are damaged: what comes after the damage is not shown \
                (report --format json names them)

                """)
        #expect(
            JSONReport().text(for: report).hasPrefix(
                """
                {
                  "caveats" : [
                    "stream-1 is damaged",
                    "stream-2 is damaged",
                    "stream-3 is damaged",
                    "stream-4 is damaged",
                    "stream-5 is damaged"
                  ],
                """))
    }
}
