// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workloads

/// `ribleak report` against `babeltrace2 -o dummy`.
///
/// Both are whole processes, and of a small trace their start is nearly all that is to be seen. So
/// each is also timed on a trace of the same make with hardly an event, in the same turn: what the
/// larger one takes longer is reading and analysing. That is counted in processor time: both have
/// one thread, and what else the machine does meanwhile is larger than what is left.
enum ReadingRows {
    private struct Reading {
        let events: Int
        /// Of the whole processes.
        let time: Pair
        let memory: Pair
        /// What the events take of a processor beyond the start.
        let added: Pair
    }

    /// Events of the trace that shows what starting costs: the definitions, two RIBs and a leak.
    private static let fewEvents = 500
    private static let limit = 0.1

    /// - Parameter sizes: How many events the traces shall have, smallest first.
    static func measure(_ sizes: [Int], ribleak: String) throws -> [Row] {
        let start = try GeneratedTrace(events: fewEvents)
        let readings = try sizes.map { events in
            try reading(GeneratedTrace(events: events), events, start, ribleak: ribleak)
        }
        let largest = readings.max { $0.events < $1.events }.map(wholeProcess)
        return readings.map(withoutStart) + [largest].compactMap { $0 } + linearity(readings)
    }

    private static func withoutStart(_ reading: Reading) -> Row {
        Row(
            what: "reading and analysing \(reading.events) events, without what \(fewEvents) take; "
                + "`babeltrace2 -o dummy`",
            ours: reading.added.ours.asTime, peer: reading.added.peer.asTime,
            ratio: reading.added.ours / reading.added.peer, limit: limit)
    }

    /// The target is set for traces beside which the start of a process is small.
    private static func wholeProcess(_ reading: Reading) -> Row {
        Row(
            what: "the same \(reading.events) events, whole process; `babeltrace2 -o dummy`",
            ours: "\(reading.time.ours.asTime), \(reading.memory.ours.asMemory)",
            peer: "\(reading.time.peer.asTime), \(reading.memory.peer.asMemory)",
            ratio: reading.time.ratio, limit: reading.events < 10_000_000 ? nil : limit)
    }

    private static func reading(
        _ trace: GeneratedTrace, _ events: Int, _ start: GeneratedTrace, ribleak: String
    ) throws -> Reading {
        let ours = [ribleak, "report"]
        let peer = ["babeltrace2", "-o", "dummy"]
        var times: [(Double, Double)] = []
        var memories: [(Double, Double)] = []
        var added: [(Double, Double)] = []
        for _ in 0..<turns(for: events) {
            let read = (try weighed(ours, trace), try weighed(peer, trace))
            let began = (try weighed(ours, start), try weighed(peer, start))
            times.append((read.0.time, read.1.time))
            memories.append((read.0.memory, read.1.memory))
            added.append((read.0.work - began.0.work, read.1.work - began.1.work))
        }
        return Reading(
            events: events, time: Pair(times), memory: Pair(memories), added: Pair(added))
    }

    /// The fewer events, the less they stand out from how much the start of a process varies.
    private static func turns(for events: Int) -> Int {
        switch events {
        case ..<50_000: 301
        case ..<500_000: 51
        case ..<5_000_000: 15
        default: 5
        }
    }

    private static func weighed(
        _ command: [String], _ trace: GeneratedTrace
    ) throws -> (time: Double, work: Double, memory: Double) {
        let numbers = try Command.numbers(of: "run-and-weigh", command + [trace.folder], count: 4)
        guard numbers[3] == 0 else { throw Failure("\(command[0]) failed: \(Int(numbers[3]))") }
        return (numbers[0], numbers[1], numbers[2])
    }

    /// What an event more costs in the largest trace against the smaller ones.
    private static func linearity(_ readings: [Reading]) -> [Row] {
        guard readings.count > 2, let first = readings.first, let last = readings.last else {
            return []
        }
        let middle = readings[readings.count - 2]
        let late = slope(from: middle, to: last)
        let early = slope(from: first, to: middle)
        return [
            Row(
                what: "an event more beyond \(middle.events) events; one more below",
                ours: "\(Int(late)) ns", peer: "\(Int(early)) ns", ratio: late / early, limit: 1.25)
        ]
    }

    private static func slope(from low: Reading, to high: Reading) -> Double {
        (high.added.ours - low.added.ours) / Double(high.events - low.events)
    }
}

/// A trace of an app that never ran, there for as long as this is.
final class GeneratedTrace {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path

    init(events: Int) throws {
        _ = try Command.output(of: Command.built("generate-trace"), [folder, "\(events)"])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
