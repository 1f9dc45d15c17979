// SPDX-License-Identifier: Apache-2.0

import Testing

/// Checks each test for leaks once it is over; use it as `.detectLeaks`.
public struct LeakDetectionTrait: TestTrait, SuiteTrait, TestScoping {
    /// The test that is being checked. Both a test and its suite may have the trait.
    @TaskLocal private static var checked: Test.ID?

    public var isRecursive: Bool { true }

    /// Runs one test, or one case of a parameterized test, and fails it for leaks. The failure
    /// appears at the report's line, or else at the test's.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard Self.checked != test.id else { return try await function() }
        let (_, verdict) = try await LeakCheck.checkedAwaiting(test.leakCheckName) {
            try await Self.$checked.withValue(test.id) { try await function() }
        }
        guard let message = verdict.message else { return TestFailure.warn(of: verdict) }
        Issue.record("\(message)", sourceLocation: test.location(of: verdict))
        verdict.report.map { LeakAttachments.record($0, of: test) }
    }
}

extension Trait where Self == LeakDetectionTrait {
    /// Fails each test for detached RIBs that are still alive, and for subscriptions that fired
    /// while their interactors were inactive.
    ///
    /// Add this trait to a test, or to a suite for all tests in it and in its suites. Each case of
    /// a parameterized test is checked on its own. The failure names the test. It appears at the
    /// line to look at first, as in the report. If no line of the project is known, it appears at
    /// the test. The whole report is attached as `leaks.txt` and `leaks.json`, which `swift test`
    /// writes below its `--attachments-path`.
    public static var detectLeaks: Self { Self() }
}

extension Test {
    /// The source location for a failure of this test because of leaks.
    fileprivate func location(of verdict: LeakVerdict) -> SourceLocation {
        verdict.findings.first?.place
            .map { SourceLocation($0, module: sourceLocation.moduleName) } ?? sourceLocation
    }

    /// The test's name with those of its suites, such as `LoggedInTests/logsOut()`.
    fileprivate var leakCheckName: String {
        // The id has the form `Module.Suite/function()/File.swift:1:2`.
        let parts = "\(id)".split(separator: "/").dropLast()
        guard let first = parts.first, let dot = first.firstIndex(of: ".") else { return name }
        return ([first[first.index(after: dot)...]] + parts.dropFirst()).joined(separator: "/")
    }
}
