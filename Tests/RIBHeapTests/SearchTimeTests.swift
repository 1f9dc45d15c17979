// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct SearchTimeTests {
    private final class Clock {
        var now: UInt64 = 1_000
    }

    private let clock = Clock()

    private func time(budget: UInt64) -> SearchTime {
        SearchTime(budget: budget) { [clock] in clock.now }
    }

    @Test func theBudgetCountsFromTheBeginning() {
        let time = time(budget: 10)
        clock.now += 9
        #expect(!time.endSlice())
        clock.now += 1
        #expect(time.endSlice())
    }

    @Test func whatIsLearntForAllSearchesDoesNotCount() {
        let time = time(budget: 10)
        time.learn { clock.now += 1_000 }
        clock.now += 9
        #expect(!time.endSlice())
        clock.now += 1
        #expect(time.endSlice())
    }

    @Test func whatIsLearntToLearnSomethingCountsOnce() {
        let time = time(budget: 10)
        time.learn {
            time.learn { clock.now += 1_000 }
            clock.now += 1
        }
        clock.now += 9
        #expect(!time.endSlice())
        clock.now += 1
        #expect(time.endSlice())
    }

    /// Neither a pause of the machine during a slice nor a slow machine ends the search early.
    @Test func aSlowMachineDoesAsMuchWorkAsTheBudgetHasSlices() {
        let time = time(budget: 3 * SearchTime.mostPerSlice)
        var slices = 0
        repeat {
            clock.now += 60_000_000_000
            slices += 1
        } while !time.endSlice()
        #expect(slices == 3)
    }
}
