// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBRecorder

@Suite struct DeadlineQueueTests {
    private var queue = DeadlineQueue<String>(tickLength: 100)

    /// What each of a number of ticks finds.
    private mutating func ticks(_ count: Int, from start: UInt64 = 0) -> [[String]] {
        (1...count).map { number in
            queue.tick(at: start + UInt64(number) * 100)
        }
    }

    @Test mutating func nothingIsDueTooEarlyWhateverPartOfATickIsOver() {
        queue.add("a", limit: 150, at: 0)
        #expect(ticks(4) == [[], [], [], ["a"]])
        #expect(queue.isEmpty)
    }

    @Test mutating func shorterLimitsAreDueBeforeLongerOnesThatCameFirst() {
        queue.add("long", limit: 300, at: 0)
        queue.add("short", limit: 100, at: 0)
        queue.add("shorter", limit: 0, at: 0)
        #expect(ticks(5) == [[], ["shorter"], ["short"], [], ["long"]])
    }

    @Test mutating func aTickCountsAtMostItsLength() {
        queue.add("a", limit: 100, at: 0)
        #expect(queue.tick(at: 1_000_000) == [])
        #expect(queue.elapsed == 100)
        // A clock that goes back does not count at all.
        #expect(queue.tick(at: 10) == [])
        #expect(queue.elapsed == 100)
    }

    @Test mutating func theWaitIsCountedFromTheTimeThatSurelyCounts() {
        let since = queue.add("a", limit: 100, at: 0)
        #expect(since == 200)
        _ = ticks(2)
        #expect(queue.tick(at: 300) == ["a"])
    }

    @Test mutating func obsoleteElementsGo() {
        for name in ["a", "b", "c"] { queue.add(name, limit: 100, at: 0) }
        queue.removeAll { $0 == "b" }
        #expect(queue.count == 2)
        #expect(ticks(3).last == ["a", "c"])
    }

    @Test mutating func aLimitForEverIsNeverDue() {
        queue.add("never", limit: .max, at: 0)
        #expect(ticks(10).flatMap { $0 } == [])
        #expect(queue.count == 1)
    }

    @Test mutating func aPartOfATickIsAWholeOne() {
        queue.add("a", limit: 3_401, at: 0)
        #expect(ticks(38).map(\.count) == Array(repeating: 0, count: 36) + [1, 0])
    }
}
