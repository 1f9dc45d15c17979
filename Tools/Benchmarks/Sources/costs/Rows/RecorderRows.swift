// SPDX-License-Identifier: Apache-2.0

import CPeers
import Foundation
import Workloads

/// Compares capturing and interning with `unw_backtrace` alone.
enum CaptureRows {
    static func measure() throws -> [Row] {
        let work = try CaptureWork(depth: 25)
        let times = 2_000
        let pair = Pair(
            rounds: 101, ours: { each(times) { work.recorded(times) } },
            peer: { each(times) { work.bare(times) } })
        return [
            Row(
                what: "capture + intern, stack seen before, \(work.depth.recorder) frames; "
                    + "bare `unw_backtrace`, \(work.depth.bare) frames",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 1.35)
        ]
    }

    private static func each(_ times: Int, _ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began) / Double(times)
    }
}

/// Compares the first capture after recording has warmed up with a first capture without any
/// warm-up.
enum FirstCaptureRows {
    static func measure() throws -> [Row] {
        var runs: [[Double]] = []
        for _ in 0..<15 {
            runs.append(try Command.numbers(of: "repeat-work", ["first-captures"], count: 5))
        }
        return [
            row(
                "first capture after recording started; libunwind's first on a thread",
                Pair(runs.map { ($0[1], $0[4]) })),
            row(
                "first capture on another thread; libunwind's first on a thread",
                Pair(runs.map { ($0[3], $0[4]) })),
            Row(what: "a later capture of a new stack", ours: runs.map { $0[2] }.median.asTime),
            Row(what: "starting to record", ours: runs.map { $0[0] }.median.asTime),
        ]
    }

    private static func row(_ what: String, _ pair: Pair) -> Row {
        Row(
            what: what, ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio,
            limit: 0.25)
    }
}

/// Compares an event of four fields with one of LTTng-UST, and two threads with one.
enum EventRows {
    private static let events = 50_000
    private static let rounds = 31

    /// - Parameter peer: The program that records with LTTng, or nil when it cannot run here.
    static func measure(against peer: String?) throws -> [Row] {
        let work = try EventWork()
        let lttng = try peer.map(LTTngPeer.init)
        var turns: [Turn] = []
        for _ in 0..<rounds {
            try FreeMemory.back()
            let turn = Turn(
                ours: price { work.nanosecondsAnEvent(threads: $0, eventsEach: events) },
                peer: try price {
                    try lttng?.nanosecondsAnEvent(threads: $0, eventsEach: events) ?? .nan
                },
                clock: price {
                    EventWork.nanosecondsAClockRead(threads: $0, readsEach: events)
                })
            turns.append(turn)
        }
        // Both create their files in the first turn.
        turns.removeFirst()
        let one = Pair(turns.map { ($0.ours.one, $0.peer.one) })
        let two = Pair(turns.map { ($0.ours.two, $0.peer.two) })
        let both = Pair(turns.map { ($0.ours.two, $0.ours.one) })
        let clock = Pair(turns.map { ($0.clock.two, $0.clock.one) })
        return [
            row("one event, one thread; LTTng-UST", one, limit: 0.5, isMeasured: lttng != nil),
            row("one event, two threads each; LTTng-UST", two, isMeasured: lttng != nil),
            row("one event, two threads each; one thread", both, limit: 1.2),
            row("for comparison: reading the clock, two threads each; one thread", clock),
        ]
    }

    private struct Turn {
        typealias Price = (one: Double, two: Double)
        let ours: Price
        let peer: Price
        let clock: Price
    }

    private static func price(_ nanoseconds: (Int) throws -> Double) rethrows -> Turn.Price {
        (try nanoseconds(1), try nanoseconds(2))
    }

    private static func row(
        _ what: String, _ pair: Pair, limit: Double? = nil, isMeasured: Bool = true
    ) -> Row {
        guard isMeasured else {
            return Row(what: what, trouble: "LTTng does not run here (ours: \(pair.ours.asTime))")
        }
        return Row(
            what: what, ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio,
            limit: limit)
    }
}

/// Compares the recorder's frames with those of `unw_step`. The ratio is theirs to ours, so at most
/// 1 means complete.
enum CompletenessRows {
    static func measure() throws -> [Row] {
        try Completeness.measured().map { result in
            Row(
                what: "frames of `unw_step` that are found: \(result.scenario)",
                ours: "\(result.found) (\(100 * result.found / result.expected) %)",
                peer: "\(result.expected)",
                ratio: Double(result.expected) / Double(max(result.found, 1)), limit: 1)
        }
    }
}

/// A running program that records with LTTng-UST, one round for each question.
final class LTTngPeer {
    private let process = Process()
    private let questions = Pipe()
    private let answers = Pipe()

    init(_ executable: String) throws {
        process.executableURL = URL(fileURLWithPath: executable)
        process.standardInput = questions
        process.standardOutput = answers
        try process.run()
    }

    /// The nanoseconds per event, averaged over the threads.
    func nanosecondsAnEvent(threads: Int, eventsEach: Int) throws -> Double {
        try questions.fileHandleForWriting.write(
            contentsOf: Data("\(threads) \(eventsEach)\n".utf8))
        var line = Data()
        while let byte = try answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            if byte == Data("\n".utf8) { break }
            line += byte
        }
        guard let answer = Double(String(decoding: line, as: UTF8.self)) else {
            throw Failure("the LTTng program ended")
        }
        return answer
    }

    deinit {
        try? questions.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
