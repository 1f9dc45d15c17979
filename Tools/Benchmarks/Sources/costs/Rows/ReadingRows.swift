import Foundation
import Workloads

/// `ribleak report` against `babeltrace2 -o dummy`, each a whole process.
enum ReadingRows {
    private struct Reading {
        let events: Double
        let time: Pair
        let memory: Pair
    }

    /// - Parameter sizes: How many events the traces shall have, smallest first.
    static func measure(_ sizes: [Int], ribleak: String) throws -> [Row] {
        let readings = try sizes.map { try reading(ofTrace: $0, ribleak: ribleak) }
        return readings.map { reading in
            Row(
                what: "reading and analysing \(Int(reading.events)) events; `babeltrace2 -o dummy`",
                ours: "\(reading.time.ours.asTime), \(reading.memory.ours.asMemory)",
                peer: "\(reading.time.peer.asTime), \(reading.memory.peer.asMemory)",
                ratio: reading.time.ratio, limit: 0.1)
        } + linearity(readings)
    }

    private static func reading(ofTrace events: Int, ribleak: String) throws -> Reading {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try Command.output(of: Command.built("generate-trace"), [folder, "\(events)"])
        var times: [(Double, Double)] = []
        var memories: [(Double, Double)] = []
        for _ in 0..<(events > 2_000_000 ? 3 : 9) {
            let ours = try weighed([ribleak, "report", folder])
            let peer = try weighed(["babeltrace2", "-o", "dummy", folder])
            times.append((ours.time, peer.time))
            memories.append((ours.memory, peer.memory))
        }
        return Reading(events: Double(events), time: Pair(times), memory: Pair(memories))
    }

    private static func weighed(_ command: [String]) throws -> (time: Double, memory: Double) {
        let numbers = try Command.numbers(of: "run-and-weigh", command, count: 3)
        guard numbers[2] == 0 else { throw Failure("\(command[0]) failed: \(Int(numbers[2]))") }
        return (numbers[0], numbers[1])
    }

    /// What an event more costs in the largest trace against the smaller ones, so that the start
    /// of the process does not count.
    private static func linearity(_ readings: [Reading]) -> [Row] {
        guard readings.count > 2, let first = readings.first, let last = readings.last else {
            return []
        }
        let middle = readings[readings.count - 2]
        let late = slope(from: middle, to: last)
        let early = slope(from: first, to: middle)
        return [
            Row(
                what: "an event more beyond \(Int(middle.events)) events; one more below",
                ours: "\(Int(late)) ns", peer: "\(Int(early)) ns", ratio: late / early, limit: 1.25)
        ]
    }

    private static func slope(from low: Reading, to high: Reading) -> Double {
        (high.time.ours - low.time.ours) / (high.events - low.events)
    }
}
