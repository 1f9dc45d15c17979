// SPDX-License-Identifier: Apache-2.0

import RIBText
import Testing

@testable import RIBGate
@testable import RIBLint

@Suite struct LintTextTests {
    private func text(_ report: LintReport, width: Int? = nil, limit: Int? = nil) -> String {
        TextLayout(width: width).text(report.lines(limit: limit))
    }

    @Test func mistakesStandFileByFile() throws {
        let report = try LintSamples.report([
            LintSamples.finding(
                "missing-super", in: "Sources/A.swift", line: 3, type: "A", member: "didLoad()",
                message: "didLoad() does not call super"),
            LintSamples.finding(
                in: "Sources/A.swift", line: 8, type: "A", message: "A holds its listener strongly"),
            LintSamples.finding(
                in: "Sources/B.swift", type: nil, message: "the listener is strong"),
        ])
        #expect(
            text(report) == """
                ✗ 2 errors, 1 warning. 3 files, 420 lines read.

                Sources/A.swift:3:9: warning: didLoad() does not call super (missing-super)
                    fix: Declare it weak
                    in A.didLoad()  fingerprint 2c311ce135abc972
                Sources/A.swift:8:9: error: A holds its listener strongly (strong-listener)
                    fix: Declare it weak
                    in A  fingerprint 2a15f57a22ffa710

                Sources/B.swift:12:9: error: the listener is strong (strong-listener)
                    fix: Declare it weak
                    fingerprint 231359494f90f918

                """)
    }

    @Test func nothingFoundIsOneLine() throws {
        #expect(
            text(try LintSamples.report([])) == "✓ No mistakes found. 3 files, 420 lines read.\n")
    }

    @Test func whatCouldNotBeReadComesFirst() throws {
        let report = try LintSamples.report(
            [], problems: [.init(file: "B.swift", message: "cannot be parsed")])
        #expect(
            text(report) == """
                ! No mistakes found. 3 files, 420 lines read.
                ! B.swift: cannot be parsed

                """)
    }

    @Test func longLinesAreWrapped() throws {
        let report = try LintSamples.report([LintSamples.finding()])
        #expect(
            text(report, width: 60).split(separator: "\n").allSatisfy { $0.count <= 60 })
    }

    @Test func whatIsOverTheLimitIsCounted() throws {
        let report = try LintSamples.report((1...5).map { LintSamples.finding(line: $0) })
        #expect(
            text(report, limit: 2).contains(
                "… and 3 more mistakes; --limit 0 or --format json shows all\n"))
    }

    @Test func knownSuppressedAndFixedOnesStandApart() throws {
        let (gone, stays) = (LintSamples.finding("missing-super"), LintSamples.finding())
        let baseline = try LintSamples.report([gone, stays])
            .accepted(into: LintSamples.emptyBaseline)
        let report = try LintSamples.report(
            [stays, LintSamples.finding(line: 50, ignored: "its ticket")], baseline: baseline)
        #expect(
            text(report) == """
                ✓ No new mistakes found, 1 known, 1 suppressed, 1 fixed. 3 files, 420 lines read.

                1 mistake is known from the baseline
                  strong-listener at Sources/Profile.swift:12:9  263c86f4bfaac6eb

                1 mistake is suppressed
                  strong-listener at Sources/Profile.swift:50:9  228636e0b9e043eb  suppressed in the source: its ticket

                1 mistake is fixed, and still in the baseline: run ribleak lint --write-baseline
                  missing-super in Sources/Profile.swift: ProfileInteractor  2e2d36ef156796ef

                """)
    }

    @Test func whatASourceSaysIsEscaped() throws {
        let evil = "a\u{1B}[31m\nb"
        let report = try LintSamples.report([LintSamples.finding(message: evil)])
        #expect(!text(report).contains("\u{1B}"))
    }
}
