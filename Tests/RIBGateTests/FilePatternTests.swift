// SPDX-License-Identifier: Apache-2.0

import RIBGate
import Testing

@testable import RIBAnalysis

@Suite struct FilePatternTests {
    @Test(arguments: [
        ("Sources/Legacy/**", "Sources/Legacy/A.swift"),
        ("Sources/Legacy/**", "Sources/Legacy/Deep/er/A.swift"),
        ("Sources/Legacy", "Sources/Legacy/A.swift"),
        ("Sources/Legacy/", "Sources/Legacy/A.swift"),
        ("**/*.generated.swift", "A.generated.swift"),
        ("**/*.generated.swift", "Sources/App/A.generated.swift"),
        ("Sources/*/A.swift", "Sources/App/A.swift"),
        ("Sources/Old*/**", "Sources/OldMap/A.swift"), ("**", "A.swift"),
        ("/tmp/**", "/tmp/A.swift"), ("**/Mocks/**", "Tests/Mocks/A.swift"),
    ])
    func itCovers(pattern: String, path: String) throws {
        #expect(try FilePattern(pattern).matches(path))
    }

    @Test(arguments: [
        ("Sources/Legacy/**", "Sources/LegacyMap/A.swift"), ("Legacy", "Sources/Legacy/A.swift"),
        ("*.swift", "Sources/A.swift"), ("Sources/*/A.swift", "Sources/A.swift"),
        ("tmp/**", "/tmp/A.swift"), ("Sources/A.swift", "Sources/A.swift2"),
        ("**/*.generated.swift", "Sources/generated.swift"),
    ])
    func itLeavesOut(pattern: String, path: String) throws {
        #expect(try !FilePattern(pattern).matches(path))
    }

    @Test(arguments: [
        ("Sources//A.swift", "has an empty component"), ("/", "has an empty component"),
        ("./Sources", "has a . or .., which no path of a report has"),
        ("Sources/../A.swift", "has a . or .., which no path of a report has"),
        (String(repeating: "a/", count: 3000), "is longer than any path"),
    ])
    func malformedOnesAreRefused(pattern: String, reason: String) {
        #expect(throws: MalformedPattern(explanation: reason)) { try FilePattern(pattern) }
    }

    @Test func manyStarsTakeNoTime() throws {
        let pattern = try FilePattern(String(repeating: "**/*a*/", count: 400) + "b")
        #expect(!pattern.matches(String(repeating: "aaaa/", count: 400) + "c"))
    }
}
