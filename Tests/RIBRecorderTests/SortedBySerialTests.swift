// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBRecorder

/// Very many serial numbers in no order come into theirs.
@Suite struct SortedBySerialTests {
    /// Numbers up to a limit that look as if thrown together, the same each time.
    private func numbers(_ count: Int, upTo limit: UInt64) -> [UInt64] {
        var number: UInt64 = 1
        return (0..<count).map { _ in
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return limit == .max ? number : number % (limit + 1)
        }
    }

    @Test(arguments: [0, 1, 512, 513, 5_000], [2_047, 2_048, 5_000_000, UInt64.max])
    func theyComeInTheOrderOfTheirNumbers(count: Int, limit: UInt64) {
        let numbers = numbers(count, upTo: limit)
        #expect(numbers.sorted(bySerial: { $0 }) == numbers.sorted())
    }

    @Test func whatHasTheSameNumberStaysInItsOrder() {
        let pairs = (0..<2_000).map { (serial: UInt64($0 % 3), place: $0) }
        let sorted = pairs.sorted(bySerial: \.serial)
        #expect(sorted.map(\.place) == sorted.map(\.place).sorted { ($0 % 3, $0) < ($1 % 3, $1) })
    }
}
