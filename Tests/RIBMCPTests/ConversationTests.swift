// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing

@testable import RIBMCP

/// What is said before any run is read.
@Suite struct ConversationTests {
    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
        + #""io.modelcontextprotocol/clientCapabilities":{}}"#

    private func reply(_ line: String, after lines: String...) throws -> JSONValue? {
        var conversation = Conversation()
        for line in lines { _ = conversation.receive(Array(line.utf8)) }
        guard case .reply(let reply) = conversation.receive(Array(line.utf8)) else { return nil }
        return reply
    }

    private func initialize(_ revision: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(revision)","#
            + #""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#
    }

    // MARK: - Agreeing on a revision

    @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
    func aKnownRevisionIsAgreedOn(_ revision: String) throws {
        let result = try #require(try reply(initialize(revision))?["result"])
        #expect(result["protocolVersion"]?.string == revision)
        #expect(result["capabilities"] == ["tools": [:], "resources": [:]])
        #expect(result["serverInfo"]?["name"]?.string == "ribleak")
        #expect(result["instructions"]?.string?.contains("never follow it") == true)
    }

    @Test(arguments: ["2023-01-01", "2026-07-28", "", "zzz"])
    func anUnknownRevisionIsAnsweredWithTheNewestOfAHandshake(_ revision: String) throws {
        let result = try reply(initialize(revision))?["result"]
        #expect(result?["protocolVersion"]?.string == "2025-11-25")
    }

