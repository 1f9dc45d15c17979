// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// Runs `body`, which is known to leak, and fails the test if it does not any more.
///
/// So a known leak does not hide others, and what is mended does not stay excused. Whatever else
/// `body` leaks fails the test, as with `assertNoLeaks`. A check around it, such as that of a
/// `LeakCheckedTestCase`, does not see what is expected. The trace does: the report names it, and a
/// gate counts it.
///
/// - Parameters:
///   - kind: What is wrong, such as `.leakedRouter` or `.firedWhileInactive`; no warning.
///   - ribPath: Where, such as `Root/LoggedIn`; nil for anywhere.
///   - count: How many objects or subscriptions show it, neither fewer nor more.
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - body: Builds, attaches and detaches RIBs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; then nothing is judged.
@_disfavoredOverload
@discardableResult
public func expectLeak<Result>(
    kind: FindingKind, at ribPath: String? = nil, count: Int = 1, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () throws -> Result
) rethrows -> Result {
    let (result, verdict) = try LeakCheck.checked("\(function)", body)
    let expectation = LeakExpectation(kind: kind, ribPath: ribPath, count: count)
    TestFailure.record(expectation.judged(verdict), file: file, line: line)
    return result
}

/// As the synchronous `expectLeak`, for tests that await.
///
/// - Parameters:
///   - kind: What is wrong, such as `.leakedRouter` or `.firedWhileInactive`; no warning.
///   - ribPath: Where, such as `Root/LoggedIn`; nil for anywhere.
///   - count: How many objects or subscriptions show it, neither fewer nor more.
///   - isolation: The caller's actor, on which `body` runs.
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - body: Builds, attaches and detaches RIBs.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; then nothing is judged.
@discardableResult
public func expectLeak<Result>(
    kind: FindingKind, at ribPath: String? = nil, count: Int = 1,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () async throws -> Result
) async rethrows -> Result {
    let (result, verdict) = try await LeakCheck.checkedAwaiting("\(function)", body)
    let expectation = LeakExpectation(kind: kind, ribPath: ribPath, count: count)
    TestFailure.record(expectation.judged(verdict), file: file, line: line)
    return result
}

/// Findings that a test knows of, and that must be there.
struct LeakExpectation {
    let kind: FindingKind
    /// Where; nil for anywhere.
    let ribPath: String?
    let count: Int

    /// A verdict without the findings that are expected; a failure if there are fewer or more.
    func judged(_ verdict: LeakVerdict) -> LeakVerdict {
        guard verdict.isJudged else { return verdict }
        let expected = verdict.findings.filter(isExpected)
        let found = expected.reduce(0) { $0 + $1.count }
        var verdict = verdict
        // Which of too many are the known ones, nobody can say.
        if found <= count { verdict.findings.removeAll(where: isExpected) }
        if found != count { verdict.failures.append(complaint(found)) }
        return verdict
    }

    private func isExpected(_ finding: Finding) -> Bool {
        finding.kind == kind && (ribPath == nil || finding.ribPath == ribPath)
    }

    private func complaint(_ found: Int) -> String {
        let place = ribPath.map { " at \($0)" } ?? ""
        let advice = found < count ? ": is it mended? Then expect it no more." : "."
        return "Expected \(count) × \(kind.rawValue)\(place), found \(found)\(advice)"
    }
}
