// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// A request that waits for an answer.
struct Request: Equatable, Sendable {
    /// See `JSONValue.requestID`.
    let id: JSONValue
    let method: String
    let params: [String: JSONValue]
}

/// Reads the client's messages in their order, answers what needs no run at once, and names the
/// rest as work. Knows the revision that both agreed on.
///
/// It waits for nothing, so a slow call never delays a ping.
struct Conversation {
    /// What to do about a line.
    enum Reaction: Equatable, Sendable {
        case nothing
        case reply(JSONValue)
        case work(Job)
        /// The client no longer wants an answer to a request.
        case cancel(JSONValue)
        /// The request stays open until the client cancels it or goes away. Nothing is ever told
        /// it.
        case listen(JSONValue)
    }

    /// Requests whose answers are sent together.
    struct Job: Equatable, Sendable {
        /// One request of a job.
        enum Part: Equatable, Sendable {
            case answered(JSONValue)
            case asked(Request, Revision)
        }

        let parts: [Part]
        /// Whether the answers are sent as one list.
        let isBatch: Bool
    }

    private static let revisionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    /// By `initialize`; nil before it, and with clients that name the revision in each request.
    private var agreed: Revision?

    /// Reads the next line, without its line break. Empty lines say nothing.
    mutating func receive(_ line: some Collection<UInt8>) -> Reaction {
        guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { return .nothing }
        do throws(ProtocolError) {
            let message = try Self.json(line)
            return if let messages = message.array {
                try batch(messages)
            } else {
                react(to: message)
            }
        } catch {
            return .reply(error.reply(to: nil))
        }
    }

    private mutating func batch(_ messages: [JSONValue]) throws(ProtocolError) -> Reaction {
        guard (1...Self.largestBatch).contains(messages.count) else {
            throw ProtocolError(.invalidRequest, "a batch has 1 to \(Self.largestBatch) messages")
        }
        guard agreed?.allowsBatches == true else {
            let reason = "only revision \(Revision.march2025.rawValue) has batches"
            throw ProtocolError(.invalidRequest, "\(reason); send one message a line")
        }
        let parts = messages.compactMap { message -> Job.Part? in
            switch react(to: message, isAlone: false) {
            // A batch cannot cancel what is before it: its requests have not begun.
            case .nothing, .cancel: return nil
            case .reply(let reply): return .answered(reply)
            case .work(let job): return job.parts[0]
            case .listen(let id):
                let reason = "subscriptions/listen must be sent alone"
                return .answered(ProtocolError(.invalidRequest, reason).reply(to: id))
            }
        }
        return parts.isEmpty ? .nothing : .work(Job(parts: parts, isBatch: true))
    }

    private mutating func react(to message: JSONValue, isAlone: Bool = true) -> Reaction {
        let id = message["id"]?.requestID
        do throws(ProtocolError) {
            guard let (method, params) = try Self.call(in: message) else { return .nothing }
            guard message["id"] != nil else {
                let isCancelling = method == "notifications/cancelled"
                let cancelled = isCancelling ? params["requestId"]?.requestID : nil
                return cancelled.map(Reaction.cancel) ?? .nothing
            }
            guard let id else {
                let reason = "an id is a whole number or a text of at most 1024 bytes, never null"
                throw ProtocolError(.invalidRequest, reason)
            }
            guard isAlone || method != "initialize" else {
                let reason = "initialize must be sent alone, not in a batch"
                throw ProtocolError(.invalidRequest, reason)
            }
            return try answer(Request(id: id, method: method, params: params))
        } catch {
            return .reply(error.reply(to: id))
        }
    }

