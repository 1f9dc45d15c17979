// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct AddressRangesTests {
    @Test func knowsWhereAnAddressLies() {
        let ranges = AddressRanges([0x1000..<0x2000, 0x2000..<0x3000, 0x6000..<0x7000])
        let inside: [UInt] = [0x6FFF, 0x1000, 0x1FFF, 0x2000, 0x6000, 0x2FFF]
        let outside: [UInt] = [0, 0xFFF, 0x3000, 0x5FFF, 0x7000, .max]
        // In turns, since the last answer is looked at first.
        for (inside, outside) in zip(inside, outside) {
            #expect(ranges.contains(inside))
            #expect(!ranges.contains(outside))
        }
    }

    private func found(
        in words: [UInt], _ ranges: [Range<UInt>], mask: UInt = .max, withCounts: Bool = false
    ) -> [UInt32] {
        var indexes = [UInt32](repeating: 0, count: words.count)
        let count = AddressRanges(ranges).findAddresses(
            in: words, count: words.count, mask: mask, withCounts: withCounts, to: &indexes)
        return Array(indexes.prefix(count))
    }

    @Test func findsTheAddressesAmongWords() {
        let words: [UInt] = [0, 0x1000, 0x2FFF, 0x3000, 0x6008, 0xFFF, .max, 0x6FFF, 0x1008]
        let ranges: [Range<UInt>] = [0x1000..<0x3000, 0x6000..<0x7000]
        #expect(found(in: words, ranges) == [1, 2, 4, 7, 8])
        #expect(found(in: words, []) == [])
    }

    @Test func bitsThatAnAddressLeavesFreeAreLeftOut() {
        let words: [UInt] = [1 << 60 | 0x1008, 1 << 60 | 0x3008]
        #expect(found(in: words, [0x1000..<0x2000], mask: Slot.addressBits) == [0])
    }

    @Test func countsOfObjectsInImagesAreFoundIfAskedFor() {
        let words: [UInt] = [0x8000_0004_FFFF_FFFF, 0xC000_0000_FFFF_FFFF, 3, 0x1000]
        let ranges: [Range<UInt>] = [0x1000..<0x2000]
        #expect(found(in: words, ranges) == [3])
        #expect(found(in: words, ranges, withCounts: true) == [0, 3])
        #expect(found(in: words, [], withCounts: true) == [0])
    }

    @Test func pagesOfOthersAreTakenOut() {
        let ranges: [Range<UInt>] = [0x6000..<0x8000, 0x1000..<0x4000]
        #expect(ranges.withoutPages(of: []) == [0x1000..<0x4000, 0x6000..<0x8000])
        #expect(
            ranges.withoutPages(of: [0x2800..<0x2801, 0x7000..<0x9000])
                == [0x1000..<0x2000, 0x3000..<0x4000, 0x6000..<0x7000])
        #expect(ranges.withoutPages(of: [0..<0x9000]) == [])
    }

    @Test func nothingLiesInNone() {
        #expect(!AddressRanges([]).contains(0x1000))
        #expect(AddressRanges([0x1000..<0x2000]).contains(0x1000))
    }
}
