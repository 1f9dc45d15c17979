// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBCommand

/// Patches that git made, of random sources.
@Suite struct SourcePatchTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
    }

    /// What git says that changes between two texts.
    private func diff(_ old: String, _ new: String) throws -> String {
        for (name, text) in [("a", old), ("b", new)] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("\(name)/x")))
        }
        return try FinishedProcess(
            path: "/usr/bin/env", ["git", "diff", "--no-index", "--no-prefix", "a/x", "b/x"],
            in: folder.path
        ).output
    }

    private func text(_ lines: [String], endsLast: Bool) -> String {
        let text = lines.joined()
        return endsLast || !text.hasSuffix("\n") ? text : String(text.dropLast())
    }

    @Test func theyGiveWhatGitMeantAndAreTheSameText() throws {
        var generator = SeededGenerator(seed: 46)
        for _ in 0..<200 {
            let count = Int.random(in: 1...30, using: &generator)
            let old = (0..<count).map { _ in "\(Int.random(in: 0...5, using: &generator))\n" }
            var new = old
            for _ in 0...Int.random(in: 0...4, using: &generator) {
                let index = Int.random(in: 0...new.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: new.insert("new\r\n", at: index)
                case 1: if index < new.count { new.remove(at: index) }
                default: if index < new.count { new[index] = "é other\n" }
                }
            }
            let before = text(old, endsLast: .random(using: &generator))
            let after = text(new, endsLast: .random(using: &generator))
            guard Array(before.utf8) != Array(after.utf8), !after.isEmpty else { continue }
            let diff = try diff(before, after)
            let patch = try SourcePatch(parsing: diff)
            #expect(try patch.changed("x", Array(before.utf8)) == Array(after.utf8))
            try Data(before.utf8).write(to: URL(fileURLWithPath: folder.file("x")))
            let own = try patch.diff(below: folder.path)
            // git adds the name of a function, which these do not have, and lines above for people.
            let hunks = try #require(diff.range(of: "--- a/x\n"))
            #expect(own == diff[hunks.lowerBound...])
            try patch.write(below: folder.path)
            let written = try Data(contentsOf: URL(fileURLWithPath: folder.file("x")))
            #expect(Array(written) == Array(after.utf8))
        }
    }
}
