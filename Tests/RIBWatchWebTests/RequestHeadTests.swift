// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBWatchWeb

@Suite struct RequestHeadTests {
    private func head(_ lines: String...) throws -> RequestHead {
        try RequestHead(Array(lines.joined(separator: "\r\n").utf8))
    }

    @Test func itHasMethodPathQueryAndFields() throws {
        let head = try head(
            "GET /a/b?after=7 HTTP/1.1", "Host: 127.0.0.1:8", "COOKIE:  a=b; c=d \t")
        #expect(head.method == "GET")
        #expect(head.path == "/a/b")
        #expect(head.query == "after=7")
        #expect(head["host"] == "127.0.0.1:8")
        #expect(head["cookie"] == "a=b; c=d")
        #expect(head["origin"] == nil)
    }

    @Test func aPathWithoutQueryHasNone() throws {
        #expect(try head("GET / HTTP/1.0").query == nil)
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1 ", "GET  / HTTP/1.1", "GET /", "GET / HTTP/2", "GET http://a/ HTTP/1.1",
        "G\u{0}T / HTTP/1.1", "GET /\u{E9} HTTP/1.1", "G(T / HTTP/1.1",
        "GET / HTTP/1.1\r\nHost 1", "GET / HTTP/1.1\r\nHost : 1", "GET / HTTP/1.1\r\n Host: 1",
        "GET / HTTP/1.1\r\nHost: 1\r\n 2", "GET / HTTP/1.1\r\nHost: 1\r\nhost: 1",
        "GET / HTTP/1.1\nHost: 1", "GET / HTTP/1.1\rHost: 1", "GET / HTTP/1.1\r\n: 1",
    ])
    func whatIsNoRequestIsRefused(text: String) {
        #expect(throws: PageRefusal.malformed) { try RequestHead(Array(text.utf8)) }
    }

    @Test func itsSizeIsBounded() throws {
        let start = "GET / HTTP/1.1\r\nA: "
        let room = RequestHead.mostBytes - start.utf8.count
        #expect(throws: Never.self) { try head(start + String(repeating: "a", count: room)) }
        #expect(throws: PageRefusal.tooLarge) {
            try head(start + String(repeating: "a", count: room + 1))
        }
    }
}
