// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

/// What the ledger keeps grows with the live subscriptions, not with what they deliver.
///
/// The values enter by the ledger's own entry point: a tap in front of each of ten million would take
/// a debug build minutes. `LedgerMemoryTests` of the runtime has fewer, which come through publishers.
@Suite struct LedgerMemoryTests {
    private static let owners = 1_000
    private static let subscriptionsEach = 10
    private static let values = 10_000_000
    private static let subscriptions = owners * subscriptionsEach

    private let recording: Recording
    private let session: RecordingSession
    private let activities = (1...UInt64(owners)).map { Activity(owner: ObjectID($0)) }
    private let entries: [LedgerEntry]

    init() throws {
        recording = try Recording { $0.ticks = false }
        let recorder = recording.recorder
        session = try #require(recorder.session)
        for activity in activities { recorder.activated(activity) }
        entries = activities.flatMap { activity in
            (0..<Self.subscriptionsEach).compactMap { _ in
                recorder.subscribed(owner: activity, chain: "sink")
            }
        }
    }

    private func deliver(_ values: Int) {
        for index in 0..<values { recording.recorder.willDeliver(entries[index % entries.count]) }
    }

    /// All that grows while something is recorded.
    private struct Growth: Equatable {
        var live: Int
        var definitionBytes: UInt64
        var events: UInt64
        var traceBytes: Int
    }

    private func growth() throws -> Growth {
        let files = try FileManager.default.subpathsOfDirectory(atPath: session.folder)
        let sizes = try files.map { file in
            try FileManager.default.attributesOfItem(atPath: "\(session.folder)/\(file)")[.size]
                as? Int ?? 0
        }
        return Growth(
            live: session.ledger.count, definitionBytes: session.memory.usedBytes,
            events: session.eventCount, traceBytes: sizes.reduce(0, +))
    }

    @Test func tenMillionValuesWhileActiveTakeNoMemoryAndNoTrace() throws {
        let before = try growth()
        #expect(before.live == Self.subscriptions)
        deliver(Self.values)
        #expect(try growth() == before)
        #expect(
            entries.allSatisfy {
                $0.counts.whileActive == UInt64(Self.values / Self.subscriptions)
            })
    }

    @Test func valuesWhileInactiveTakeOneEventForEachSubscription() throws {
        for activity in activities { recording.recorder.deactivated(activity) }
        let before = session.eventCount
        deliver(10 * Self.subscriptions)
        let fired = try recording.facts().count { event in
            if case .firedWhileInactive = event { return true }
            return false
        }
        #expect(fired == Self.subscriptions)
        let stacks = try recording.events().count { event in
            if case .stackDefined = event { return true }
            return false
        }
        // Each of a few stacks is defined once, with its texts and images.
        #expect(stacks < 100)
        #expect(session.eventCount - before < UInt64(Self.subscriptions + 1_000))
        #expect(session.ledger.count == Self.subscriptions)
    }

    @Test func endedSubscriptionsAreRemoved() throws {
        #expect(session.ledger.count == Self.subscriptions)
        for entry in entries { recording.recorder.ended(entry, .cancelled) }
        #expect(session.ledger.count == 0)
        #expect(session.ledger.entriesToReport().isEmpty)
    }
}
