// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import Testing

@testable import RIBReport

/// Where a comment's lines of code can be read.
@Suite struct CodeHostTests {
    private static let commit = String(repeating: "ab12", count: 10)
    private static let github = [
        "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "acme/shop",
        "GITHUB_SHA": commit,
    ]

    private func link(_ host: CodeHost?, to file: String = "Sources/Home.swift") -> String? {
        SourcePlace(file, 12).flatMap { host?.link(to: $0) }
    }

    @Test func gitHubShowsALineOfACommit() {
        #expect(
            link(CodeHost(Self.github))
                == "https://github.com/acme/shop/blob/\(Self.commit)/Sources/Home.swift#L12")
    }

    @Test func aPullRequestIsReadAtItsHead() {
        let head = String(repeating: "cd34", count: 10)
        let event = Data(#"{"pull_request": {"number": 7, "head": {"sha": "\#(head)"}}}"#.utf8)
        #expect(CodeHost(Self.github, event: event)?.commit == head)
        #expect(CodeHost(Self.github, event: Data("{}".utf8))?.commit == Self.commit)
    }

    @Test func gitLabShowsALineOfACommit() {
        let host = CodeHost([
            "CI_PROJECT_URL": "https://gitlab.acme.org/apps/shop", "CI_COMMIT_SHA": Self.commit,
        ])
        #expect(
            link(host)
                == "https://gitlab.acme.org/apps/shop/-/blob/\(Self.commit)/Sources/Home.swift#L12")
    }

    @Test func elsewhereThereIsNone() {
        #expect(CodeHost([:]) == nil)
        #expect(CodeHost(["GITHUB_SHA": Self.commit]) == nil)
    }

    @Test(arguments: [
        ["GITHUB_SERVER_URL": "javascript:alert(1)//"], ["GITHUB_REPOSITORY": "a/b) [x](http://c"],
        ["GITHUB_SHA": "main"], ["GITHUB_SHA": "../../../../../../../../../../../../../evil/repo"],
    ])
    func whatNoServerWritesIsNoHost(_ change: [String: String]) {
        #expect(CodeHost(Self.github.merging(change) { $1 }) == nil)
    }

    @Test func aPathWithMarkupIsEscaped() {
        #expect(
            link(CodeHost(Self.github), to: "Sources/My App/A(b)[c].swift")?
                .hasSuffix("/Sources/My%20App/A%28b%29%5Bc%5D.swift#L12") == true)
    }

    @Test(arguments: ["/usr/lib/swift/Home.swift", "…/Home.swift"])
    func aFileOutsideOfTheRepositoryHasNoAddress(_ file: String) {
        #expect(link(CodeHost(Self.github), to: file) == nil)
    }
}