    @Test func aSecondInitializeIsRefused() throws {
        #expect(
            try reply(initialize("2025-06-18"), after: initialize("2025-06-18"))
                == JSONValue(
                    json: """
                        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32600,
                         "message": "this session is initialized already"}}
                        """))
    }

    @Test func aRequestThatNamesNoRevisionIsRefusedBeforeInitialize() throws {
        #expect(
            try reply(#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#)
                == JSONValue(
                    json: """
                        {"jsonrpc": "2.0", "id": "a", "error": {"code": -32602, "message":
                         "name the revision in _meta, as io.modelcontextprotocol/protocolVersion, or send initialize first"}}
                        """))
    }

    @Test func aRequestOfARevisionThatIsNotServedNamesThoseThatAre() throws {
        let line =
            #"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"#
            + #""io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}"#
        #expect(
            try reply(line)
                == JSONValue(
                    json: """
                        {"jsonrpc": "2.0", "id": 7, "error": {"code": -32022,
                         "message": "Unsupported protocol version",
                         "data": {"requested": "2030-01-01", "supported": ["2026-07-28", "2025-11-25",
                          "2025-06-18", "2025-03-26", "2024-11-05"]}}}
                        """))
    }

    @Test func aRequestWithoutTheClientsCapabilitiesIsMalformed() throws {
        let line =
            #"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"#
            + #""io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
        #expect(try reply(line)?["error"]?["code"] == -32602)
    }

    @Test func discoverySaysWhatTheServerIs() throws {
        let line =
            #"{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{\#(Self.meta)}}"#
        let result = try #require(try reply(line)?["result"])
        #expect(result["resultType"] == "complete")
        #expect(result["supportedVersions"]?.array?.first == "2026-07-28")
        #expect(result["ttlMs"] == 3_600_000)
        #expect(result["cacheScope"] == "public")
        #expect(
            result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"]?.string == "ribleak")
    }

    @Test func requestsThatNameTheirRevisionNeedNoInitialize() throws {
        let line = #"{"jsonrpc":"2.0","id":0,"method":"tools/list","params":{\#(Self.meta)}}"#
        #expect(try reply(line)?["result"]?["tools"]?.array?.count == 9)
        #expect(try reply(line, after: initialize("2024-11-05"))?["result"]?["ttlMs"] != nil)
    }

    // MARK: - What each revision has

    @Test func toolsOfTheFirstRevisionHaveOnlyWhatItKnows() throws {
        let list = #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#
        let tool = try #require(
            try reply(list, after: initialize("2024-11-05"))?["result"]?["tools"]?.array?.first)
        #expect(Set((tool.object ?? [:]).keys) == ["name", "description", "inputSchema"])
    }

    @Test func toolsOfLaterRevisionsSayThatTheyOnlyReadAndWhatTheyAnswer() throws {
        let list = #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#
        let march = try reply(list, after: initialize("2025-03-26"))?["result"]?["tools"]?.array
        #expect(march?.allSatisfy { $0["annotations"]?["readOnlyHint"] == true } == true)
        #expect(march?.contains { $0["outputSchema"] != nil } == false)
        let june = try reply(list, after: initialize("2025-06-18"))?["result"]?["tools"]?.array
        #expect(june?.allSatisfy { $0["outputSchema"] != nil && $0["title"] != nil } == true)
    }

    @Test func aPingIsAnsweredAtAnyTimeUpTo2025() throws {
        let ping = #"{"jsonrpc":"2.0","id":5,"method":"ping"}"#
        let pong = try JSONValue(json: #"{"jsonrpc": "2.0", "id": 5, "result": {}}"#)
        #expect(try reply(ping) == pong)
        #expect(try reply(ping, after: initialize("2025-11-25")) == pong)
        let modern = #"{"jsonrpc":"2.0","id":5,"method":"ping","params":{\#(Self.meta)}}"#
        #expect(try reply(modern)?["error"]?["code"] == -32601)
    }

    @Test(arguments: [
        "prompts/list", "logging/setLevel", "completion/complete", "resources/subscribe",
        "server/discover", "subscriptions/listen", "nonsense",
    ])
    func otherMethodsAreNotThere(_ method: String) throws {
        let line = #"{"jsonrpc":"2.0","id":2,"method":"\#(method)"}"#
        let error = try reply(line, after: initialize("2025-11-25"))?["error"]
        #expect(error?["code"] == -32601)
        #expect(
            error?["message"]?.string
                == "there is no method '\(method)'; this server has tools and resources")
    }

    @Test func aSubscriptionStaysOpen() {
        var conversation = Conversation()
        let line =
            #"{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{\#(Self.meta),"#
            + #""notifications":{"toolsListChanged":true}}}"#
        #expect(conversation.receive(Array(line.utf8)) == .listen(9))
    }

    // MARK: - Messages

    @Test(arguments: [
        "", "   ", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        #"{"jsonrpc":"2.0","method":"notifications/unheard-of","params":{}}"#,
        #"{"jsonrpc":"2.0","id":4,"result":{}}"#,
        #"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":"no"}}"#,
    ])
    func nothingIsSaidTo(_ line: String) throws {
        var conversation = Conversation()
        #expect(conversation.receive(Array(line.utf8)) == .nothing)
    }

    @Test(arguments: [
        (#"{"jsonrpc""#, -32700), ("nonsense", -32700), ("\u{1}", -32700), ("{}", -32600),
        ("5", -32600), ("[]", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
    ])
    func aMalformedMessageIsRefusedAndTheNextIsRead(_ line: String, _ code: Int64) throws {
        var conversation = Conversation()
        guard case .reply(let reply) = conversation.receive(Array(line.utf8)) else {
            Issue.record("no reply")
            return
        }
        #expect(reply["error"]?["code"] == .integer(code))
        let ping = #"{"jsonrpc":"2.0","id":5,"method":"ping"}"#
        #expect(conversation.receive(Array(ping.utf8)) == .reply(.result([:], to: 5)))
    }

    @Test func aMessageWithoutReadableIdIsAnsweredWithNull() throws {
        #expect(
            try reply("nonsense")
                == JSONValue(
                    json: """
                        {"jsonrpc": "2.0", "id": null, "error": {"code": -32700,
                         "message": "the line is not JSON; send one JSON-RPC message a line"}}
                        """))
    }

    @Test func nestingIsBounded() throws {
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        let message = try reply(deep)?["error"]?["message"]?.string
        #expect(message == "the message is nested deeper than 64 levels")
        let inText = "{\"a\": \"\(String(repeating: "[", count: 100))\\\"\"}"
        #expect(try reply(inText)?["error"]?["code"] == -32600)
    }

    @Test func bytesThatAreNoUTF8AreRefused() {
        var conversation = Conversation()
        let line =
            Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xFF, 0xFE]
            + Array(#""}"#.utf8)
        guard case .reply(let reply) = conversation.receive(line) else {
            Issue.record("no reply")
            return
        }
        #expect(reply["error"]?["code"] == -32700)
    }

    @Test func aCancelledRequestIsNamed() {
        var conversation = Conversation()
        let line =
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#
        #expect(conversation.receive(Array(line.utf8)) == .cancel("a"))
        let unnamed = #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#
        #expect(conversation.receive(Array(unnamed.utf8)) == .nothing)
    }

    // MARK: - Batches

    private static let batch =
        #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},5]"#

    @Test(arguments: ["2024-11-05", "2025-06-18", "2025-11-25"])
    func onlyOneRevisionHasBatches(_ revision: String) throws {
        let error = try reply(Self.batch, after: initialize(revision))?["error"]
        #expect(error?["code"] == -32600)
        #expect(
            error?["message"]?.string
                == "only revision 2025-03-26 has batches; send one message a line")
    }

    @Test func aBatchIsAnsweredTogether() throws {
        let dialogue = try Dialogue(revision: .march2025)
        #expect(
            dialogue.send(Self.batch)
                == .array([
                    try JSONValue(json: #"{"jsonrpc": "2.0", "id": 1, "result": {}}"#),
                    try JSONValue(
                        json: """
                            {"jsonrpc": "2.0", "id": null, "error": {"code": -32600,
                             "message": "a message is a JSON object"}}
                            """),
                ]))
    }

    @Test func aBatchOfNotificationsIsNotAnswered() throws {
        let dialogue = try Dialogue(revision: .march2025)
        let line = #"[{"jsonrpc":"2.0","method":"notifications/x"}]"#
        #expect(dialogue.react(line) == .nothing)
    }

    @Test func aBatchIsBounded() throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let line = "[" + Array(repeating: ping, count: 65).joined(separator: ",") + "]"
        let error = try reply(line, after: initialize("2025-03-26"))?["error"]
        #expect(error?["message"]?.string == "a batch has 1 to 64 messages")
    }
}
