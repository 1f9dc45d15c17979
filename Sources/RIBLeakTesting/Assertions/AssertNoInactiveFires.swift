/// Runs `body` and fails the test if a subscription fired while its interactor was inactive.
///
/// What leaks in `body` does not matter to it, and is not found by a check around it either.
/// Everything else is as with `assertNoLeaks`.
///
/// - Parameters:
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - body: Activates and deactivates RIBs, and sends values.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; then nothing is judged.
@_disfavoredOverload
@discardableResult
public func assertNoInactiveFires<Result>(
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ body: () throws -> Result
) rethrows -> Result {
    let (result, verdict) = try LeakCheck.checked("\(function)", body)
    TestFailure.record(verdict.ofInactiveFires, file: file, line: line)
    return result
}

/// As the synchronous `assertNoInactiveFires`, for tests that await.
///
/// - Parameters:
///   - isolation: The caller's actor, on which `body` runs.
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - body: Activates and deactivates RIBs, and sends values.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; then nothing is judged.
@discardableResult
public func assertNoInactiveFires<Result>(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () async throws -> Result
) async rethrows -> Result {
    let (result, verdict) = try await LeakCheck.checkedAwaiting("\(function)", body)
    TestFailure.record(verdict.ofInactiveFires, file: file, line: line)
    return result
}

extension LeakVerdict {
    /// The same without leaks.
    fileprivate var ofInactiveFires: LeakVerdict {
        var verdict = self
        verdict.findings = findings.filter { $0.kind == .firedWhileInactive }
        return verdict
    }
}
