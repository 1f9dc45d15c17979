// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct TraceTimeTests {
    @Test(arguments: [
        ("0", 0), ("1.25", 1_250_000_000), ("1.25s", 1_250_000_000), ("250ms", 250_000_000),
        ("0.000000001", 1), ("1.5us", 1_500), ("1.5µs", 1_500), ("7ns", 7),
        ("18446744073", 18_446_744_073_000_000_000),
    ])
    func aNumberIsTimeSinceRecordingBegan(text: String, nanoseconds: UInt64) {
        #expect(TraceTime(text) == .sinceStart(nanoseconds))
    }

    @Test(arguments: [
        ("1970-01-01T00:00:01Z", 1_000_000_000),
        ("2026-01-02T03:04:05.006Z", 1_767_323_045_006_000_000),
        ("2026-01-02T03:04:05.000000007Z", 1_767_323_045_000_000_007),
        ("2026-01-02T04:04:05.5+01:00", 1_767_323_045_500_000_000),
        ("2024-02-29T00:00:00Z", 1_709_164_800_000_000_000),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000_000),
    ])
    func aDateWithATimeIsWallTime(text: String, nanoseconds: Int64) {
        #expect(TraceTime(text) == .wallTime(nanoseconds))
    }

    @Test(arguments: [
        "", "s", ".5", "1.", "-1", "+1", "1e3", "5m", "1 s", "1..2", "٣", "nan", "0.0000000001",
        "18446744074", "99999999999999999999", "2026-01-02", "2026-01-02T03:04", "12:00",
        "2026-01-02T03:04:05.Z", "2026-13-02T03:04:05Z", "2026-02-30T00:00:00Z",
        "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00.5Z",
        "2026-01-00T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-32T00:00:00Z",
        "2026-01-02T24:00:01Z", "2026-01-02T23:60:00Z", "2026-01-02T23:59:61Z",
        "9999-01-02T03:04:05Z",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(TraceTime(text) == nil)
        #expect(TraceTime("1") == .sinceStart(1_000_000_000))
    }
}
