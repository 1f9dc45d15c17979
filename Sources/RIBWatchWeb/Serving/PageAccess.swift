// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Who may see the page: the one browser that opened the link first.
///
/// The link works once. Whoever used it has a cookie from then on, which no script reads and no
/// other site can make a browser send. `Host` and `Origin` must be this server's own, so that no
/// name that leads here (DNS rebinding) and no other page gets anything. All connections ask.
///
/// `@unchecked Sendable`: what changes is only touched while `lock` is held.
final class PageAccess: @unchecked Sendable {
    /// What a request may have.
    enum Grant: Equatable {
        /// The page. The first time with the cookie that allows all that follows.
        case page(newCookie: String?)
        case events
    }

    /// Address and port, as a browser names them in `Host`.
    private let host: String
    /// The folder of all addresses, which nobody guesses. Cookies know no ports: with it as their
    /// path, a browser sends this one to no other server of the machine.
    private let folder = PageAccess.secret()
    private let token = PageAccess.secret()
    private let session = PageAccess.secret()
    private let lock = NSLock()
    private var isUsed = false

    init(port: UInt16) { host = "127.0.0.1:\(port)" }

    /// The address to open, once.
    var link: String { "http://\(host)\(folderPath)\(token)" }

    /// Whether a browser has opened the link.
    var isLinkUsed: Bool { lock.withLock { isUsed } }

    private var folderPath: String { "/\(folder)/" }

    /// - Throws: Why there is nothing for this request. Host and origin are looked at first, so
    ///   that strangers learn nothing about paths.
    func grant(_ request: RequestHead) throws(PageRefusal) -> Grant {
        guard request["host"] == host else { throw .misdirected }
        if let origin = request["origin"], origin != "http://\(host)" { throw .forbidden }
        guard request.method == "GET" else { throw .notAllowed }
        guard request.path.hasPrefix(folderPath) else { throw .notFound }
        switch request.path.dropFirst(folderPath.utf8.count) {
        case "":
            guard isKnown(request) else { throw .forbidden }
            return .page(newCookie: nil)
        case "events":
            // A browser says whether the page itself asks. Other programs say nothing.
            guard isKnown(request), ["same-origin", nil].contains(request["sec-fetch-site"]) else {
                throw .forbidden
            }
            return .events
        case let word where Self.areEqual(word.utf8, token.utf8): return try opened(by: request)
        default: throw .notFound
        }
    }

    private func opened(by request: RequestHead) throws(PageRefusal) -> Grant {
        if isKnown(request) { return .page(newCookie: nil) }
        // A browser that loads the link ahead, before a person opens it, must not use it up.
        guard request["sec-purpose"] == nil else { throw .tooEarly }
        let isFirst = lock.withLock {
            defer { isUsed = true }
            return !isUsed
        }
        guard isFirst else { throw .forbidden }
        return .page(newCookie: "ribleak=\(session); Path=\(folderPath); HttpOnly; SameSite=Strict")
    }

    private func isKnown(_ request: RequestHead) -> Bool {
        let cookies = (request["cookie"] ?? "").split(separator: ";")
        return cookies.contains { cookie in
            Self.areEqual(cookie.drop { $0 == " " }.utf8, "ribleak=\(session)".utf8)
        }
    }

    /// Compares without telling by the time it takes how much is equal.
    private static func areEqual(
        _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
    ) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// 192 bits of the system's random numbers, as letters for an address.
    private static func secret() -> String {
        var numbers = SystemRandomNumberGenerator()
        let bytes = (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
        return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
