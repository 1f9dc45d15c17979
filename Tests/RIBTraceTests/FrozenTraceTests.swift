// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

/// Traces of earlier versions are read forever.
///
/// Until a version is released, `RIBLEAK_MAKE_FROZEN=1 swift test --filter FrozenTraceTests` makes
/// its frozen trace anew, and fails.
@Suite struct FrozenTraceTests {
    @Test func everyVersionHasAFrozenTrace() {
        for version in 1...TraceFormat.version {
            let folder = "\(BuiltProducts.packageRoot)/Tests/FrozenTraces/version-\(version)"
            #expect(TraceReader.isTrace(folder), "no trace of version \(version)")
        }
    }

    @Test func theEventsOfVersion1AreReadAsTheyWereRecorded() throws {
        var reader = try TraceReader(folder: FrozenVersion1.folder)
        for expected in FrozenVersion1.events { #expect(reader.next() == expected) }
        #expect(reader.next() == nil)
        #expect(reader.endings.map(\.stream) == ["stream-1", "stream-2"])
        #expect(reader.endings.map(\.ending) == [.complete, .complete])
        #expect(reader.discarded == 1)
    }

    @Test func theMetadataOfVersion1IsReadAsItWasRecorded() throws {
        let metadata = try TraceReader(folder: FrozenVersion1.folder).metadata
        #expect(metadata == FrozenVersion1.metadata)
    }

    @Test func theFrozenPacketsOfVersion1AreSealedExceptTheLastOfTheKilledThread() throws {
        let first = try FrozenFile(folder: FrozenVersion1.folder, stream: 1)
        let second = try FrozenFile(folder: FrozenVersion1.folder, stream: 2)
        #expect(first.headers.map { $0.checksum != 0 } == [true, false])
        #expect(second.headers.map { $0.checksum != 0 } == [true])
    }

    /// Raise `TraceFormat.version` when this fails after version 1 was released.
    @Test(.enabled(if: TraceFormat.version == 1, "it is written in a later version"))
    func whatIsWrittenTodayIsStillVersion1() throws {
        let today = try FrozenMaker()
        if ProcessInfo.processInfo.environment["RIBLEAK_MAKE_FROZEN"] != nil {
            try today.replace(FrozenVersion1.folder)
            Issue.record("Tests/FrozenTraces/version-1 was made anew: was it not released yet?")
        }
        for stream in 1...2 {
            let written = try FrozenFile(folder: today.folder, stream: stream)
            let frozen = try FrozenFile(folder: FrozenVersion1.folder, stream: stream)
            #expect(written.content == frozen.content)
        }
        // Until it is released, there may be more of them than were frozen.
        let declared = try declarations(in: today.folder)
        for frozen in try declarations(in: FrozenVersion1.folder) {
            #expect(declared.contains(frozen))
        }
    }

    @Test(.enabled(if: TraceFormat.version == 1, "a later version has more values"))
    func theFrozenTraceOfVersion1HoldsEveryRecordThatItDeclaresAndEveryValue() throws {
        var reader = try TraceReader(folder: FrozenVersion1.folder)
        var seen = SeenEvents()
        reader.readAll(into: &seen)
        let declared = try declarations(in: FrozenVersion1.folder)
            .filter { $0.hasPrefix("event {") }
        let records = TraceEvent.Record.allCases.filter { record in
            declared.contains { $0.contains(" id = \(record.rawValue); ") }
        }
        #expect(records.count == declared.count)
        #expect(seen.records == Set(records))
        #expect(seen.values[.objectCreated] == Set(ObjectKind.allCases.map(\.rawValue)))
        let attributions = [TraceEvent.Record.subscribed, .subscriptionOwned]
            .compactMap { seen.values[$0] }.reduce(into: Set()) { $0.formUnion($1) }
        #expect(attributions == Set(SubscriptionAttribution.allCases.map(\.rawValue)))
        #expect(seen.values[.subscriptionEnded] == Set(SubscriptionEnd.allCases.map(\.rawValue)))
        #expect(seen.values[.settled] == Set(SettleReason.allCases.map(\.rawValue)))
        #expect(
            seen.values[.lifecycleViolated]
                == Set(LifecycleViolation.allCases.map(\.rawValue)))
        #expect(seen.values[.dropped] == Set(EventClass.allCases.map(\.rawValue)))
        #expect(seen.values[.grew] == Set(GrowthUnit.allCases.map(\.rawValue)))
        #expect(seen.values[.growthMeasured] == Set(GrowthOutcome.allCases.map(\.rawValue)))
    }

    @Test(.enabled(if: Babeltrace.isInstalled, "babeltrace2 is not installed"))
    func babeltraceReadsTheFrozenTraceOfVersion1() throws {
        let answer = try Babeltrace.read(FrozenVersion1.folder)
        #expect(answer.lines.count == FrozenVersion1.events.count)
        #expect(answer.status == 0)
    }

    /// The metadata without the block `env`, to which keys may be added within a version.
    private func declarations(in folder: String) throws -> [Substring] {
        let lines = try String(contentsOfFile: "\(folder)/metadata", encoding: .utf8)
            .split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "env {"))
        let end = try #require(lines[start...].firstIndex(of: "};"))
        return Array(lines[..<start] + lines[end...])
    }
}

/// What kinds of events a trace has, and which values of those that are counted.
private struct SeenEvents: EventConsumer {
    private(set) var records: Set<TraceEvent.Record> = []
    private(set) var values: [TraceEvent.Record: Set<UInt8>] = [:]

    mutating func apply(_ timed: TimedEvent) {
        records.insert(timed.event.record)
        let value: UInt8? =
            switch timed.event {
            case .objectCreated(_, let kind, _, _): kind.rawValue
            case .subscribed(_, _, _, _, _, let attribution, _),
                .subscriptionOwned(_, _, _, let attribution):
                attribution.rawValue
            case .subscriptionEnded(_, let end, _): end.rawValue
            case .settled(let reason, _, _): reason.rawValue
            case .lifecycleViolated(let violation, _, _, _, _): violation.rawValue
            case .dropped(let eventClass, _): eventClass.rawValue
            case .grew(_, let summary): summary.unit.rawValue
            case .growthMeasured(let outcome, _, _, _): outcome.rawValue
            default: nil
            }
        value.map { _ = values[timed.event.record, default: []].insert($0) }
    }
}
