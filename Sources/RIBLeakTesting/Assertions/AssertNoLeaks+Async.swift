/// As the synchronous `assertNoLeaks`, for tests that await, on the main actor or elsewhere.
///
/// It gives the main actor away while it waits, so that main-queue work can run.
///
/// - Parameters:
///   - isolation: The caller's actor, on which `body` runs.
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - body: Builds, attaches and detaches RIBs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; then nothing is judged.
@discardableResult
public func assertNoLeaks<Result>(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () async throws -> Result
) async rethrows -> Result {
    let (result, verdict) = try await LeakCheck.checkedAwaiting("\(function)", body)
    TestFailure.record(verdict, file: file, line: line)
    return result
}
