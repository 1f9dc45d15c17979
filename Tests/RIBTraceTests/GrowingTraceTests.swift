// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBTrace

/// A trace that is read while it is written: piece by piece it gives what reading it whole does.
@Suite struct GrowingTraceTests {
    private let trace: GrowingStreams
    private var seen = Collector()

    init() throws {
        trace = try GrowingStreams()
    }

    @Test(arguments: [1, 8, 1_000, 4_000])
    mutating func pieceByPieceItGivesWhatReadingItWholeGives(piece: Int) throws {
        var growing = try GrowingTrace(folder: trace.folder)
        for number in 1...8_000 {
            trace.append(.objectDestroyed(ObjectID(UInt64(number))), to: number % 3 % 2)
            guard number % piece == 0 else { continue }
            #expect(try growing.read(through: trace.now, into: &seen))
        }
        #expect(seen.events == (try events(of: trace.folder).map(\.event)))
    }

    @Test mutating func definitionsComeWithTheRest() throws {
        var growing = try GrowingTrace(folder: trace.folder)
        for event in everyEvent {
            trace.append(event, to: 0)
            #expect(try growing.read(through: trace.now, into: &seen))
        }
        #expect(seen.events == everyEvent)
    }

    @Test mutating func whatIsLaterThanAskedForComesTheNextTime() throws {
        var growing = try GrowingTrace(folder: trace.folder)
        trace.append(.loaded(router: ObjectID(1)), to: 0)
        let then = trace.now
        trace.append(.loaded(router: ObjectID(2)), to: 0)
        trace.append(.stringDefined(StringID(1), text: "later"), to: 1)
        #expect(try growing.read(through: then, into: &seen))
        #expect(seen.events == [.loaded(router: ObjectID(1))])
        #expect(try growing.read(through: trace.now, into: &seen))
        #expect(
            seen.events.dropFirst() == [
                .loaded(router: ObjectID(2)), .stringDefined(StringID(1), text: "later"),
            ])
    }

    @Test mutating func anEventThatCameTooLateIsReportedAndLeftOut() throws {
        var growing = try GrowingTrace(folder: trace.folder)
        trace.append(.loaded(router: ObjectID(1)), to: 0)
        #expect(try growing.read(through: trace.now, into: &seen))
        trace.append(.loaded(router: ObjectID(2)), to: 1, at: trace.now)
        #expect(try !growing.read(through: trace.now + 1, into: &seen))
        #expect(seen.events == [.loaded(router: ObjectID(1))])
    }

    @Test mutating func aCopyReadsOnByItself() throws {
        var growing = try GrowingTrace(folder: trace.folder)
        trace.append(.loaded(router: ObjectID(1)), to: 0)
        var copy = growing
        #expect(try growing.read(through: trace.now, into: &seen))
        var copied = Collector()
        #expect(try copy.read(through: trace.now, into: &copied))
        #expect(copied.events == seen.events)
    }
}

/// A trace of two streams, on a clock that ticks a microsecond an event.
private final class GrowingStreams {
    let folder: String
    private(set) var now: UInt64 = 1_000
    private let temporary: TemporaryFolder
    private let writer: TraceWriter
    private let streams: [StreamWriter]

    init() throws {
        temporary = try TemporaryFolder()
        folder = temporary.file("trace")
        writer = try TraceWriter(
            folder: folder,
            metadata: TraceMetadata(
                processName: "app", processID: 77, workingDirectory: "/app", clockOffset: 0,
                startedAt: 0, level: .full, capturesStacks: true))
        streams = [try writer.claimStream(), try writer.claimStream()]
    }

    func append(_ event: TraceEvent, to stream: Int, at time: UInt64? = nil) {
        if time == nil { now += 1_000 }
        streams[stream].append(event, at: time ?? now)
    }
}
