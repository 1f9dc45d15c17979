// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRecorder

/// Runs `body` and keeps all checks from judging what it makes, for test helpers with their own
/// lifetime.
///
/// Everything that `body` and the tasks it starts make, or first show to the recorder, is ignored
/// for as long as it lives. Objects made elsewhere meanwhile are not ignored. The trace does not
/// change: the report names what leaks, and a gate counts it.
@_disfavoredOverload
public func ignoringLeaks<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Recorder.shared.ignoring(body)
}

/// Like the synchronous `ignoringLeaks`, for tests that await.
public func ignoringLeaks<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
    try await Recorder.shared.ignoring(body)
}

/// Keeps the running test from being judged for leaks.
///
/// Call it at any time during the test. It applies to the check around the call and to each check
/// around that, for their whole duration. The reason appears as a line in XCTest's output, or as a
/// warning of Swift Testing. The trace does not change: the report names what leaks, and a gate
/// counts it. Without a reason, the test fails.
public func skipLeakDetection(
    _ reason: String, file: StaticString = #filePath, line: UInt = #line,
    function: StaticString = #function
) {
    guard reason.contains(where: { !$0.isWhitespace }) else {
        return TestFailure.record(
            "skipLeakDetection needs a reason; leak detection stays on.", file: file, line: line)
    }
    let name = LeakCheck.skip(Recorder.shared.currentScope) ?? "\(function)"
    TestFailure.warn(
        "leak detection skipped in \(name): \(reason)",
        at: SourcePlace("\(file)", Int(line)), as: "note")
}
