import RIBAnalysis

/// Runs `body` and fails the test if a RIB that it detached was not let go, or a subscription fired
/// while its interactor was inactive.
///
/// Before it judges, it lets work run that is already queued on the main and the global queues.
/// While something still survives, and anything is at work or due that may let go of it, it serves
/// the main queue for up to a second, so that a task that is about to end is not accused. Objects
/// that the test itself still holds count as leaked.
/// Works in XCTest and in Swift Testing. What `body` does against the lifecycle, such as attaching a
/// router twice, is said as a warning.
///
/// - Parameters:
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - body: Builds, attaches and detaches RIBs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; then nothing is judged.
@_disfavoredOverload
@discardableResult
public func assertNoLeaks<Result>(
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ body: () throws -> Result
) rethrows -> Result {
    let (result, verdict) = try LeakCheck.checked("\(function)", body)
    TestFailure.record(verdict, file: file, line: line)
    return result
}

/// Runs `body` and returns what `assertNoLeaks` would say: for tests of tests.
///
/// First what it would fail for; then, of kind `lifecycleViolation`, what it would only warn of.
///
/// - Parameters:
///   - function: Names the check in the report: the caller.
///   - body: Builds, attaches and detaches RIBs.
/// - Throws: What `body` throws.
public func findLeaks(
    function: StaticString = #function, _ body: () throws -> Void
) rethrows -> [Finding] {
    let verdict = try LeakCheck.checked("\(function)", body).verdict
    return verdict.findings + verdict.warnings
}
