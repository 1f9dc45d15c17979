// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import RIBTrees
import RIBWatch

/// What all open pages are told, and what one that opens has to know.
///
/// Pages have no queues of their own. There is one list of the last messages, and each page knows
/// the number of the last one it got. A page that reads too slowly, or comes back too late, gets
/// the whole state again. Without pages, nothing is encoded or kept but that state.
///
/// `@unchecked Sendable`: everything that changes is only touched while `lock` is held.
final class PageFeed: @unchecked Sendable {
    private static let mostBytes = 4 << 20
    private static let mostMessages = 2_000
    /// How often pages learn the time, in nanoseconds.
    private static let pulse: UInt64 = 500_000_000
    /// The least time between two whole states for an open page, in nanoseconds. One is large.
    private static let rest: UInt64 = 1_000_000_000

    /// Told when a page is closed.
    private let lock = NSCondition()
    private var model = PageModel()
    /// The last messages, whose numbers follow each other up to `lastID`.
    private var recent: [String] = []
    private var lastID: UInt64 = 0
    private var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    private var nextPage = 0
    private var lastPulse: UInt64 = 0
    private var lastWhole: UInt64 = 0
    /// Whether open pages need the whole state, which they get after a rest.
    private var owesWhole = false
    private var isOver = false

    /// Takes what one poll found. On the watcher's thread.
    ///
    /// - Parameter tree: The tree of a process of the watcher now.
    func take(
        _ changes: [WatchChange], at now: WatchMoment, tree: (Int) -> TreeSnapshot
    ) {
        lock.withLock {
            let steps = model.steps
            steps.begin(isWanted: !waiting.isEmpty)
            let isWhole = model.apply(changes, tree: tree)
            let isPulse = steps.isWanted && now.nanoseconds - lastPulse >= Self.pulse
            if isPulse {
                lastPulse = now.nanoseconds
                model.tellTime()
            }
            let isNew = !steps.isEmpty || isWhole
            if isNew {
                // Who comes back after this must not be told that nothing happened.
                lastID += 1
                if steps.isWanted, !isWhole {
                    keep(steps.text)
                } else {
                    recent = []
                    owesWhole = isWhole
                }
            }
            if isNew || isPulse || owesWhole { tellPages(now.nanoseconds) }
        }
    }

    /// Wakes open pages, of which each then asks for what it lacks.
    private func tellPages(_ now: UInt64) {
        if owesWhole {
            guard now - lastWhole >= Self.rest else { return }
            (owesWhole, lastWhole) = (false, now)
        }
        for continuation in waiting.values { continuation.yield() }
    }

    /// Says to all pages that nothing more comes, and waits until they were told, or a deadline.
    func end(by deadline: Date) {
        lock.withLock {
            isOver = true
            for continuation in waiting.values { continuation.finish() }
            while !waiting.isEmpty, lock.wait(until: deadline) {}
        }
    }

    /// The number of a page that is open from now on, and what tells it that there is something
    /// new; nil if too many are open.
    func open(most: Int) -> (page: Int, news: AsyncStream<Void>)? {
        lock.withLock {
            guard waiting.count < most, !isOver else { return nil }
            let (news, continuation) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            nextPage += 1
            waiting[nextPage] = continuation
            continuation.yield()
            return (nextPage, news)
        }
    }

    func close(_ page: Int) {
        lock.withLock {
            waiting[page] = nil
            lock.signal()
            if waiting.isEmpty { recent = [] }
        }
    }

    /// What a page lacks, as text of a stream of events, and the number of all that it knows.
    ///
    /// - Parameter last: The number of the last message it got; nil for none.
    func text(after last: UInt64?) -> (text: String, last: UInt64)? {
        lock.withLock {
            if last == lastID { return nil }
            let first = lastID - UInt64(recent.count) + 1
            if let last, last < lastID, last + 1 >= first {
                let lines = zip(last + 1...lastID, recent.suffix(Int(lastID - last))).map {
                    Self.event("steps", $1, id: $0)
                }
                return (lines.joined(), lastID)
            }
            return (Self.event("state", model.whole, id: lastID), lastID)
        }
    }

    /// The last words to a page.
    static let bye = "event: bye\ndata: \n\n"
    /// Nothing, by which one learns whether the page is still there.
    static let nothing = ":\n\n"

    private static func event(_ name: String, _ text: String, id: UInt64) -> String {
        "id: \(id)\nevent: \(name)\ndata: \(text)\n\n"
    }

    private func keep(_ message: String) {
        recent.append(message)
        let bytes = recent.reduce(0) { $0 + $1.utf8.count }
        // Half of it at once, lest each message moves all others.
        if bytes > Self.mostBytes || recent.count > Self.mostMessages {
            recent = Array(recent.suffix(recent.count / 2))
        }
    }
}

/// Steps by which a page follows a run, as one line of JSON: lists of a name and its facts.
///
/// `Live/feed.js` says what each step does.
final class StepList {
    /// False when no page is open: then steps are not written at all.
    private(set) var isWanted = true
    /// The number in the page of the process that the next steps are about.
    var process = 0
    private var lines: [String] = []
    private(set) var isEmpty = true

    /// Begins anew, with no steps.
    func begin(isWanted: Bool) { (self.isWanted, lines, isEmpty) = (isWanted, [], true) }

    /// A list of all steps.
    var text: String { "[" + lines.joined(separator: ",") + "]" }

    /// Adds a step of the process. Its facts are JSON values, which are separated by commas.
    func add(_ name: StaticString, _ facts: @autoclosure () -> String) {
        isEmpty = false
        if isWanted { lines.append("[\"\(name)\",\(process),\(facts())]") }
    }

    /// Adds the step that has the findings of all processes.
    func add(findings: @autoclosure () -> String) {
        isEmpty = false
        if isWanted { lines.append("[\"findings\",\(findings())]") }
    }
}

extension String {
    /// A string in JSON, of which nothing is invisible.
    var json: String { JSONText.literal(TerminalEscape.escaped(self)) }
}
