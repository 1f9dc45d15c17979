// SPDX-License-Identifier: Apache-2.0

import RIBRuns
import Testing

@testable import RIBAnalysis

@Suite struct CalendarDayTests {
    @Test(arguments: ["2026-01-31", "2024-02-29", "2000-02-29", "0001-12-01", "9999-12-31"])
    func daysThatExistAreRead(_ text: String) throws {
        #expect(try #require(CalendarDay(text)).description == text)
    }

    @Test(arguments: [
        "", "2026-1-31", "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01",
        "2026-01-00", "2026-01-32", "26-01-01", "2026/01/01", "2026-01-01T00:00", "+026-01-01",
        "２026-01-01", "２０２６", " 2026-01-1",
    ])
    func anythingElseIsRefused(_ text: String) {
        #expect(CalendarDay(text) == nil)
        #expect(CalendarDay("2026-01-01") != nil)
    }

    @Test(arguments: [
        ("2024-02-29T00:00:00Z", true), ("2026-12-31T23:59:60.5+01:00", true),
        ("2026-02-29T00:00:00Z", false), ("2026-01-02T24:00:00Z", false),
        ("2026-01-02T00:60:00Z", false), ("2026-01-02T00:00:61Z", false), ("2026-01-02", false),
    ])
    func aMomentHasADayAndATimeThatExist(_ text: String, exists: Bool) {
        #expect(CalendarDay.exists(in: text) == exists)
    }

    @Test func laterDaysAreGreater() throws {
        let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].map { CalendarDay($0) }
        let sorted = try days.map { try #require($0) }
        #expect(sorted.reversed().sorted() == sorted)
    }
}
