// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBWatch
import Testing

@testable import RIBWatchWeb

@Suite struct PageFeedTests {
    private let feed = PageFeed()

    private func take(_ changes: WatchChange..., at time: UInt64 = 0) {
        feed.take(changes, at: WatchMoment(nanoseconds: time), tree: noTree)
    }

    private func names(_ text: String?) -> [String] {
        (text ?? "").split(separator: "\n").filter { $0.hasPrefix("event: ") }
            .map { String($0.dropFirst(7)) }
    }

    @Test func aNewPageGetsTheState() throws {
        take(found(0))
        let next = try #require(feed.text(after: nil))
        #expect(names(next.text) == ["state"])
        #expect(next.text.contains("app-0"))
        #expect(next.text.hasPrefix("id: \(next.last)\n"))
        #expect(next.text.hasSuffix("\n\n"))
    }

    @Test func anOpenPageGetsStepsAndNothingTwice() throws {
        take(found(0))
        _ = feed.open(most: 1)
        let first = try #require(feed.text(after: nil))
        #expect(feed.text(after: first.last) == nil)
        take(.processEnded(0, .exited))
        let second = try #require(feed.text(after: first.last))
        #expect(names(second.text) == ["steps"])
        #expect(second.text.contains(#"data: [["end",0,"exited"]]"#))
        #expect(feed.text(after: second.last) == nil)
    }

    @Test func onePageAsksForWhatItMissed() throws {
        take(found(0))
        _ = feed.open(most: 1)
        let first = try #require(feed.text(after: nil))
        take(.processEnded(0, .exited))
        take(found(1))
        #expect(names(feed.text(after: first.last)?.text) == ["steps", "steps"])
    }

    @Test func whoReadsTooSlowlyGetsTheStateAgain() throws {
        take(found(0))
        _ = feed.open(most: 1)
        let first = try #require(feed.text(after: nil))
        for time in 0..<3_000 {
            take(event(.created, 1, at: Int64(time), type: "R", kind: .router))
        }
        #expect(names(feed.text(after: first.last)?.text) == ["state"])
    }

    @Test func whatCameWhileNoPageWasOpenIsInTheState() throws {
        take(found(0))
        let (page, _) = try #require(feed.open(most: 1))
        let first = try #require(feed.text(after: nil))
        feed.close(page)
        take(.processEnded(0, .exited))
        _ = feed.open(most: 1)
        #expect(names(feed.text(after: first.last)?.text) == ["state"])
    }

    @Test(arguments: [7, 1_000_000, .max] as [UInt64])
    func aNumberThatWasNeverGivenGetsTheState(last: UInt64) throws {
        take(found(0))
        _ = feed.open(most: 1)
        #expect(names(feed.text(after: last)?.text) == ["state"])
    }

    @Test func openPagesLearnTheTimeWhileNothingHappens() throws {
        take(found(0))
        _ = feed.open(most: 1)
        let first = try #require(feed.text(after: nil))
        take(at: 10_000_000_000)
        let second = try #require(feed.text(after: first.last))
        #expect(second.text.contains(#"["now",0,"#))
        take(at: 10_100_000_000)
        #expect(feed.text(after: second.last) == nil)
    }

    @Test func onlySoManyPagesAreOpen() throws {
        let (page, _) = try #require(feed.open(most: 1))
        #expect(feed.open(most: 1) == nil)
        feed.close(page)
        #expect(feed.open(most: 1) != nil)
    }

    @Test func theEndIsToldToAll() async throws {
        let (_, news) = try #require(feed.open(most: 2))
        feed.end(by: .distantPast)
        for await _ in news {}
        #expect(feed.open(most: 2) == nil)
    }
}
