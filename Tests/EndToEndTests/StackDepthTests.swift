// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// How a report marks stacks that the recorder cut at `RIBLEAK_STACK_DEPTH`.
@Suite struct StackDepthTests {
    private static let line = "│    … cut off at 4 frames; RIBLEAK_STACK_DEPTH sets the limit"

    private func session(depth: Int) throws -> DemoSession {
        try SharedSessions.session(
            leaks: ["parent-keeps-child"], environment: ["RIBLEAK_STACK_DEPTH": "\(depth)"])
    }

    @Test func theTextEndsEachStackThatWasCutWithALineThatSaysSo() throws {
        let lines = try session(depth: 4).report().output.split(separator: "\n")
        let ends = lines.indices.filter { lines[$0] == Self.line }
        #expect(ends.map { lines[$0 + 1] } == ["│", "│"])
        let titles = lines.filter { $0 == "├─ detached by" || $0 == "├─ made by" }
        #expect(titles.count == 2)
    }

    @Test func theJSONListsTheStacksThatWereCut() throws {
        let json = try session(depth: 4).report("--format", "json").output
        #expect(
            json.contains(
                """
                      "truncatedStacks" : [
                        "allocation",
                        "detach"
                      ],

                """))
    }

    @Test func neitherSaysSoOfAWholeStack() throws {
        let session = try session(depth: 256)
        #expect(try !session.report().output.contains("cut off"))
        #expect(try session.report("--format", "json").output.contains("\"truncatedStacks\" : []"))
    }
}
