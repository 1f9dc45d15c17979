// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport
@testable import RIBText

@Suite struct UnownedTextTests {
    private func lines(_ places: [(StackFrame?, Int)]) -> [String] {
        UnownedSubscriptions(places).lines.map { $0.rendered(colored: false) }
    }

    @Test func sayNothingWhenThereAreNone() {
        #expect(lines([]) == [])
        #expect(lines([(nil, 1)]).count > 1)
    }

    @Test func sayHowManyAndWhere() {
        let places = [
            (Samples.frame("Search.begin()", "A.swift", 3), 1),
            (Samples.frame("Clock.start()", "B.swift", 5), 2),
            (nil, 1),
        ]
        #expect(
            lines(places) == [
                "",
                "4 live subscriptions have no known owner, and were not judged",
                "  2 by Clock.start() at B.swift:5", "  1 by an unknown place",
                "  1 by Search.begin() at A.swift:3",
            ])
    }

    @Test func sayOneInTheSingular() {
        #expect(
            lines([(Samples.frame("Clock.start()", "B.swift", 5), 1)])[1]
                == "1 live subscription has no known owner, and was not judged")
    }

    @Test func showTheFirstPlacesOnly() {
        let places = (1...7).map { (Samples.frame("Clock.start()", "B.swift", $0), 1) }
        #expect(lines(places).count == 8)
        #expect(lines(places).last == "  … 2 more places; ribleak subscriptions lists all")
    }

    @Test func countAPlaceOnceWhateverTheAddresses() {
        let places = (1...3).map {
            (Samples.frame("Clock.start()", "B.swift", 5, offset: UInt64($0)), 1)
        }
        #expect(lines(places).last == "  3 by Clock.start() at B.swift:5")
    }
}
