// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBHeap

@Suite struct NodeTableTests {
    @Test func numbersAddressesInTheirOrder() {
        var table = NodeTable(limit: 10)
        let numbers = [16, 32, 16, 48].map { table.insert($0).number }
        #expect(numbers == [0, 1, 0, 2])
        #expect(table.address(2) == 48)
    }

    @Test func saysWhatIsNew() {
        var table = NodeTable(limit: 10)
        let news = [16, 16].map { table.insert($0).isNew }
        #expect(news == [true, false])
    }

    @Test func findsAllAfterGrowing() {
        var table = NodeTable(limit: 1_000_000)
        var random = SeededGenerator(seed: 1)
        var addresses: [UInt] = []
        var numbers: Set<UInt32> = []
        for _ in 0..<100_000 {
            let address = UInt.random(in: 1..<1 << 43, using: &random) * 16
            addresses.append(address)
            numbers.insert(table.insert(address).number)
        }
        #expect(addresses.allSatisfy { !table.insert($0).isNew })
        #expect(numbers.count == Set(addresses).count)
    }

    @Test func keepsNoMoreThanItsLimit() {
        var table = NodeTable(limit: 1)
        _ = table.insert(16)
        #expect(table.insert(32).number == NodeTable.full)
        #expect(table.insert(16).number == 0)
    }

    @Test(arguments: [98_304, 98_305, 131_072, 196_609])
    func takesAtMost32BytesANode(count: Int) {
        var table = NodeTable(limit: count)
        for index in 0..<count { _ = table.insert(UInt(index) * 48) }
        #expect(table.bytes <= 32 * count)
    }

    @Test func keepsNoAddressAsItIs() {
        var table = NodeTable(limit: 1)
        _ = table.insert(0x7f00_1234_5670)
        #expect(table.node(0).pointee.invertedAddress != 0x7f00_1234_5670)
    }
}
