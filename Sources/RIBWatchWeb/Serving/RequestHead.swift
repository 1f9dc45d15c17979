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
        guard let first = lines.first, lines.allSatisfy({ !$0.contains { $0.isNewline } })
        else { throw .malformed }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"),
            ["HTTP/1.1", "HTTP/1.0"].contains(words[2])
        else { throw .malformed }
        method = String(words[0])
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target[0])
        query = target.count > 1 ? String(target[1]) : nil
        fields = try Self.fields(in: lines.dropFirst())
    }

    private static func fields(
        in lines: some Sequence<Substring>
    ) throws(PageRefusal) -> [String: String] {
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
                throw .malformed
            }
            let name = line[..<colon].lowercased()
            guard fields[name] == nil else { throw .malformed }
            fields[name] = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        }
        return fields
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.allSatisfy { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber)
                    || "!#$%&'*+-.^_`|~".contains(letter)
            }
    }
}

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
