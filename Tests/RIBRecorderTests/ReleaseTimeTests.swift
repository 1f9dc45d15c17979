// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBRecorder

/// From when on what was let go counts.
@Suite struct ReleaseTimeTests {
    @Test func anObjectCountsFromTheEventThatLetItGo() throws {
        let runs = try TemporaryFolder()
        let recorder = Recorder(RecorderConfiguration(level: .full, runsFolder: runs.file("runs")))
        #expect(try age(at: 107, ofWhatWasLetGoAt: 7, in: recorder) == 100)
    }

    @Test func onTheClockOfATestItCountsFromNow() throws {
        let recording = try Recording { $0.clock = { 5 } }
        #expect(try age(at: 105, ofWhatWasLetGoAt: 7, in: recording.recorder) == 100)
    }

    @Test func withoutAnEventItCountsFromNow() throws {
        let recording = try Recording { $0.clock = { 5 } }
        #expect(try age(at: 105, ofWhatWasLetGoAt: nil, in: recording.recorder) == 100)
    }

    private func age(
        at now: UInt64, ofWhatWasLetGoAt time: UInt64?, in recorder: Recorder
    ) throws -> UInt64? {
        let session = try #require(recorder.session)
        let kept = Thing()
        let id = recorder.objectCreated(.router, type: Thing.self)
        recorder.expectDeallocation(of: kept, id: id, at: time)
        let survivor = session.expectations.survivors(at: now).first
        recorder.cancelExpectation(for: id)
        withExtendedLifetime(kept) {}
        return survivor?.expectedFor
    }
}
