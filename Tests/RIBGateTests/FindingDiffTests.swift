// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import Testing

@testable import RIBGate

@Suite struct FindingDiffTests {
    private let diff = FindingDiff(
        from: Baseline(of: [
            GateSamples.finding(at: "A", type: "ARouter"),
            GateSamples.finding(at: "B", type: "BRouter"),
        ]),
        to: Baseline(of: [
            GateSamples.finding(at: "B", type: "BRouter"),
            GateSamples.finding(.neverAttached, at: "C", type: "CRouter"),
        ]))

    @Test func textHasTheCountsAndALineEach() {
        let prints = [diff[.new], diff[.fixed], diff[.unchanged]].map { $0[0].finding.fingerprint }
        #expect(
            diff.text == """
                1 new, 1 fixed, 1 unchanged

                new
                  never-attached at C: CRouter  \(prints[0])

                fixed
                  leaked-router at A: ARouter  \(prints[1])

                unchanged
                  leaked-router at B: BRouter  \(prints[2])

                """)
    }

    @Test func emptyBaselinesDoNotDiffer() {
        let none = Baseline([KnownFinding]())
        #expect(FindingDiff(from: none, to: none).text == "0 new, 0 fixed, 0 unchanged\n")
    }

    @Test func jsonHasTheEntriesOfBaselines() {
        let none = Baseline([KnownFinding]())
        let one = Baseline(of: [GateSamples.finding(at: "A", type: "ARouter")])
        #expect(
            FindingDiff(from: none, to: one).json == """
                {
                  "changed" : [],
                  "fixed" : [],
                  "moved" : [],
                  "new" : [
                    {
                      "count" : 1,
                      "fingerprint" : "\(one.entries[0].fingerprint)",
                      "kind" : "leaked-router",
                      "ribPath" : "A",
                      "type" : "ARouter"
                    }
                  ],
                  "otherCounts" : [],
                  "unchanged" : [],
                  "version" : 1
                }

                """)
    }

    @Test func hostileNamesStayOneLine() {
        let evil = Baseline(of: [GateSamples.finding(at: GateSamples.evil, type: GateSamples.evil)])
        let none = Baseline([KnownFinding]())
        let text = FindingDiff(from: none, to: evil).text
        #expect(text.split(separator: "\n").count == 3)
        #expect(!text.contains("\u{1B}"))
    }
}
