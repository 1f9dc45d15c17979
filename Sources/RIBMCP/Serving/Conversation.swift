// SPDX-License-Identifier: Apache-2.0

import RIBReport
import RIBText

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
            let message = try IncomingMessage(line)
            if case .batch(let messages) = message { return batch(messages) }
            return react(to: message)
        } catch {
            return .reply(error.reply(to: error.id))
        }
    }

    private mutating func batch(
        _ messages: [Result<IncomingMessage, ProtocolError>]
    ) -> Reaction {
        guard agreed?.allowsBatches == true else {
            let reason = "only revision \(Revision.march2025.rawValue) has batches"
            let error = ProtocolError(.invalidRequest, "\(reason); send one message a line")
            return .reply(error.reply(to: nil))
        }
        // A batch cannot cancel what is before it: its requests have not begun.
        let parts = messages.compactMap { message -> Job.Part? in
            switch message {
            case .failure(let error): .answered(error.reply(to: error.id))
            case .success(.request(let request)): part(of: request)
            case .success: nil
            }
        }
        return parts.isEmpty ? .nothing : .work(Job(parts: parts, isBatch: true))
    }

    private func part(of request: Request) -> Job.Part {
        func refused(_ reason: String) -> Job.Part {
            .answered(ProtocolError(.invalidRequest, reason).reply(to: request.id))
        }
        guard request.method != "initialize" else {
            return refused("initialize must be sent alone, not in a batch")
        }
        var copy = self
        switch copy.react(to: .request(request)) {
        case .reply(let reply): return .answered(reply)
        case .work(let job): return job.parts[0]
        default: return refused("\(request.method) must be sent alone")
        }
    }

    private mutating func react(to message: IncomingMessage) -> Reaction {
        switch message {
        case .response, .batch: return .nothing
        case .notification("notifications/cancelled", let params):
            return params["requestId"]?.requestID.map(Reaction.cancel) ?? .nothing
        case .notification: return .nothing
        case .request(let request):
            do throws(ProtocolError) {
                return try answer(request)
            } catch {
                return .reply(error.reply(to: request.id))
            }
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
