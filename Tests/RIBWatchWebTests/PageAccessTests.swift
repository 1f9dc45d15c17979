// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBWatchWeb

@Suite struct PageAccessTests {
    private var access = PageAccess(port: 8)
    private let host = "127.0.0.1:8"

    /// The path of the link, and the folder it lies in.
    private var link: String { String(access.link.dropFirst("http://\(host)".count)) }
    private var folder: String { String(link.dropLast(32)) }

    private func request(
        _ path: String, method: String = "GET", host: String? = "127.0.0.1:8",
        _ fields: [String: String] = [:]
    ) throws -> RequestHead {
        let all = fields.merging(host.map { ["Host": $0] } ?? [:]) { $1 }
        let lines = ["\(method) \(path) HTTP/1.1"] + all.map { "\($0): \($1)" }
        return try RequestHead(Array(lines.joined(separator: "\r\n").utf8))
    }

    /// The cookie that the first use of the link gives.
    private mutating func cookie() throws -> String {
        guard case .page(let cookie?) = try access.grant(request(link)) else { return "" }
        return String(cookie.prefix { $0 != ";" })
    }

    @Test mutating func theLinkGivesACookieThatNoScriptReadsAndNoOtherSiteSends() throws {
        guard case .page(let cookie?) = try access.grant(request(link)) else {
            Issue.record("no cookie")
            return
        }
        #expect(cookie.hasSuffix("; Path=\(folder); HttpOnly; SameSite=Strict"))
    }

    @Test mutating func theLinkWorksOnce() throws {
        _ = try cookie()
        let again = try request(link)
        #expect(throws: PageRefusal.forbidden) { try access.grant(again) }
    }

    @Test mutating func whoHasTheCookieGetsPageAndEventsAsOftenAsWanted() throws {
        let known = ["Cookie": "other=1; \(try cookie())"]
        for _ in 0..<3 {
            #expect(try access.grant(request(folder, known)) == .page(newCookie: nil))
            #expect(try access.grant(request(link, known)) == .page(newCookie: nil))
            #expect(try access.grant(request(folder + "events", known)) == .events)
        }
    }

    @Test(arguments: ["", "events"])
    mutating func withoutTheCookieThereIsNothing(path: String) throws {
        let cookie = try cookie()
        for fields in [[:], ["Cookie": "ribleak="], ["Cookie": String(cookie.dropLast())]] {
            let stranger = try request(folder + path, fields)
            #expect(throws: PageRefusal.forbidden) { try access.grant(stranger) }
        }
    }

    @Test(arguments: [
        nil, "", "127.0.0.1", "127.0.0.1:9", "localhost:8", "evil.example:8", "127.0.0.1:8.evil",
    ])
    mutating func anotherHostIsRefusedAndDoesNotUseUpTheLink(host: String?) throws {
        let rebound = try request(link, host: host)
        #expect(throws: PageRefusal.misdirected) { try access.grant(rebound) }
        #expect(try cookie() != "")
    }

    @Test(arguments: [
        "null", "http://evil.example", "http://127.0.0.1:9", "https://127.0.0.1:8",
        "http://localhost:8",
    ])
    mutating func anotherOriginIsRefused(origin: String) throws {
        let known = ["Cookie": try cookie(), "Origin": origin]
        let request = try request(folder + "events", known)
        #expect(throws: PageRefusal.forbidden) { try access.grant(request) }
    }

    @Test mutating func itsOwnOriginIsNot() throws {
        let known = ["Cookie": try cookie(), "Origin": "http://\(host)"]
        #expect(try access.grant(request(folder + "events", known)) == .events)
    }

    @Test(arguments: ["cross-site", "same-site", "none"])
    mutating func eventsAreOnlyForThePageItself(site: String) throws {
        let request = try request(
            folder + "events", ["Cookie": try cookie(), "Sec-Fetch-Site": site])
        #expect(throws: PageRefusal.forbidden) { try access.grant(request) }
    }

    @Test(arguments: ["POST", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "get"])
    mutating func onlyGetIsAnswered(method: String) throws {
        let other = try request(link, method: method)
        #expect(throws: PageRefusal.notAllowed) { try access.grant(other) }
        #expect(try cookie() != "")
    }

    @Test(arguments: ["/", "/favicon.ico", "/events", "/../etc/passwd"])
    mutating func thereIsNothingElse(path: String) throws {
        let other = try request(path)
        #expect(throws: PageRefusal.notFound) { try access.grant(other) }
    }

    @Test(arguments: ["x", "events/", "../events", "%65vents", "Events"])
    mutating func thereIsNothingElseInItsFolder(path: String) throws {
        let other = try request(folder + path, ["Cookie": try cookie()])
        #expect(throws: PageRefusal.notFound) { try access.grant(other) }
    }

    @Test mutating func loadingAheadDoesNotUseUpTheLink() throws {
        let ahead = try request(link, ["Sec-Purpose": "prefetch;prerender"])
        #expect(throws: PageRefusal.tooEarly) { try access.grant(ahead) }
        #expect(try cookie() != "")
    }

    @Test func eachServerHasItsOwnSecrets() {
        let links = Set((0..<100).map { _ in PageAccess(port: 8).link })
        #expect(links.count == 100)
        #expect(links.allSatisfy { $0.utf8.count == "http://127.0.0.1:8".utf8.count + 2 * 33 })
    }
}
