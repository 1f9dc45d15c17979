// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// What `swift test` said of the sample package, in both frameworks.
struct SampleTestRun {
    let code: Int32
    /// All that was printed.
    let output: String

    init(_ process: FinishedProcess) {
        code = process.code
        output = process.output + process.errors
    }

    /// The test of each failure of XCTest, sorted.
    var failuresOfXCTest: [String] {
        found("(?m): error: ([A-Za-z.]+(?: \\(leaks\\))?) : ").sorted()
    }

    /// The test of each issue of Swift Testing, sorted.
    var issuesOfSwiftTesting: [String] {
        found("Test ([A-Za-z]+)\\([^)]*\\) recorded an issue").sorted()
    }

    /// The test of each known issue of Swift Testing, sorted.
    var knownIssuesOfSwiftTesting: [String] {
        found("Test ([A-Za-z]+)\\([^)]*\\) recorded a known issue").sorted()
    }

    /// Each note about a known finding in XCTest, without its place.
    var notesOfXCTest: [String] { found("(?m)^/.*:[0-9]+: note: (ribleak: .*)$") }

    /// The fingerprint of each finding that failed a test, in either framework.
    var fingerprints: Set<String> { Set(found("fingerprint ([0-9a-f]{16})")) }

    /// The file and line of each failure of XCTest.
    var placesOfXCTest: [String] { found("(?m)^(/.*:[0-9]+): error: ") }

    /// The file, line and column of each issue of Swift Testing.
    var placesOfSwiftTesting: [String] { found("recorded an issue.* at ([^ ]+:[0-9]+:[0-9]+):") }

    /// How many tests of XCTest ran, as it says itself.
    var testsOfXCTest: String? { found("Executed ([0-9]+) tests?, with").last }

    /// The texts that the first group of a pattern matches.
    private func found(_ pattern: String) -> [String] {
        let whole = NSRange(output.startIndex..., in: output)
        let matches = try? NSRegularExpression(pattern: pattern).matches(in: output, range: whole)
        return (matches ?? []).compactMap { match in
            Range(match.range(at: 1), in: output).map { String(output[$0]) }
        }
    }
}
