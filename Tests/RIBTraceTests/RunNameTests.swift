// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@Suite struct RunNameTests {
    /// 2026-01-02T03:04:05.006Z.
    private let time: Int64 = 1_767_323_045_006

    @Test func aNameIsATimeInUTCAndAnOwner() {
        #expect(
            RunName(at: time, of: "77", after: nil).text == "20260102T030405.006Z-77")
        #expect(RunName(at: 0, of: "8-9", after: nil).text == "19700101T000000.000Z-8-9")
    }

    @Test func aRunAfterTheClockWasSetBackIsNamedAfterTheOneBefore() {
        let before = RunName("20270101T000000.000Z-9")
        #expect(
            RunName(at: time, of: "77", after: before).text == "20270101T000000.001Z-77")
        let midnight = RunName("20261231T235959.999Z-9")
        #expect(
            RunName(at: time, of: "77", after: midnight).text == "20270101T000000.000Z-77")
    }

    @Test func ofTwoRunsInOneMillisecondTheSecondIsTheLater() {
        let before = RunName("20260102T030405.006Z-9")
        #expect(before < RunName(at: time, of: "10", after: before))
        // The same owner is the same process.
        let own = RunName("20260102T030405.006Z-77")
        #expect(RunName(at: time, of: "77", after: own) == own)
    }

    @Test func afterTheLastTimeThatANameCanHaveTheClockCounts() {
        let last = RunName("99991231T235959.999Z-9")
        #expect(RunName(at: time, of: "77", after: last).text == "20260102T030405.006Z-77")
    }

    @Test(arguments: [
        "history.sqlite", "notes", "20260102T030405.000Z", "20260102T030405.000Z-",
        "20260102T030405.000Z-7x", "20260102T030405.00Z-7", "20261302T030405.000Z-7",
        "20260230T030405.000Z-7", "20260102T250405.000Z-7", "-0050102T030405.000Z-7", "demo", "",
    ])
    func otherNamesAreNoneThatTheRecorderGives(name: String) {
        #expect(!RunName(name).isRecorders)
    }

    @Test func namesThatPeopleGaveAreOlderThanAnyRun() {
        let names = [
            "keep", "19700101T000000.000Z-1", "20260102T030405.006Z-77", "1",
            "20260102T030405.006Z-77-88",
        ]
        #expect(
            names.map { RunName($0) }.sorted(by: >).map(\.text) == [
                "20260102T030405.006Z-77-88", "20260102T030405.006Z-77", "19700101T000000.000Z-1",
                "keep", "1",
            ])
    }
}
