// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText

@Suite struct NearestNameTests {
    private static let names = ["report", "explain", "gate", "sarif", "chrome-trace", "show"]

    @Test(arguments: [
        ("raport", "report"), ("repotr", "report"), ("REPORT", "report"), ("sarf", "sarif"),
        ("shw", "show"), ("gaet", "gate"), ("chrome", "chrome-trace"), ("exp", "explain"),
        ("trace", "chrome-trace"),
    ])
    func aMistypedWordIsNearToWhatWasMeant(word: String, meant: String) {
        #expect(NearestName.to(word, among: Self.names) == meant)
    }

    @Test(arguments: ["xyz", "", "ex", "deport-all", String(repeating: "report", count: 20)])
    func aWordOfAnotherKindIsNearToNone(_ word: String) {
        #expect(NearestName.to(word, among: Self.names) == nil)
    }

    @Test func nothingIsNearToNothing() {
        #expect(NearestName.to("report", among: []) == nil)
    }
}
