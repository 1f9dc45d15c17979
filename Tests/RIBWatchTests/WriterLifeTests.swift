// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBWatch

/// Where no lock tells whether a trace is still written.
@Suite struct WriterLifeTests {
    private func metadata(_ process: Int32, startedAt: UInt64) -> TraceMetadata {
        TraceMetadata(
            processName: "app", processID: Int(process), workingDirectory: "/app", clockOffset: 0,
            startedAt: startedAt, level: .full, capturesStacks: true)
    }

    @Test func aProcessThatRunsIsNotOver() {
        let now = WatchMoment.now.nanoseconds
        #expect(!metadata(getpid(), startedAt: now).isWriterGone)
    }

    @Test func aProcessThatIsGoneIsOver() throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/true")
        try child.run()
        child.waitUntilExit()
        #expect(metadata(child.processIdentifier, startedAt: 1).isWriterGone)
    }

    #if os(Linux)
        @Test func aProcessThatBeganAfterTheRecordingIsAnother() {
            #expect(metadata(getpid(), startedAt: 1).isWriterGone)
        }

        @Test func noSleepMakesAProcessYoungerThanItIs() {
            #expect(TraceMetadata.monotonic(sinceBoot: 5, slept: 3) == 2)
            #expect(TraceMetadata.monotonic(sinceBoot: 5, slept: 9) == 0)
        }
    #endif
}
