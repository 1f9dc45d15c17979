// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// An app whose RIBs come and go, with one leak in ten thousand.
final class WrittenApp {
    /// How many events that a watcher lists one RIB's coming and going takes.
    static let eventsOfACycle = 10

    /// How many are written before the first RIB comes.
    static let eventsBefore = 4

    /// How many such events RIBs have made.
    private(set) var listed = 0
    private var writer: TraceWriter?
    private var stream: StreamWriter?
    private var lastObject: UInt64 = 2
    private var lastSubscription: UInt64 = 0
    private var cycles = 0

    /// Nanoseconds on the clock of all traces.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The time on the clock that lines show as midnight.
    static let dayStart = now

    init(folder: String) throws {
        let midnight: Int64 = 978_307_200_000_000_000
        let metadata = TraceMetadata(
            processName: "app", processID: Int(getpid()), workingDirectory: "/app",
            clockOffset: midnight - Int64(Self.dayStart), startedAt: Self.now, level: .counts,
            capturesStacks: false)
        let writer = try TraceWriter(folder: folder, metadata: metadata, diskLimit: 64 << 30)
        self.writer = writer
        stream = try writer.claimStream()
        for (index, name) in [
            "RootRouter", "RootInteractor", "HomeRouter", "HomeInteractor", "subject → sink",
        ]
        .enumerated() {
            append(.stringDefined(StringID(UInt64(index + 1)), text: name))
        }
        append(.objectCreated(ObjectID(1), .router, type: StringID(1), stack: .none))
        append(.objectCreated(ObjectID(2), .interactor, type: StringID(2), stack: .none))
        append(.owned(ObjectID(2), by: ObjectID(1)))
        append(.launched(router: ObjectID(1), stack: .none))
        append(.activated(interactor: ObjectID(2)))
    }

    /// A RIB comes and goes.
    func cycle() {
        let (router, interactor) = (ObjectID(lastObject + 1), ObjectID(lastObject + 2))
        lastObject += 2
        lastSubscription += 1
        cycles += 1
        listed += Self.eventsOfACycle
        let sink = SubscriptionID(lastSubscription)
        append(.objectCreated(router, .router, type: StringID(3), stack: .none))
        append(.objectCreated(interactor, .interactor, type: StringID(4), stack: .none))
        append(.owned(interactor, by: router))
        append(.attached(child: router, parent: ObjectID(1), stack: .none))
        append(.activated(interactor: interactor))
        append(
            .subscribed(
                sink, owner: interactor, ownerIsActive: true, chain: StringID(5), stack: .none))
        append(.subscriptionEnded(sink, .cancelled, counts: DeliveryCounts(whileActive: 3)))
        append(.deactivated(interactor: interactor))
        append(.detached(child: router, parent: ObjectID(1), stack: .none))
        if cycles % 10_000 == 0 {
            append(.stillAlive(router, expectedFor: 1_000_000_000))
            append(.settled(.deadline, scope: .none, unjudged: 0))
        } else {
            append(.objectDestroyed(interactor))
            append(.objectDestroyed(router))
        }
    }

    func end() {
        append(.settled(.exit, scope: .none, unjudged: 0))
        if let stream { writer?.release(stream) }
        (stream, writer) = (nil, nil)
    }

    private func append(_ event: TraceEvent) { stream?.append(event, at: Self.now) }
}
