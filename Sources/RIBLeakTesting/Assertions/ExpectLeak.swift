// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// Runs `body`, which is known to leak, and fails the test if it no longer does.
///
/// So a known leak does not hide others, and a fixed one does not stay excused. Any other leak in
/// `body` fails the test, as with `assertNoLeaks`. A check around it, such as that of a
/// `LeakCheckedTestCase`, does not see the expected leak. The trace does: the report names it, and
/// a gate counts it.
///
/// - Parameters:
///   - kind: The kind of finding, such as `.leakedRouter` or `.firedWhileInactive`, but not a
///     warning.
///   - ribPath: The place, such as `Root/LoggedIn`; nil for anywhere.
///   - count: The exact number of objects or subscriptions that show it.
///   - body: Builds, attaches and detaches RIBs; the others are as in `assertNoLeaks`.
@_disfavoredOverload
@discardableResult
public func expectLeak<Result>(
    kind: FindingKind, at ribPath: String? = nil, count: Int = 1, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () throws -> Result
) rethrows -> Result {
    let (result, verdict) = try LeakCheck.checked(
        "\(function)", baseline: BaselineSource(of: file), body)
    TestFailure.record(verdict.expecting(count, of: kind, at: ribPath), file: file, line: line)
    return result
}

/// Like the synchronous `expectLeak`, for tests that await.
@discardableResult
public func expectLeak<Result>(
    kind: FindingKind, at ribPath: String? = nil, count: Int = 1,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ body: () async throws -> Result
) async rethrows -> Result {
    let (result, verdict) = try await LeakCheck.checkedAwaiting(
        "\(function)", baseline: BaselineSource(of: file), body)
    TestFailure.record(verdict.expecting(count, of: kind, at: ribPath), file: file, line: line)
    return result
}

extension LeakVerdict {
    /// The verdict without the findings that a test expects, and with a failure if there are fewer
    /// or more of them.
    func expecting(_ count: Int, of kind: FindingKind, at ribPath: String? = nil) -> LeakVerdict {
        guard isJudged else { return self }
        func isExpected(_ finding: Finding) -> Bool {
            finding.kind == kind && (ribPath == nil || finding.ribPath == ribPath)
        }
        // A leak that a newer ribleak knows as a library's, or the project in its baseline, is
        // still there.
        let expected = (findings + known + libraryLeaks).filter(isExpected)
        let found = expected.reduce(0) { $0 + $1.count }
        var verdict = self
        // If there are too many, nobody can tell which of them are the known ones.
        if found <= count {
            verdict.findings.removeAll(where: isExpected)
            verdict.known.removeAll(where: isExpected)
        }
        // Whether what was not judged leaks, nobody knows. The recorder has said so.
        if found > count || found < count && unjudged == 0 {
            let place = ribPath.map { " at \($0)" } ?? ""
            let advice = found < count ? ": if it is fixed, remove expectLeak." : "."
            verdict.failures.append(
                "Expected \(count) × \(kind.rawValue)\(place), found \(found)\(advice)")
        }
        return verdict
    }
}
