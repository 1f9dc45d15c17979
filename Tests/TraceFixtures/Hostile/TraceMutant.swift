// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// A trace with mistakes: the events of a good one, or of none, are changed, written and their files
/// changed too. One number makes the same mutant each time.
package struct TraceMutant {
    /// The change, to help find the cause of a failure.
    package private(set) var changes: [String] = []
    private var random: SeededGenerator
    private var events: [TraceEvent]

    /// More events would only make the run longer.
    private static let mostEvents = 4_000

    /// Makes a mutant.
    ///
    /// - Parameters:
    ///   - seed: Its number.
    ///   - traces: The events of good traces.
    ///   - folder: Where its trace goes; nothing is there yet.
    package init(seed: UInt64, of traces: [[TraceEvent]], in folder: String) throws {
        random = SeededGenerator(seed: seed)
        events = traces.randomElement(using: &random) ?? []
        if Int.random(in: 0..<4, using: &random) == 0 { events = RandomEvents.definitions }
        for _ in 0..<Int.random(in: 0...6, using: &random) { changeEvents(traces) }
        try write(to: folder)
        var files = TraceFiles(folder, random)
        if Int.random(in: 0..<3, using: &random) > 0 { try files.change() }
        changes += files.changes
    }

    /// The events of a good trace.
    package static func events(of folder: String) throws -> [TraceEvent] {
        var reader = try TraceReader(folder: folder)
        var events: [TraceEvent] = []
        while let event = reader.next(), events.count < mostEvents / 2 {
            events.append(event.event)
        }
        return events
    }

    private mutating func changeEvents(_ traces: [[TraceEvent]]) {
        let start = Int.random(in: 0...events.count, using: &random)
        let end = min(events.count, start + Int.random(in: 0...64, using: &random))
        let range = events[start..<end]
        let kind = Int.random(in: 0..<7, using: &random)
        switch kind {
        case 0: events.removeSubrange(start..<end)
        case 1: events.replaceSubrange(start..<end, with: range.reversed())
        case 2: events.replaceSubrange(start..<end, with: range.shuffled(using: &random))
        case 3:
            let times = Int.random(in: 2...50, using: &random)
            events.insert(contentsOf: (0..<times).flatMap { _ in range }, at: end)
        case 4:
            events.removeSubrange(start..<end)
            events.insert(contentsOf: range, at: Int.random(in: 0...events.count, using: &random))
        case 5: events.insert(contentsOf: traces.randomElement(using: &random) ?? [], at: start)
        default:
            var others = RandomEvents(random)
            let count = Int.random(in: 1...300, using: &random)
            events.insert(
                contentsOf: RandomEvents.definitions + (0..<count).map { _ in others.next() },
                at: start)
            random = others.random
        }
        events = Array(events.prefix(Self.mostEvents))
        changes.append("events \(kind) at \(start)..<\(end)")
    }

    private mutating func write(to folder: String) throws {
        let writer = try TraceWriter(
            folder: folder,
            metadata: TraceMetadata(
                processName: "app", processID: 77, workingDirectory: "/app",
                clockOffset: 1_767_323_044_006_000_000, startedAt: 1_000_000_000, level: .full,
                capturesStacks: true))
        let streams = try (0...Int.random(in: 0...2, using: &random)).map { _ in
            try writer.claimStream()
        }
        var now: UInt64 = 1_000_000_000
        for event in events {
            let isLeap = Int.random(in: 0..<500, using: &random) == 0
            now &+= isLeap ? 1 << UInt64.random(in: 30..<62, using: &random) : 1_000
            streams.randomElement(using: &random)?.append(event, at: now)
        }
        streams.forEach(writer.release)
    }
}
