// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBReport

/// The first part of a request: what is asked for, and by whom.
///
/// Reads what RFC 9112 calls the request line and the field lines, and refuses what it leaves to a
/// server's discretion: bare line feeds, folded lines, blanks before colons, repeated fields.
struct RequestHead: Equatable {
    /// The most bytes of a head. Browsers send far fewer.
    static let mostBytes = 8192

    let method: String
    /// The path, without the query.
    let path: String
    /// What follows the question mark; nil without one.
    let query: String?
    /// By names in lower case.
    private let fields: [String: String]

    /// The value of a field; nil if the request has no such field.
    subscript(_ name: String) -> String? { fields[name] }

    /// - Parameter bytes: Everything up to the empty line, without it.
    init(_ bytes: some Collection<UInt8>) throws(PageRefusal) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        guard bytes.allSatisfy({ $0 == 13 || $0 == 10 || $0 == 9 || (32..<127).contains($0) })
        else { throw .malformed }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        guard lines.allSatisfy({ !$0.contains { $0.isNewline } }),
            let first = lines.first?.wholeMatch(
                of: /([A-Za-z0-9!#$%&'*+\-.^_`|~]+) (\/[^ ?]*)(?:\?([^ ]*))? HTTP\/1\.[01]/)
        else { throw .malformed }
        (method, path, query) = (String(first.1), String(first.2), first.3.map { String($0) })
        var fields: [String: String] = [:]
        // Made once: a head has room for a thousand lines, each of which takes less than this.
        let pattern = /([A-Za-z0-9!#$%&'*+\-.^_`|~]+):(.*)/
        for line in lines.dropFirst() {
            guard let field = line.wholeMatch(of: pattern),
                fields[field.1.lowercased()] == nil
            else { throw .malformed }
            fields[field.1.lowercased()] = field.2.trimmingCharacters(in: .whitespaces)
        }
        self.fields = fields
    }
}

/// What the server sends back, before or without a stream of events. The connection ends after it,
/// or after the events that follow.
enum Answer {
    private static func bytes(
        _ status: Int, _ type: String, _ body: String? = nil, _ more: [(String, String)] = []
    ) -> Data {
        let length = body.map { [("Content-Length", "\($0.utf8.count)")] } ?? []
        let fields = always + [("Content-Type", "\(type); charset=utf-8")] + length + more
        let lines =
            ["HTTP/1.1 \(status) \(reasons[status] ?? "Error")"] + fields.map { "\($0): \($1)" }
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
    }

    /// The page.
    static func page(newCookie: String?) -> Data {
        let cookie = newCookie.map { [("Set-Cookie", $0)] } ?? []
        return bytes(
            200, "text/html", LivePage.document,
            [("Content-Security-Policy", LivePage.policy)] + cookie)
    }

    /// The head of a stream of events. Each event follows as it comes, until the connection ends.
    static var events: Data { bytes(200, "text/event-stream") }

    /// A sentence for whoever reads it.
    static func refusal(_ refusal: PageRefusal) -> Data {
        let policy = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        return bytes(
            refusal.rawValue, "text/plain", refusal.sentence + "\n",
            [policy] + (refusal == .notAllowed ? [("Allow", "GET")] : []))
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
