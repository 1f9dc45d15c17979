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

/// What a client sent on one line.
enum IncomingMessage: Equatable {
    case request(Request)
    case notification(method: String, params: [String: JSONValue])
    /// An answer. This server asks nothing, so it expects none.
    case response
    case batch([Result<IncomingMessage, ProtocolError>])

    /// Levels of lists and objects in a message.
    static let deepest = 64
    /// Messages in a batch.
    static let largestBatch = 64

    /// Reads the bytes of one message, without its line break.
    init(_ line: some Collection<UInt8>) throws(ProtocolError) {
        guard !Self.isTooDeep(line) else {
            throw ProtocolError(
                .parseError, "the message is nested deeper than \(Self.deepest) levels")
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)) else {
            throw ProtocolError(
                .parseError, "the line is not JSON; send one JSON-RPC message a line")
        }
        guard case .array(let elements) = value else {
            self = try IncomingMessage(value)
            return
        }
        guard (1...Self.largestBatch).contains(elements.count) else {
            throw ProtocolError(.invalidRequest, "a batch has 1 to \(Self.largestBatch) messages")
        }
        self = .batch(
            elements.map { element in
                Result { () throws(ProtocolError) in try IncomingMessage(element) }
            })
    }

    private init(_ value: JSONValue) throws(ProtocolError) {
        let id = value["id"]?.requestID
        func refused(
            _ reason: String, _ code: ProtocolError.Code = .invalidRequest
        ) -> ProtocolError {
            ProtocolError(code, reason, id: id)
        }
        guard let members = value.object else { throw refused("a message is a JSON object") }
        guard members["jsonrpc"]?.string == "2.0" else {
            throw refused("a message has \"jsonrpc\": \"2.0\"")
        }
        guard let method = members["method"]?.string else {
            guard members["result"] == nil, members["error"] == nil else {
                self = .response
                return
            }
            throw refused("a request has a method")
        }
        guard let params = (members["params"] ?? [:]).object else {
            throw refused("params is a JSON object", .invalidParams)
        }
        guard members["id"] != nil else {
            self = .notification(method: method, params: params)
            return
        }
        guard let id else {
            throw refused("an id is a whole number or a text of at most 1024 bytes, never null")
        }
        self = .request(Request(id: id, method: method, params: params))
    }
}

extension IncomingMessage {
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
}

/// A published revision of the Model Context Protocol.
enum Revision: String, CaseIterable, Comparable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// The newest one that a client agrees on by `initialize`.
    static let newestWithHandshake = november2025

    /// Whether it is agreed on once, by `initialize`. Later ones name themselves in each.
    var hasHandshake: Bool { self <= Self.newestWithHandshake }

    /// Only one revision allows several messages in one.
    var allowsBatches: Bool { self == .march2025 }

    /// Whether tools say that they only read.
    var hasToolAnnotations: Bool { self >= .march2025 }

    /// Whether tools answer JSON beside text, and whether tools and resources have titles.
    var hasStructuredContent: Bool { self >= .june2025 }

    static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
}

/// Why a message got no result: an error of JSON-RPC 2.0.
struct ProtocolError: Error, Equatable {
    /// The codes of JSON-RPC 2.0, and those that the protocol adds.
    enum Code: Int64, Sendable {
        case parseError = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParams = -32_602
        case internalError = -32_603
        /// No resource has this address. Revision 2026-07-28 says `invalidParams` instead.
        case resourceNotFound = -32_002
        /// Since revision 2026-07-28.
        case unsupportedRevision = -32_022
    }

    let code: Code
    /// What is wrong and what to do, in one line.
    let message: String
    let data: JSONValue?
    /// The request that is refused. Nil when it has no readable id, or when whoever catches the
    /// error knows the request.
    let id: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil, id: JSONValue? = nil) {
        (self.code, self.message, self.data, self.id) = (code, message, data, id)
    }

    /// The answer to a request.
    ///
    /// - Parameter id: Nil when the message's id cannot be read, which JSON-RPC answers with null.
    func reply(to id: JSONValue?) -> JSONValue {
        let error = JSONValue.object(["code": .integer(code.rawValue), "message": .string(message)])
        return [
            "jsonrpc": "2.0", "id": id ?? .null,
            "error": error.adding(data.map { ["data": $0] } ?? [:]),
        ]
    }
}

extension JSONValue {
    /// The value, if it can be the id of a request, which its answer repeats: a whole number, or a
    /// text with an end. The protocol allows neither null nor fractions.
    var requestID: JSONValue? {
        switch self {
        case .integer: self
        case .string(let text) where text.utf8.count <= 1_024: self
        default: nil
        }
    }

    /// The answer to a request that has a result.
    static func result(_ result: JSONValue, to id: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }
}
