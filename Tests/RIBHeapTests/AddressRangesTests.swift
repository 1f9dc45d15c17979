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

    @Test func nothingLiesInNone() {
        #expect(!AddressRanges([]).contains(0))
    }
}
