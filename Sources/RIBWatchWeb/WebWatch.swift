// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBWatch

/// The live page of a watched run, for one browser on this machine.
package final class WebWatch: Sendable {
    /// Pages that follow at one time. A browser keeps six connections to one server.
    private static let mostPages = 16
    /// How often a page that gets nothing is asked whether it is there, in nanoseconds.
    private static let quiet: UInt64 = 10_000_000_000

    private let server: LoopbackServer
    private let access: PageAccess
    private let feed = PageFeed()

    /// Starts to answer on a free port of 127.0.0.1.
    ///
    /// - Throws: When the system gives no port.
    package init() throws {
        server = try LoopbackServer()
        access = PageAccess(port: server.port)
        let (server, access, feed) = (server, access, feed)
        Task.detached {
            try await server.run { request, connection in
                try await Self.answer(request, connection, access, feed)
            }
        }
    }

    /// The address of the page. It works once: for the browser that opens it first.
    package var link: String { access.link }

    /// Whether a browser has opened it.
    package var isLinkUsed: Bool { access.isLinkUsed }

    /// Takes what one poll found. Call it for each poll, also for one that found nothing: pages
    /// learn the time by it.
    package func take(_ changes: [WatchChange], of watcher: RunWatcher, at now: WatchMoment) {
        feed.take(changes, at: now) { watcher.processes[$0].tree() }
    }

    /// Tells open pages that nothing more comes, and waits half a second at most until they heard
    /// it.
    package func end() { feed.end(by: Date(timeIntervalSinceNow: 0.5)) }

    private static func answer(
        _ request: Result<RequestHead, PageRefusal>, _ connection: Connection,
        _ access: PageAccess, _ feed: PageFeed
    ) async throws {
        do {
            switch try access.grant(request.get()) {
            case .page(let cookie): try await connection.write(Answer.page(newCookie: cookie))
            case .events: try await follow(request.get(), connection, feed)
            }
        } catch let refusal as PageRefusal {
            try await connection.write(Answer.refusal(refusal))
        }
    }

    /// Sends what happens until the page is closed.
    private static func follow(
        _ request: RequestHead, _ connection: Connection, _ feed: PageFeed
    ) async throws {
        guard let (page, news) = feed.open(most: mostPages) else {
            return try await connection.write(Answer.refusal(.tooManyPages))
        }
        defer { feed.close(page) }
        try await connection.write(Answer.events + Data("retry: 1000\n\n".utf8))
        // A browser that connects again by itself sends the header, newer than the address. The
        // page's script can set none: after a pause, it has the number in the address.
        var last =
            request["last-event-id"].flatMap { UInt64($0) }
            ?? request.query?.wholeMatch(of: /after=([0-9]+)/).flatMap { UInt64($0.1) }
        var lastWrite = WatchMoment.now
        for await _ in news {
            let now = WatchMoment.now
            if let next = feed.text(after: last) {
                last = next.last
                lastWrite = now
                try await connection.write(Data(next.text.utf8))
            } else if now.since(lastWrite) > quiet {
                lastWrite = now
                try await connection.write(Data(PageFeed.nothing.utf8))
            }
        }
        try await connection.write(Data(PageFeed.bye.utf8))
    }
}
