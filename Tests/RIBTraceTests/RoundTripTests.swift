// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@Suite struct RoundTripTests {
    @Test func everyKindOfEventIsReadBackAsItWasWritten() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)

        #expect(try events(of: trace.folder).map(\.event) == everyEvent)
    }

    @Test func timesAreReadBackToTheNanosecond() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)

        #expect(try events(of: trace.folder).map(\.timestamp) == trace.events.map(\.timestamp))
    }

    @Test func eventsOfManyPacketsKeepTheirOrder() throws {
        let trace = try TraceBuilder()
        for number in 1...20_000 { trace.append(.objectDestroyed(ObjectID(UInt64(number)))) }

        let numbers = try events(of: trace.folder).map { event in
            if case .objectDestroyed(let id) = event.event { return id.rawValue }
            return 0
        }
        #expect(numbers == Array(1...20_000))
    }

    @Test func streamsAreMergedByTime() throws {
        let trace = try TwoStreams()
        trace.first.append(.loaded(router: ObjectID(1)), at: 10)
        trace.second.append(.loaded(router: ObjectID(2)), at: 20)
        trace.first.append(.loaded(router: ObjectID(3)), at: 30)

        #expect(
            try events(of: trace.folder).map(\.event) == [
                .loaded(router: ObjectID(1)), .loaded(router: ObjectID(2)),
                .loaded(router: ObjectID(3)),
            ])
    }

    @Test func aDefinitionPrecedesItsUseAtTheSameNanosecond() throws {
        let trace = try TwoStreams()
        trace.first.append(.scopeBegan(ScopeID(1), name: StringID(1)), at: 10)
        trace.second.append(.stringDefined(StringID(1), text: "test"), at: 10)

        #expect(
            try events(of: trace.folder).map(\.event) == [
                .stringDefined(StringID(1), text: "test"),
                .scopeBegan(ScopeID(1), name: StringID(1)),
            ])
    }

    @Test func metadataIsReadBackAsItWasWritten() throws {
        let trace = try TraceBuilder { $0.level = .counts }
        let metadata = try TraceReader(folder: trace.folder).metadata

        #expect(metadata.processName == "app")
        #expect(metadata.processID == 77)
        #expect(metadata.workingDirectory == "/app")
        #expect(metadata.level == .counts)
        #expect(metadata.capturesStacks)
        #expect(metadata.clockOffset == 1_767_323_044_006_000_000)
    }

    @Test func aTextLongerThanTheFormatAllowsIsCutBetweenCharacters() throws {
        let trace = try TraceBuilder()
        trace.append(.stringDefined(StringID(1), text: String(repeating: "é", count: 4_000)))

        let cut = String(repeating: "é", count: 2_048)
        #expect(
            try events(of: trace.folder).map(\.event) == [.stringDefined(StringID(1), text: cut)])
    }
}

/// A trace of two threads.
private final class TwoStreams {
    let folder: String
    let first: StreamWriter
    let second: StreamWriter
    private let temporary = try? TemporaryFolder()

    init() throws {
        folder = try #require(temporary).file("trace")
        let writer = try TraceWriter(
            folder: folder,
            metadata: TraceMetadata(
                processName: "app", processID: 1, workingDirectory: "/", clockOffset: 0,
                startedAt: 0, level: .full, capturesStacks: true))
        first = try writer.claimStream()
        second = try writer.claimStream()
    }
}
