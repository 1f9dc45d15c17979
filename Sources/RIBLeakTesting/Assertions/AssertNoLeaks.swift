// SPDX-License-Identifier: Apache-2.0

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
