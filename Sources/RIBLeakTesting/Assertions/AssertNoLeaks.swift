// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// Runs `body` and fails the test if a RIB that it detached is still alive, or a subscription fired
/// while its interactor was inactive.
///
/// Before it judges, it runs the work that is already queued on the main and the global queues.
/// While something survives, and running or due work may still release it, it serves the main queue
/// for up to a second. So a task that is about to end is not blamed. Objects that the test itself
/// still holds count as leaked. It works in XCTest and in Swift Testing. Violations of the
/// lifecycle in `body`, such as attaching a router twice, become warnings.
///
/// - Parameters:
///   - file: Where the failure appears: the caller.
///   - line: See `file`.
///   - function: Names the check in the report: the caller.
///   - body: Builds, attaches and detaches RIBs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws. Nothing is judged then.
@_disfavoredOverload
@discardableResult
public func assertNoLeaks<Result>(
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ body: () throws -> Result
) rethrows -> Result {
    let (result, verdict) = try LeakCheck.checked(
        "\(function)", baseline: BaselineSource(of: file), body)
    TestFailure.record(verdict, file: file, line: line)
    return result
}

/// Runs `body` and returns what `assertNoLeaks` would report, for tests of tests.
///
/// The findings that would fail a test come first. Those that the project lets pass follow, with
/// their `acceptance`, then warnings, of kind `lifecycleViolation`, and known library leaks.
public func findLeaks(
    file: StaticString = #filePath, function: StaticString = #function, _ body: () throws -> Void
) rethrows -> [Finding] {
    let verdict = try LeakCheck.checked(
        "\(function)", baseline: BaselineSource(of: file), body
    ).verdict
    return verdict.findings + verdict.known + verdict.warnings + verdict.libraryLeaks
}

extension Finding {
    /// Why the project lets this finding pass, such as `suppressed until 2026-06-30: cached by
    /// design`; nil for what fails a test.
    public var acceptance: String? { status.acceptance }
}

/// Like the synchronous `assertNoLeaks`, for tests that await. `body` runs on the caller's actor.
/// It suspends while it waits, so that work on the main queue can run.
@discardableResult
public func assertNoLeaks<Result>(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () async throws -> Result
) async rethrows -> Result {
    let (result, verdict) = try await LeakCheck.checkedAwaiting(
        "\(function)", baseline: BaselineSource(of: file), body)
    TestFailure.record(verdict, file: file, line: line)
    return result
}

/// Runs `body` and fails the test if a subscription fired while its interactor was inactive.
///
/// It ignores leaks in `body`, and a check around it does not see them either. Everything else
/// works as in `assertNoLeaks`.
@_disfavoredOverload
@discardableResult
public func assertNoInactiveFires<Result>(
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ body: () throws -> Result
) rethrows -> Result {
    let (result, verdict) = try LeakCheck.checked(
        "\(function)", baseline: BaselineSource(of: file), body)
    TestFailure.record(verdict.ofInactiveFires, file: file, line: line)
    return result
}

/// Like the synchronous `assertNoInactiveFires`, for tests that await.
@discardableResult
public func assertNoInactiveFires<Result>(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () async throws -> Result
) async rethrows -> Result {
    let (result, verdict) = try await LeakCheck.checkedAwaiting(
        "\(function)", baseline: BaselineSource(of: file), body)
    TestFailure.record(verdict.ofInactiveFires, file: file, line: line)
    return result
}

extension LeakVerdict {
    /// This verdict without leaks.
    fileprivate var ofInactiveFires: LeakVerdict {
        var verdict = self
        verdict.findings = findings.filter { $0.kind == .firedWhileInactive }
        verdict.known = known.filter { $0.kind == .firedWhileInactive }
        return verdict
    }
}
