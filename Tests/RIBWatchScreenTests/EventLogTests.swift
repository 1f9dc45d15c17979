// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBWatchScreen

@Suite struct EventLogTests {
    private func log(_ count: Int, keeping least: Int) -> EventLog {
        var log = EventLog(keeping: least)
        for second in 0..<count {
            log.append(
                ScreenSamples.event(.attached, "A\(second)", at: "A", after: Int64(second)))
        }
        return log
    }

    @Test func theNewestAreKeptAndKeepTheirNumbers() {
        let log = log(25, keeping: 10)
        #expect(log.numbers == 10..<25)
        #expect(log[24].type == "A24")
        #expect(log[log.first].type == "A10")
    }

    @Test func memoryIsBounded() {
        #expect(log(1_000, keeping: 10).numbers.count < 20)
    }

    @Test func thePastEndsWithTheLastEventUpToIt() {
        let past = log(8, keeping: 10).until(ScreenSamples.start + 3 * ScreenSamples.second)
        #expect(past.numbers == 0..<4)
    }

    @Test func beforeTheFirstEventThereIsNone() {
        #expect(log(8, keeping: 10).until(ScreenSamples.start - 1).numbers.isEmpty)
    }
}
