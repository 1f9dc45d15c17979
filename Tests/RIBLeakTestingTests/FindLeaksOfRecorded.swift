// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBRecorder
import XCTest

/// Finds the leaks of a body, and expects that the recorder noted what that does: where nothing is found, it was not for
/// want of a recording.
func findLeaksOfRecorded(
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ body: () -> Void
) -> [Finding] {
    var recorded: UInt64 = 0
    let findings = findLeaks(function: function) {
        let before = Recorder.shared.eventCount
        body()
        recorded = Recorder.shared.eventCount - before
    }
    XCTAssertGreaterThan(recorded, 0, "nothing was recorded", file: file, line: line)
    return findings
}
