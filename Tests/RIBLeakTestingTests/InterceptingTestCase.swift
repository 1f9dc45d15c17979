// SPDX-License-Identifier: Apache-2.0

import XCTest

/// A failure that a test expects of the code it runs.
struct InterceptedFailure: Equatable {
    let message: String
    let file: String
    let line: Int

    /// The message as it was given: corelibs XCTest puts a word before it.
    var text: String {
        let prefix = "failed - "
        return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    }
}

/// A test case that can run failing assertions without failing itself.
class InterceptingTestCase: XCTestCase {
    private var isIntercepting = false
    private var failures: [InterceptedFailure] = []

    /// The failures of `body`.
    func intercepted(_ body: () -> Void) -> [InterceptedFailure] {
        isIntercepting = true
        defer {
            isIntercepting = false
            failures = []
        }
        body()
        return failures
    }

    #if canImport(Darwin)
        override func record(_ issue: XCTIssue) {
            let location = issue.sourceCodeContext.location
            guard isIntercepting else { return super.record(issue) }
            failures.append(
                InterceptedFailure(
                    message: issue.compactDescription, file: location?.fileURL.path ?? "",
                    line: location?.lineNumber ?? 0))
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile file: String, atLine line: Int,
            expected: Bool
        ) {
            guard isIntercepting else {
                return super.recordFailure(
                    withDescription: description, inFile: file, atLine: line, expected: expected)
            }
            failures.append(InterceptedFailure(message: description, file: file, line: line))
        }
    #endif
}
