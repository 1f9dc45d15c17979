// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBText
import TraceFixtures

@testable import RIBMCP

/// Speaks with a server as a client does, without threads: each line is answered before the next.
final class Dialogue {
    private var conversation = Conversation()
    private let library: RunLibrary
    private let revision: Revision
    private let settings: TemporaryFolder
    private var lastID: Int64 = 0

    /// - Parameters:
    ///   - folders: The served folders.
    ///   - revision: What is agreed on before anything else.
    ///   - text: The text of the project's settings.
    ///   - propose: What stands for the analyser.
    init(
        _ folders: [String] = ["/nowhere"], revision: Revision = .july2026,
        settings text: String = "version: 1\n", symbolizer: any Symbolizing = NoSymbols(),
        propose: @escaping (String, String) throws -> (title: String, patch: String) = { _, name in
            throw UserError(.request, name, "has no certain fix. Nothing tells what to change.")
        }
    ) throws {
        settings = try TemporaryFolder()
        try text.write(
            toFile: settings.file("ribleak.yml"), atomically: false, encoding: .utf8)
        library = RunLibrary(
            folders: folders, settingsFile: settings.file("ribleak.yml"), environment: [:],
            symbolizer: symbolizer, propose: propose)
        self.revision = revision
        if revision.hasHandshake {
            _ = send(
                #"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":""#
                    + revision.rawValue + #"","capabilities":{}}}"#)
        }
    }

    /// What the server does about a line.
    func react(_ line: String) -> Conversation.Reaction { conversation.receive(Array(line.utf8)) }

    /// The answer to a line; nil for none.
    func send(_ line: String) -> JSONValue? {
        switch react(line) {
        case .reply(let reply): return reply
        case .work(let job):
            let replies = job.parts.map { part in
                switch part {
                case .answered(let reply): reply
                case .asked(let request, let revision): library.reply(to: request, revision)
                }
            }
            return job.isBatch ? .array(replies) : replies[0]
        default: return nil
        }
    }

    /// The answer to a request.
    func request(_ method: String, _ params: [String: JSONValue] = [:]) -> JSONValue {
        lastID += 1
        var params = params
        if !revision.hasHandshake {
            params["_meta"] = [
                "io.modelcontextprotocol/protocolVersion": .string(revision.rawValue),
                "io.modelcontextprotocol/clientCapabilities": [:],
            ]
        }
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method),
            "params": .object(params),
        ]
        return send(JSONText.line(message)) ?? .null
    }

    /// The result of a tool.
    func call(_ tool: String, _ arguments: [String: JSONValue] = [:]) -> ToolResult {
        ToolResult(
            request("tools/call", ["name": .string(tool), "arguments": .object(arguments)])[
                "result"]
                ?? .null)
    }
}

extension RunLibrary {
    /// A library without settings, symbols and fixes.
    convenience init(of folder: String, symbolizer: any Symbolizing = NoSymbols()) {
        self.init(
            folders: [folder], settingsFile: nil, environment: [:], symbolizer: symbolizer,
            propose: { _, _ in ("", "") })
    }
}

/// What a tool answered.
struct ToolResult {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    var text: String { json["content"]?.array?.first?["text"]?.string ?? "" }
    var isError: Bool { json["isError"] == true }

    subscript(_ key: String) -> JSONValue? { json["structuredContent"]?[key] }

    var cursor: String? { self["nextCursor"]?.string }
}

extension JSONValue {
    /// JSON that a test writes down.
    init(json: String) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    }
}

extension TraceBuilder {
    /// A run in which one RIB after the other is attached, detached and leaked.
    static func leaking(_ names: [String]) throws -> TraceBuilder {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let ribs = names.map { name in
            let rib = trace.rib(name)
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            return rib
        }
        trace.settle(alive: ribs.flatMap(\.parts))
        trace.finish()
        return trace
    }
}
