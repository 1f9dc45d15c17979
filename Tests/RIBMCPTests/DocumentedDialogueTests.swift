// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBMCP

/// The page for users shows what the server really says.
@Suite struct DocumentedDialogueTests {
    private static func page(_ name: String) throws -> String {
        try String(
            contentsOfFile: "\(BuiltProducts.packageRoot)/Sources/RIBMCP/RIBMCP.docc/\(name).md",
            encoding: .utf8)
    }

    /// The blocks of JSON, in their order.
    private static func blocks() throws -> [String] {
        try page("Assistants").components(separatedBy: "```json\n").dropFirst().map { part in
            part.components(separatedBy: "\n```\n")[0]
        }
    }

    @Test func theDialogueIsReal() throws {
        let blocks = try Self.blocks()
        try #require(blocks.count == 4)
        #expect(try JSONValue(json: blocks[0])["mcpServers"]?["ribleak"] != nil)
        let trace = try TraceBuilder.leaking(["Game"])
        let dialogue = try Dialogue([trace.runsFolder])
        let request = blocks[1].replacingOccurrences(of: "\n", with: " ")
        let reply = dialogue.send(request) ?? .null
        #expect(reply == (try JSONValue(json: blocks[2])), "\(JSONText.line(reply))")
        let wrong = request.replacingOccurrences(of: "\"id\": 7", with: "\"id\": 8")
            .replacingOccurrences(of: "gate", with: "findings")
            .replacingOccurrences(of: "\"arguments\": {}", with: "\"arguments\": {\"rn\": 1}")
        #expect(dialogue.send(wrong) == (try JSONValue(json: blocks[3])))
    }

    @Test func thePagesNameEachToolAndEachRevision() throws {
        let (users, design) = (try Self.page("Assistants"), try Self.page("RIBMCP"))
        for tool in Tool.allCases { #expect(users.contains("| `\(tool.rawValue)` |")) }
        for revision in Revision.allCases { #expect(design.contains("| \(revision.rawValue) |")) }
    }

    /// The bounds in the pages are those of the code.
    @Test func theBoundsAreReal() throws {
        let (users, design) = (try Self.page("Assistants"), try Self.page("RIBMCP"))
        let (text, json) = (AnswerLimits.textBytes >> 10, AnswerLimits.structureBytes >> 10)
        #expect(users.contains("at most \(text) KiB of text and \(json) KiB of JSON"))
        for row in [
            "| \(LineReader.longest >> 10) KiB, \(Conversation.deepest) levels of nesting",
            "| unanswered requests | \(WorkQueue.most) |",
            "| messages in a batch | \(Conversation.largestBatch) |",
            "| text and JSON of an answer | \(text) KiB and \(json) KiB |",
            "| a resource | \(AnswerLimits.resourceBytes >> 10) KiB |",
        ] {
            #expect(design.contains(row), "\(row)")
        }
    }
}
