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

    /// Reads a line.
    ///
    /// - Parameter line: The bytes of one message, without the line break.
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
            throw ProtocolError(
                .invalidRequest, "a batch has 1 to \(Self.largestBatch) messages")
        }
        self = .batch(
            elements.map { element in
                do throws(ProtocolError) {
                    return .success(try IncomingMessage(element))
                } catch {
                    return .failure(error)
                }
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
            if isEscaped {
                isEscaped = false
            } else if isInString {
                switch byte {
                case UInt8(ascii: "\\"): isEscaped = true
                case UInt8(ascii: "\""): isInString = false
                default: break
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                if depth > deepest { return true }
            }
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

    static func < (left: Revision, right: Revision) -> Bool {
        left.rawValue < right.rawValue
    }
}
