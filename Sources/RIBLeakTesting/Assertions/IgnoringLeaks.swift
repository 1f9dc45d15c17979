// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBReport

/// Runs `body`, and has no check judge what it makes: for helpers of tests that live as they like.
///
/// What is made, or first shown to the recorder, by `body` and by tasks that it begins is ignored for
/// as long as it lives. What others make meanwhile is not. The trace is as it would be: the
/// report names what leaks, and a gate counts it.
///
/// - Parameter body: Makes the helpers.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@_disfavoredOverload
public func ignoringLeaks<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Recorder.shared.ignoring(body)
}

/// As the synchronous `ignoringLeaks`, for tests that await.
///
/// - Parameters:
///   - isolation: The caller's actor, on which `body` runs.
///   - body: Makes the helpers.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func ignoringLeaks<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
    try await Recorder.shared.ignoring(body)
}

/// Has the running test not be judged for leaks.
///
/// It concerns the check around the call and each around that, from the test's beginning to its end;
/// call it at any time. The reason is shown: by a line of XCTest's output, or a warning of Swift
/// Testing. The trace is as it would be: the report names what leaks, and a gate counts it.
///
/// - Parameters:
///   - reason: Why. Without one the test fails.
///   - file: Where the reason is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
public func skipLeakDetection(
    _ reason: String, file: StaticString = #filePath, line: UInt = #line,
    function: StaticString = #function
) {
    guard reason.contains(where: { !$0.isWhitespace }) else {
        return TestFailure.record(
            "skipLeakDetection needs a reason, so leaks are looked for.", file: file, line: line)
    }
    let name = RunningChecks.skip(Recorder.shared.currentScope) ?? "\(function)"
    TestFailure.warn(
        "leaks are not looked for in \(name): \(reason)",
        at: SourcePlace("\(file)", Int(line)), as: "note")
}
