// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// The parts of a trace from the real writer, with room for fuzzed bytes between them.
///
/// It relies only on the documented layout: a packet's header has 80 bytes. The trace's uuid is at
/// 4, the content's size at 40, the packet's at 48 (both in bits) and the checksum at 76.
struct TraceTemplate: Sendable {
    static let shared = TraceTemplate()
    private static let headerSize = 80
    /// Fixed, so that a finding occurs in every process.
    private static let uuid = "5bd2ab1e-7a11-4c0d-9e57-0123456789ab"
    private static let uuidBytes: [UInt8] = [
        0x5B, 0xD2, 0xAB, 0x1E, 0x7A, 0x11, 0x4C, 0x0D, 0x9E, 0x57, 0x01, 0x23, 0x45, 0x67, 0x89,
        0xAB,
    ]

    let metadata: [UInt8]
    private let header: [UInt8]

    private init() {
        let (metadata, stream) = Self.written(SampleRun.events)
        self.metadata = metadata
        header = Array(stream.prefix(Self.headerSize))
    }

    /// A whole packet around some content, without a checksum, as before the packet is sealed.
    func packet(around content: [UInt8]) -> [UInt8] {
        let bits = UInt64((Self.headerSize + content.count) * 8)
        let size = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        var packet = header
        packet.replaceSubrange(40..<48, with: size)
        packet.replaceSubrange(48..<56, with: size)
        packet.replaceSubrange(76..<80, with: [0, 0, 0, 0])
        return packet + content
    }

    /// The bytes of events, as in a packet.
    static func content(of events: [TraceEvent]) -> [UInt8] {
        // Without events, the writer starts no packet.
        guard !events.isEmpty else { return [] }
        let stream = written(events).stream
        let bits = (0..<8).reduce(UInt64(0)) { $0 | UInt64(stream[40 + $1]) << (8 * $1) }
        return Array(stream[headerSize..<Int(bits / 8)])
    }

    /// The two files of a trace, with the uuid replaced.
    static func written(_ events: [TraceEvent]) -> (metadata: [UInt8], stream: [UInt8]) {
        let scratch = ScratchFolder()
        let folder = "\(scratch.path)/template"
        do {
            let writer = try TraceWriter(
                folder: folder,
                metadata: TraceMetadata(
                    processName: "app", processID: 77, workingDirectory: "/app",
                    clockOffset: 1_767_323_044_006_000_000, startedAt: 1_000_000_000, level: .full,
                    capturesStacks: true))
            let stream = try writer.claimStream()
            for (index, event) in events.enumerated() {
                stream.append(event, at: 1_000_000_000 + UInt64(index) * 1_000)
            }
            writer.release(stream)
            let text = try String(contentsOfFile: "\(folder)/metadata", encoding: .utf8)
            var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/stream-1")))
            bytes.replaceSubrange(4..<20, with: uuidBytes)
            return (Array(withFixedUUID(text).utf8), bytes)
        } catch {
            // Every input would be refused, and no target would reach the code under test.
            fatalError("cannot write the template: \(error)")
        }
    }

    private static func withFixedUUID(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains("uuid = \"") ? "    uuid = \"\(uuid)\";" : String(line)
        }.joined(separator: "\n")
    }
}

/// The events of a small run with every kind of event and every kind of finding.
enum SampleRun {
    static let events: [TraceEvent] = definitions + objects + life

    private static let definitions: [TraceEvent] = [
        .stringDefined(StringID(1), text: "HomeRouter"),
        .stringDefined(StringID(2), text: "HomeInteractor"),
        .stringDefined(StringID(3), text: "HomeViewController"),
        .stringDefined(StringID(4), text: "PassthroughSubject<Int> → sink"),
        .stringDefined(StringID(5), text: "testHome"),
        .imageDefined(
            ImageDefinition(
                id: ImageID(1), loadBias: 0x5555_0000_0000, path: "/app/demo", buildID: "0a1b")),
        .stackDefined(
            StackID(1),
            StackDefinition(
                frames: [
                    .init(image: ImageID(1), offset: 0x1234),
                    .init(image: .none, offset: 0x7fff_0000_0001),
                ], isTruncated: true)),
    ]

    private static let objects: [TraceEvent] = [
        .objectCreated(ObjectID(1), .router, type: StringID(1), stack: StackID(1)),
        .objectCreated(ObjectID(2), .router, type: StringID(1), stack: StackID(1)),
        .objectCreated(ObjectID(3), .interactor, type: StringID(2), stack: StackID(1)),
        .objectCreated(ObjectID(4), .view, type: StringID(3), stack: StackID(1)),
        .objectCreated(ObjectID(5), .router, type: StringID(1), stack: StackID(1)),
        .objectCreated(ObjectID(6), .view, type: StringID(3), stack: StackID(1)),
        .owned(ObjectID(3), by: ObjectID(2)),
        .owned(ObjectID(4), by: ObjectID(3)),
        .owned(ObjectID(6), by: ObjectID(5)),
    ]

    private static let life: [TraceEvent] = [
        .scopeBegan(ScopeID(1), name: StringID(5)),
        .launched(router: ObjectID(1), stack: StackID(1)),
        .attached(child: ObjectID(2), parent: ObjectID(1), stack: StackID(1)),
        .attached(child: ObjectID(5), parent: ObjectID(1), stack: StackID(1)),
        .loaded(router: ObjectID(2)),
        .activated(interactor: ObjectID(3)),
        .viewAppeared(ObjectID(6)),
        .subscribed(
            SubscriptionID(1), owner: ObjectID(3), ownerIsActive: true, chain: StringID(4),
            stack: StackID(1)),
        .deactivated(interactor: ObjectID(3)),
        .detached(child: ObjectID(2), parent: ObjectID(1), stack: StackID(1)),
        .firedWhileInactive(
            SubscriptionID(1), scope: ScopeID(1), stack: StackID(1), sinceDeactivation: 12_345),
        .subscriptionEnded(
            SubscriptionID(1), .cancelled,
            counts: DeliveryCounts(whileActive: 3, whileInactive: 4)),
        .viewLeft(ObjectID(6), scope: ScopeID(1), stack: StackID(1)),
        .lifecycleViolated(
            .detachedNonChild, ObjectID(5), other: ObjectID(2), scope: ScopeID(1),
            stack: StackID(1)),
        .workerStarted(ObjectID(4), by: ObjectID(3)),
        .workerStopped(ObjectID(4)),
        .placed(ObjectID(6), ribPath: StringID(5)),
        .stillAlive(ObjectID(2), expectedFor: 1_000_000_000),
        .retainStep(
            of: ObjectID(2),
            RetentionStep(
                holder: .object, holderText: StringID(1), holderObject: ObjectID(1),
                label: StringID(2), target: StringID(3))),
        .retainStep(
            of: ObjectID(2),
            RetentionStep(
                holder: .closure, holderText: StringID(4), code: StackID(1), label: StringID(5),
                target: StringID(3), isInferred: true)),
        .retained(ObjectID(2), RetentionSummary(reason: .attachedRouter, steps: 2)),
        .stillAlive(ObjectID(3)),
        .stillAlive(ObjectID(4)),
        .stillSubscribed(
            SubscriptionID(1), counts: DeliveryCounts(whileActive: 5, whileInactive: 6)),
        .settled(.scopeEnd, scope: ScopeID(1), unjudged: 0),
        .objectDestroyed(ObjectID(4)),
        .settled(.exit, scope: .none, unjudged: 1),
    ]
}
