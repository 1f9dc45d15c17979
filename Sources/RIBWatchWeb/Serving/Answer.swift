// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBReport

/// What the server sends back, before or without a stream of events. The connection ends after it,
/// or after the events that follow.
enum Answer {
    private static func bytes(
        _ status: Int, _ fields: [(String, String)], _ body: Data = Data()
    ) -> Data {
        let reason = reasons[status] ?? "Error"
        let lines = ["HTTP/1.1 \(status) \(reason)"] + (always + fields).map { "\($0): \($1)" }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// The page.
    static func page(newCookie: String?) -> Data {
        let body = Data(LivePage.document.utf8)
        var fields = [
            ("Content-Type", "text/html; charset=utf-8"), ("Content-Length", "\(body.count)"),
            ("Content-Security-Policy", LivePage.policy),
        ]
        if let newCookie { fields.append(("Set-Cookie", newCookie)) }
        return bytes(200, fields, body)
    }

    /// The head of a stream of events. Each event follows as it comes, until the connection ends.
    static var events: Data { bytes(200, [("Content-Type", "text/event-stream; charset=utf-8")]) }

    /// A sentence for whoever reads it.
    static func refusal(_ refusal: PageRefusal) -> Data {
        let body = Data((refusal.sentence + "\n").utf8)
        var fields = [
            ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", "\(body.count)"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ]
        if refusal == .notAllowed { fields.append(("Allow", "GET")) }
        return bytes(refusal.rawValue, fields, body)
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
}

/// Why there is nothing for a request, by the status of the answer.
enum PageRefusal: Int, Error {
    case malformed = 400
    /// Another page asks, or nobody who opened the link.
    case forbidden = 403
    case notFound = 404
    case notAllowed = 405
    /// It was meant for another host.
    case misdirected = 421
    /// A browser guesses that the page may be wanted. That must not use up the link.
    case tooEarly = 425
    case tooLarge = 431
    case tooManyPages = 503

    fileprivate var sentence: String {
        switch self {
        case .malformed: "This is not a request that a browser makes."
        case .forbidden:
            "The link was used already, or by another browser. End ribleak watch --web and start it again."
        case .notFound: "There is nothing here."
        case .notAllowed: "Only GET is answered."
        case .misdirected: "This server answers only by the address that it printed."
        case .tooEarly: "The link works once, so it is not for pages that load ahead."
        case .tooLarge: "The request is too large."
        case .tooManyPages: "Too many pages are open."
        }
    }
}
