// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBReport

/// What the server sends back, before or without a stream of events.
struct Answer {
    private let status: Int
    private let fields: [(String, String)]
    private let body: Data

    /// All bytes. The connection ends after them, or after the events that follow.
    var data: Data {
        let reason = Self.reasons[status] ?? "Error"
        let lines = ["HTTP/1.1 \(status) \(reason)"] + (Self.always + fields).map { "\($0): \($1)" }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// The page.
    static func page(newCookie: String?) -> Answer {
        let body = Data(LivePage.document.utf8)
        var fields = [
            ("Content-Type", "text/html; charset=utf-8"), ("Content-Length", "\(body.count)"),
            ("Content-Security-Policy", LivePage.policy),
        ]
        if let newCookie { fields.append(("Set-Cookie", newCookie)) }
        return Answer(status: 200, fields: fields, body: body)
    }

    /// The head of a stream of events. Each event follows as it comes, until the connection ends.
    static let events = Answer(
        status: 200, fields: [("Content-Type", "text/event-stream; charset=utf-8")], body: Data())

    /// A sentence for whoever reads it.
    static func refusal(_ status: Int) -> Answer {
        let words = sentences[status] ?? "The request cannot be answered."
        let body = Data((words + "\n").utf8)
        var fields = [
            ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "\(body.count)"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ]
        if status == 405 { fields.append(("Allow", "GET")) }
        return Answer(status: status, fields: fields, body: body)
    }

    private static let always = [
        ("Cache-Control", "no-store"), ("Connection", "close"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ]

    private static let reasons = [
        200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 421: "Misdirected Request", 425: "Too Early",
        431: "Request Header Fields Too Large", 503: "Service Unavailable",
    ]

    private static let sentences = [
        400: "This is not a request that a browser makes.",
        403:
            "The link was used already, or by another browser. End ribleak watch --web and start it again.",
        404: "There is nothing here.",
        405: "Only GET is answered.",
        421: "This server answers only by the address that it printed.",
        425: "The link works once, so it is not for pages that load ahead.",
        431: "The request is too large.",
        503: "Too many pages are open.",
    ]
}
