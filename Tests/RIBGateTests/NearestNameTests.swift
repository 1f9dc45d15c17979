// SPDX-License-Identifier: Apache-2.0

import RIBGate
import Testing

@Suite struct NearestNameTests {
    private static let names = ["report", "explain", "gate", "sarif", "chrome-trace", "show"]

    @Test(arguments: [
        ("raport", "report"), ("repotr", "report"), ("REPORT", "report"), ("sarf", "sarif"),
        ("shw", "show"), ("gaet", "gate"), ("chrome", "chrome-trace"), ("exp", "explain"),
        ("trace", "chrome-trace"),
    ])
    func aMistypedWordIsNearToWhatWasMeant(word: String, meant: String) {
        #expect(Self.names.nearest(to: word) == meant)
    }

    @Test(arguments: ["xyz", "", "ex", "deport-all", String(repeating: "report", count: 20)])
    func aWordOfAnotherKindIsNearToNone(_ word: String) {
        #expect(Self.names.nearest(to: word) == nil)
    }

    @Test func nothingIsNearToNothing() {
        #expect([].nearest(to: "report") == nil)
    }
}
