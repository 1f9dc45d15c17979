// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport
@testable import RIBText

@Suite struct TreeWrappingTests {
    private func wrapped(_ lines: [String], width: Int) -> [String] {
        TreeWrapping(width: width).wrapped(lines.map { TextLine($0) })
            .map { $0.rendered(colored: false) }
    }

    @Test func aLongLineGoesOnBesideTheTree() {
        #expect(
            wrapped(["│    one two three four five"], width: 16) == [
                "│    one two", "│      three", "│      four five",
            ])
    }

    @Test func aWordLongerThanALineHasItsOwnLine() {
        #expect(
            wrapped(["├─ aaaaaaaaaaaaaaaaaaaaaa b"], width: 10) == [
                "├─ aaaaaaaaaaaaaaaaaaaaaa", "│      b",
            ])
    }

    @Test func anUnderlinedEdgeStaysOnItsLine() {
        let lines = ["│    Holder.property of a long name", "│           ~~~~~~~~"]
        #expect(wrapped(lines, width: 12) == lines)
    }

    @Test func whatFitsIsLeftAsItIs() {
        let report = Samples.report([Samples.leakedRouter, Samples.firedSubscription])
        #expect(TextReport(width: 500).text(for: report) == TextReport().text(for: report))
    }

    @Test func noWordIsLostAndNoneAdded() {
        func words(_ text: String) -> [Substring] {
            text.split { " │├─╰→┬\n".contains($0) }
        }
        let report = Samples.report([Samples.leakedRouter, Samples.firedSubscription])
        let narrow = TextReport(width: 40).text(for: report)
        #expect(words(narrow) == words(TextReport().text(for: report)))
        #expect(narrow.split(separator: "\n").count > 40)
    }
}
