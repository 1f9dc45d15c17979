// SPDX-License-Identifier: Apache-2.0

import CPeers
import Foundation
import RIBAnalysis
@_spi(Measuring) import RIBRecorder
import Workloads

/// Compares `ribleak report` with `babeltrace2 -o dummy`.
///
/// Both run as whole processes, and for a small trace their start takes nearly all the time. So
/// each turn also times them on a similar trace with hardly any events. The extra time for the
/// larger trace is reading and analysing. It is counted in processor time: both have one thread,
/// and the machine's other work is larger than this difference.
enum ReadingRows {
    private struct Reading {
        let events: Int
        /// The time of the whole processes.
        let time: Pair
        let memory: Pair
        /// The processor time for the events, beyond the start.
        let added: Pair
    }

    /// The number of events in the trace that shows the start's cost: the definitions, two RIBs and
    /// a leak.
    private static let fewEvents = 500
    /// No suite of tests comes near a million events, and a fifth of the time leaves room for plain code.
    private static let limit = 0.2

    /// - Parameter sizes: The numbers of events in the traces, smallest first.
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

    /// The row of whole processes. Its target is for traces with a reading time well above a
    /// process's start.
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

    /// Fewer events need more turns, because the start of a process varies.
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

    /// Compares the cost per additional event in the largest trace with that in the smaller ones.
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

/// A trace of a simulated app, deleted with this object.
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

/// Compares looking up 500 addresses of this executable with one direct run of llvm-symbolizer.
enum SymbolRows {
    private static let count = 500

    static func measure(tool: String) throws -> [Row] {
        let peer = SymbolizerPeer(tool: tool)
        let addresses = try addressesWithLines(by: peer)
        let expected = try peer.lines(at: addresses)
        let symbolizer = LLVMSymbolizer()
        var found = symbolizer.symbolicate(addresses)
        let pair = try Pair(
            rounds: 15,
            ours: {
                // One that runs is asked again, but not about a binary that has changed since.
                try FileManager.default.setAttributes(
                    [.modificationDate: Date()], ofItemAtPath: addresses[0].path)
                return timed { found = symbolizer.symbolicate(addresses) }
            },
            peer: { try peer.nanoseconds(for: addresses) })
        let agreed = zip(addresses, expected).count { address, lines in
            found[address]?.map { $0.line ?? 0 } == lines
        }
        return [
            Row(
                what: "symbols for \(count) addresses; `llvm-symbolizer` started once",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 1.5),
            Row(
                what: "addresses whose lines and inlined frames are the same",
                ours: "\(agreed)", peer: "\(count)", ratio: Double(count) / Double(max(agreed, 1)),
                limit: 1),
        ]
    }

    private static func timed(_ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began)
    }

    /// Addresses spread over the executable's code, each with a line that the tool knows.
    private static func addressesWithLines(by peer: SymbolizerPeer) throws -> [ImageAddress] {
        let run = try RecordedRun()
        _ = run.recorder.captureStack()
        guard let image = try run.images().first(where: { $0.path.hasSuffix("/costs") }) else {
            throw Failure("the stack does not lead through this executable")
        }
        var start: UInt64 = 0
        var end: UInt64 = 0
        peers_code_range(&start, &end)
        let candidates = (0..<UInt64(count * 20)).map { index in
            ImageAddress(
                path: image.path, buildID: image.buildID,
                offset: start + 1 + (end - start) * index / UInt64(count * 20))
        }
        let known = zip(candidates, try peer.lines(at: candidates))
            .filter { $0.1.contains { $0 > 0 } }.map(\.0)
        guard known.count >= count else { throw Failure("only \(known.count) lines are known") }
        return (0..<count).map { known[known.count * $0 / count] }
    }
}

/// llvm-symbolizer alone, asked in the same way as ribleak asks it.
struct SymbolizerPeer {
    let tool: String

    private static let options = ["--no-demangle", "--inlines", "--output-style=JSON"]

    /// The time for starting it, asking, and reading all answers.
    ///
    /// posix_spawn starts it, as ribleak does. Foundation would take longer than the tool.
    func nanoseconds(for addresses: [ImageAddress]) throws -> Double {
        try asking(about: addresses) { questions in
            try Command.numbers(
                of: "run-and-weigh", [tool] + Self.options, count: 4, input: questions)[0]
        }
    }

    /// The lines at each address, the innermost inlined one first; 0 for an address without a file.
    func lines(at addresses: [ImageAddress]) throws -> [[Int]] {
        try asking(about: addresses) { questions in
            try Command.output(of: tool, Self.options, input: questions)
                .split(separator: UInt8(ascii: "\n"))
                .map { try JSONDecoder().decode(Answer.self, from: $0).symbols.map(\.lineInFile) }
        }
    }

    private func asking<Result>(
        about addresses: [ImageAddress], _ body: (_ questions: String) throws -> Result
    ) throws -> Result {
        let questions = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: questions) }
        // The byte before a return address belongs to the call.
        let lines = addresses.map { "CODE \"\($0.path)\" 0x\(String($0.offset - 1, radix: 16))\n" }
        try lines.joined().write(toFile: questions, atomically: true, encoding: .utf8)
        return try body(questions)
    }

    private struct Answer: Decodable {
        struct Symbol: Decodable {
            let file: String
            let line: Int

            var lineInFile: Int { file.hasSuffix("<compiler-generated>") ? 0 : line }

            enum CodingKeys: String, CodingKey {
                case file = "FileName"
                case line = "Line"
            }
        }
        let symbols: [Symbol]

        enum CodingKeys: String, CodingKey { case symbols = "Symbol" }
    }
}
