// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText

@Suite struct QuantityTests {
    @Test(
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1000, "1 µs"), (1400, "1.4 µs"), (850_000, "850 µs"),
            (999_999, "999 µs"), (1_000_000, "1 ms"), (9_950_000, "9.9 ms"), (12_345_678, "12 ms"),
            (1_400_000_000, "1.4 s"), (59_999_999_999, "59 s"), (60_000_000_000, "1 min 0 s"),
            (125_000_000_000, "2 min 5 s"), (3_660_000_000_000, "1 h 1 min"),
            (UInt64.max, "5124095 h 34 min"),
        ] as [(UInt64, String)])
    func saysDurationsTheWayPeopleDo(nanoseconds: UInt64, words: String) {
        #expect(Quantity.duration(nanoseconds: nanoseconds) == words)
    }

    @Test func countsInWords() {
        #expect(Quantity.counted(1, "leak") == "1 leak")
        #expect(Quantity.counted(0, "leak") == "0 leaks")
        #expect(Quantity.counted(2, "child", "children") == "2 children")
    }
}
