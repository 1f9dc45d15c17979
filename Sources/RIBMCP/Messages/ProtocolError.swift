// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Why a message got no result: an error of JSON-RPC 2.0.
package struct ProtocolError: Error, Equatable {
    /// The codes of JSON-RPC 2.0, and those that the protocol adds.
    package enum Code: Int64, Sendable {
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

    package let code: Code
    /// What is wrong and what to do, in one line.
    package let message: String
    package let data: JSONValue?

    package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    var json: JSONValue {
        JSONValue.object(["code": .integer(code.rawValue), "message": .string(message)])
            .adding(data.map { ["data": $0] } ?? [:])
    }
}

/// The id of a request, which its answer repeats.
package enum RequestID: Hashable, Sendable {
    case number(Int64)
    case text(String)

    /// The longest text that is repeated, in bytes.
    private static let longest = 1_024

    /// - Returns: Nil for what the protocol allows as no id: null, fractions, and texts without
    ///   end.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .number(number)
        case .string(let text) where text.utf8.count <= Self.longest: self = .text(text)
        default: return nil
        }
    }

    package var json: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .string(text)
        }
    }
}

/// Answers to requests, as JSON-RPC 2.0 wraps them.
package enum Reply {
    package static func result(_ result: JSONValue, to id: RequestID) -> JSONValue {
        ["jsonrpc": "2.0", "id": id.json, "result": result]
    }

    /// - Parameter id: Nil when the message's id cannot be read, which JSON-RPC answers with null.
    package static func error(_ error: ProtocolError, to id: RequestID?) -> JSONValue {
        ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
    }
}
