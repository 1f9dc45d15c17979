import RIBRecorder

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
