// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBTrace

/// Reading many events at once takes a shorter way than one by one; both must agree.
@Suite struct ReadAllTests {
    @Test(arguments: 1...20)
    func allAtOnceIsInTheOrderOfOneByOne(seed: UInt64) throws {
        let trace = try SeveralStreams(seed: seed)

        let expected = try events(of: trace.folder)
        #expect(try collected(from: trace.folder) == expected.map(\.event))
        #expect(expected.count == trace.count)
    }

    @Test func anEventThatMeansNothingEndsTheStreamBeforeIt() throws {
        let trace = try TraceBuilder()
        trace.append(.loaded(router: ObjectID(1)))
        trace.append(.objectCreated(ObjectID(2), .router, type: .none, stack: .none))
        trace.append(.loaded(router: ObjectID(3)))
        // The kind of the second event, after the first event and its number, time and object.
        try damage(trace) { bytes in
            bytes[PacketHeader.size + 18 + 18] = 200
            // As in a packet that was not sealed.
            for place in PacketHeader.Offset.checksum..<PacketHeader.size { bytes[place] = 0 }
        }

        var reader = try TraceReader(folder: trace.folder)
        var seen = Collector()
        reader.readAll(into: &seen)
        #expect(seen.events == [.loaded(router: ObjectID(1))])
        #expect(
            reader.endings.map(\.ending) == [
                .damaged(
                    offset: PacketHeader.size + 18, reason: "no event of this format begins here")
            ])
    }

    private func collected(from folder: String) throws -> [TraceEvent] {
        var reader = try TraceReader(folder: folder)
        var seen = Collector()
        reader.readAll(into: &seen)
        return seen.events
    }
}

struct Collector: EventConsumer {
    private(set) var events: [TraceEvent] = []

    mutating func apply(_ timed: TimedEvent) { events.append(timed.event) }
}

/// One to five streams whose times are often equal, and as early and late as can be.
private struct SeveralStreams {
    let folder: String
    let count = 400
    private let temporary: TemporaryFolder

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        temporary = try TemporaryFolder()
        folder = temporary.file("trace")
        let writer = try TraceWriter(
            folder: folder,
            metadata: TraceMetadata(
                processName: "app", processID: 1, workingDirectory: "/", clockOffset: 0,
                startedAt: 0, level: .full, capturesStacks: true))
        let streams = try (0..<Int.random(in: 1...5, using: &random)).map { _ in
            try writer.claimStream()
        }
        var time: UInt64 = 0
        for number in 1...UInt64(count) {
            if Bool.random(using: &random) { time += 1 }
            if number > 390 { time = .max - 400 + number }
            let isDefinition = UInt8.random(in: 0..<8, using: &random) == 0
            streams.randomElement(using: &random)?.append(
                isDefinition
                    ? .stringDefined(StringID(number), text: "\(number)")
                    : .loaded(router: ObjectID(number)),
                at: time)
        }
        streams.forEach(writer.release)
    }
}
