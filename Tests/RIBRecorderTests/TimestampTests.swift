// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBRecorder

/// Which clock a timestamp is of, and when that is looked at.
@Suite struct TimestampTests {
    @Test func theMomentOfAnEventIsTheTimeOfThatEvent() throws {
        let runs = try TemporaryFolder()
        let recorder = Recorder(RecorderConfiguration(level: .full, runsFolder: runs.file("runs")))
        var timestamp = Timestamp(of: 7)
        #expect(timestamp.timeOfEvent == 7)
        #expect(timestamp.time(in: try #require(recorder.session)) == 7)
    }

    @Test func aMomentThatIsWaitedFromIsOfTheClockOfATest() throws {
        let recording = try Recording { $0.clock = { 5 } }
        var timestamp = Timestamp(of: 7)
        #expect(timestamp.time(in: try #require(recording.recorder.session)) == 5)
    }

    @Test func aClockIsAskedOnceForAMoment() throws {
        let readings = AtomicCounter()
        let recording = try Recording {
            $0.ticks = false
            $0.clock = { readings.increment() }
        }
        let session = try #require(recording.recorder.session)
        let before = readings.value
        var timestamp = Timestamp()
        let times = [timestamp.time(in: session), timestamp.time(in: session)]
        #expect(times == [before + 1, before + 1])
    }

    @Test func aMomentWithoutAnEventIsNow() {
        let before = Recorder.now
        #expect(Timestamp(of: nil).timeOfEvent >= before)
    }
}
