// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

@Suite struct SerialMapTests {
    private struct Mark: Equatable {
        var number: Int
    }

    private typealias Map = SerialMap<TracedObject, Mark>

    /// Numbers from 1 that have themselves as values.
    private func filled() -> Map {
        var map = Map()
        for number in 1...20_000 { map.insert(Mark(number: number), for: id(number)) }
        return map
    }

    private func id(_ number: Int) -> ObjectID { ObjectID(UInt64(number)) }

    @Test func eachNumberHasTheValueItWasGiven() {
        let map = filled()
        #expect(map.count == 20_000)
        #expect(
            [1, 16_383, 16_384, 20_000].map { map[id($0)]?.number } == [1, 16_383, 16_384, 20_000])
        #expect(map[id(0)] == nil)
        #expect(map[id(20_001)] == nil)
    }

    @Test func numbersOutOfTurnAndOutliersAreInOrder() {
        var map = Map()
        let numbers = [5, 2, 60_000, 1 << 40, 3, 60_001]
        for number in numbers { map.insert(Mark(number: number), for: id(number)) }
        #expect(map.count == numbers.count)
        #expect(map.ids == numbers.sorted().map(id))
        #expect(map.ids.map { map[$0]?.number } == numbers.sorted())
    }

    @Test func aValueTakesTheOldOnesPlace() {
        var map = filled()
        map.insert(Mark(number: 7), for: id(3))
        #expect(map.count == 20_000)
        #expect(map[id(3)]?.number == 7)
    }

    @Test func onlyWhatIsThereIsChanged() {
        var map = filled()
        map.insert(Mark(number: 1), for: id(1 << 40))
        for number in [0, 3, 30_000, 1 << 40, 1 << 41] { map.change(id(number)) { $0.number += 1 } }
        #expect(
            [0, 3, 30_000, 1 << 40, 1 << 41].map { map[id($0)]?.number } == [nil, 4, nil, 2, nil])
    }

    @Test func aCopyKeepsItsValues() {
        var map = filled()
        let copy = map
        map.change(id(3)) { $0.number = 0 }
        map.insert(Mark(number: 0), for: id(20_000))
        map.insert(Mark(number: 0), for: id(20_001))
        #expect([3, 20_000, 20_001].map { map[id($0)]?.number } == [0, 0, 0])
        #expect([3, 20_000, 20_001].map { copy[id($0)]?.number } == [3, 20_000, nil])
    }
}

extension SerialMapTests {
    @Test func whatIsNotKeptIsGoneAndTheRestIsInPlace() {
        var map = filled()
        map.insert(Mark(number: 1), for: id(1 << 40))
        let copy = map
        // The whole first chunk goes, and a part of the second one.
        map.keep { id, mark in
            mark.number += 1
            return id.rawValue > 18_000 && id.rawValue % 2 == 0 || id.rawValue > 1 << 30
        }
        #expect(map.count == 1_001)
        #expect(map.ids.first == id(18_002) && map.ids.last == id(1 << 40))
        #expect([3, 18_001, 18_002].map { map[id($0)]?.number } == [nil, nil, 18_003])
        #expect(copy.count == 20_001 && copy[id(3)]?.number == 3)
    }

    @Test func numbersOfAnEmptiedChunkCanBeGivenAgain() {
        var map = filled()
        map.keep { id, _ in id.rawValue > 17_000 }
        map.change(id(3)) { $0.number = 9 }
        #expect(map[id(3)] == nil)
        map.insert(Mark(number: 7), for: id(3))
        var copy = map
        copy.insert(Mark(number: 8), for: id(4))
        #expect(map.ids.prefix(2) == [id(3), id(17_001)])
        #expect(copy.ids.prefix(3) == [id(3), id(4), id(17_001)])
        #expect(copy[id(3)]?.number == 7 && map[id(4)] == nil)
        for number in 20_001...40_000 { map.insert(Mark(number: number), for: id(number)) }
        #expect(map[id(40_000)]?.number == 40_000 && map.count == 23_001)
    }
}
