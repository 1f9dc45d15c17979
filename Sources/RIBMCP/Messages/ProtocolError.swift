// SPDX-License-Identifier: Apache-2.0

import RIBText

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
    /// The request that is refused; nil for none, or when whoever catches the error knows it.
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