    private mutating func answer(_ request: Request) throws(ProtocolError) -> Reaction {
        let isModern = request.params["_meta"]?[Self.revisionKey] != nil
        if !isModern {
            switch request.method {
            case "initialize":
                return .reply(JSONValue.result(try initialize(request), to: request.id))
            case "ping": return .reply(JSONValue.result([:], to: request.id))
            default: break
            }
        }
        let revision = try revision(of: request)
        func reply(_ result: JSONValue) -> Reaction {
            .reply(JSONValue.result(revision.complete(result, of: request.method), to: request.id))
        }
        switch request.method {
        case "server/discover" where isModern: return reply(ServerFacts.discovery)
        case "subscriptions/listen" where isModern: return .listen(request.id)
        case "tools/list":
            try Self.refuseCursor(request)
            return reply(Tool.list(for: revision))
        case "resources/templates/list":
            try Self.refuseCursor(request)
            return reply(ReportResource.templates(for: revision))
        case "tools/call", "resources/list", "resources/read":
            return .work(Job(parts: [.asked(request, revision)], isBatch: false))
        default:
            throw ProtocolError(
                .methodNotFound,
                "there is no method \(InertText.quoted(request.method)); this server has tools and "
                    + "resources")
        }
    }

    private static func refuseCursor(_ request: Request) throws(ProtocolError) {
        guard request.params["cursor"] == nil else {
            throw ProtocolError(.invalidParams, "this list is on one page; ask without a cursor")
        }
    }

    private mutating func initialize(_ request: Request) throws(ProtocolError) -> JSONValue {
        guard agreed == nil else {
            throw ProtocolError(.invalidRequest, "this session is initialized already")
        }
        guard let asked = request.params["protocolVersion"]?.string else {
            throw ProtocolError(.invalidParams, "initialize names a protocolVersion")
        }
        let known = Revision(rawValue: asked).flatMap { $0.hasHandshake ? $0 : nil }
        let revision = known ?? .newestWithHandshake
        agreed = revision
        return ServerFacts.handshake(for: revision)
    }

    /// The revision that a request is served by.
    private func revision(of request: Request) throws(ProtocolError) -> Revision {
        let meta = request.params["_meta"]
        guard let named = meta?[Self.revisionKey] else {
            guard let agreed else {
                throw ProtocolError(
                    .invalidParams,
                    "name the revision in _meta, as \(Self.revisionKey), or send initialize first")
            }
            return agreed
        }
        guard let revision = named.string.flatMap(Revision.init), !revision.hasHandshake else {
            throw ProtocolError(
                .unsupportedRevision, "Unsupported protocol version",
                data: [
                    "supported": ServerFacts.supported,
                    "requested": .string(InertText.line(named.string ?? "", atMost: 100)),
                ])
        }
        guard meta?[Self.capabilitiesKey]?.object != nil else {
            throw ProtocolError(.invalidParams, "_meta has no \(Self.capabilitiesKey)")
        }
        return revision
    }
}

// What a client sends on one line.
extension Conversation {
    /// Levels of lists and objects in a message.
    static let deepest = 64
    /// Messages in a batch.
    static let largestBatch = 64

    private static func json(_ line: some Collection<UInt8>) throws(ProtocolError) -> JSONValue {
        guard !isTooDeep(line) else {
            throw ProtocolError(.parseError, "the message is nested deeper than \(deepest) levels")
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)) else {
            throw ProtocolError(
                .parseError, "the line is not JSON; send one JSON-RPC message a line")
        }
        return value
    }

    /// Whether JSON is nested too deeply, found without parsing it.
    private static func isTooDeep(_ bytes: some Collection<UInt8>) -> Bool {
        var (depth, isInString, isEscaped) = (0, false, false)
        for byte in bytes {
            let isMark = !isEscaped
            isEscaped = isMark && isInString && byte == UInt8(ascii: "\\")
            guard isMark else { continue }
            switch byte {
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth > deepest { return true }
        }
        return false
    }

    /// What a request or a notification calls; nil for an answer. This server asks nothing, so it
    /// expects none.
    private static func call(
        in message: JSONValue
    ) throws(ProtocolError) -> (method: String, params: [String: JSONValue])? {
        guard let members = message.object else {
            throw ProtocolError(.invalidRequest, "a message is a JSON object")
        }
        guard members["jsonrpc"]?.string == "2.0" else {
            throw ProtocolError(.invalidRequest, "a message has \"jsonrpc\": \"2.0\"")
        }
        guard let method = members["method"]?.string else {
            guard members["result"] == nil, members["error"] == nil else { return nil }
            throw ProtocolError(.invalidRequest, "a request has a method")
        }
        guard let params = (members["params"] ?? [:]).object else {
            throw ProtocolError(.invalidParams, "params is a JSON object")
        }
        return (method, params)
    }
}
