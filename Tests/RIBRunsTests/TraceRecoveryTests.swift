// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBRuns
@testable import RIBTrace

/// Each kind of damage that `TraceReader` skips, and what other readers still get of the trace.
@Suite struct TraceRecoveryTests {
    /// Where the second packet begins.
    private static let second = TraceFormat.firstPacketSize

    private func packets(_ count: Int) throws -> TraceBuilder {
        let trace = try TraceBuilder()
        // 18 bytes an event: one more than fits begins the next packet.
        let first = (TraceFormat.firstPacketSize - PacketHeader.size) / 18
        let later = (TraceFormat.packetSize - PacketHeader.size) / 18
        for number in 0...(count > 1 ? first + later * (count - 2) : 0) {
            trace.append(.objectDestroyed(ObjectID(UInt64(number + 1))))
        }
        return trace
    }

    /// Checks that a recovered trace has the events of the original and is read without a complaint.
    private func check(_ trace: String, against original: String, streams: Int = 1) throws {
        let wanted = try events(of: original)
        #expect(try events(of: trace) == wanted)
        var reader = try TraceReader(folder: trace)
        while reader.next() != nil {}
        #expect(reader.endings.allSatisfy { $0.ending == .complete })
        if Babeltrace.isInstalled { #expect(try Babeltrace.count(trace) == wanted.count) }
    }

    @Test func aHealthyTraceIsCopiedAsItIs() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        trace.finish()

        let recovery = try TraceRecovery.copy(of: trace.folder)
        #expect(recovery.folder == trace.folder + "-recovered")
        #expect(recovery.eventCount == UInt64(everyEvent.count))
        #expect(recovery.streamCount == 1)
        #expect(recovery.trimmedBytes == 0)
        for file in ["metadata", "stream-1"] {
            #expect(
                FileManager.default.contentsEqual(
                    atPath: "\(trace.folder)/\(file)", andPath: "\(recovery.folder)/\(file)"))
        }
    }

    @Test func aStreamThatNoThreadTookIsRecoveredAsItIs() throws {
        let folder = try TemporaryFolder()
        let writer = try TraceWriter(
            folder: folder.file("trace"),
            metadata: TraceMetadata(
                processName: "app", processID: 1, workingDirectory: "/", clockOffset: 0,
                startedAt: 0, level: .full, capturesStacks: true),
            diskLimit: 1 << 20)
        for _ in 1...2 {
            let stream = try #require(writer.takeUnready(of: .max))
            #expect(stream.prepare(at: 1))
            writer.addReady(stream)
        }
        let stream = try writer.claimStream()
        stream.append(.loaded(router: ObjectID(1)), at: 2)

        let recovery = try TraceRecovery.copy(of: writer.folder)
        #expect(recovery.eventCount == 1)
        #expect(recovery.trimmedBytes == 0)
        if Babeltrace.isInstalled { #expect(try Babeltrace.count(recovery.folder) == 1) }
    }

    @Test func anUnsealedPacketKeepsItsEventsAndIsSealed() throws {
        let trace = try packets(2)
        let recovery = try TraceRecovery.copy(of: trace.folder)

        #expect(recovery.eventCount == UInt64(trace.events.count))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(recovery.folder)/stream-1"))
        let checksum = bytes[Self.second + 76..<Self.second + 80]
        #expect(checksum.contains { $0 != 0 })
        try check(recovery.folder, against: trace.folder)
    }

    @Test func aPacketThatWasNeverBegunIsDropped() throws {
        let trace = try packets(1)
        try damage(trace) { $0.append(Data(count: TraceFormat.packetSize)) }

        let recovery = try TraceRecovery.copy(of: trace.folder)
        #expect(recovery.trimmedBytes == UInt64(TraceFormat.packetSize))
        try check(recovery.folder, against: trace.folder)
    }

    @Test(arguments: [1, 79, 80, 81, 97, 98, 99, 4_096, 65_535])
    func aPacketCutShortKeepsOnlyWhatIsWhole(length: Int) throws {
        let trace = try packets(2)
        try damage(trace) { $0 = $0.prefix(Self.second + length) }

        // Its one event ends at byte 98.
        let recovery = try TraceRecovery.copy(of: trace.folder)
        let isEventThere = length >= 98
        #expect(recovery.eventCount == UInt64(trace.events.count - (isEventThere ? 0 : 1)))
        #expect(recovery.trimmedBytes == UInt64(isEventThere ? length - 98 : length))
        try check(recovery.folder, against: trace.folder)
    }

    @Test func everythingFromTheFirstDamagedPacketOnIsDropped() throws {
        let trace = try packets(4)
        try damage(trace) { $0[Self.second + 500] ^= 1 }

        let recovery = try TraceRecovery.copy(of: trace.folder)
        #expect(recovery.eventCount == UInt64((Self.second - PacketHeader.size) / 18))
        let second = TraceFormat.firstPacketSize * TraceFormat.packetGrowth
        #expect(recovery.trimmedBytes == UInt64(second + 2 * TraceFormat.packetSize))
        try check(recovery.folder, against: trace.folder)
    }

    @Test func theEventsBeforeADamagedOneAreKept() throws {
        let trace = try packets(2)
        for _ in 1...9 { trace.append(.loaded(router: ObjectID(1))) }
        // The sixth event of the open packet becomes one that does not exist.
        let place = Self.second + PacketHeader.size + 5 * 18
        try damage(trace) { bytes in
            bytes.replaceSubrange(
                Self.second + 76..<Self.second + 80, with: Data(count: 4))
            bytes.replaceSubrange(place..<place + 2, with: [0xFF, 0xFF])
        }

        let recovery = try TraceRecovery.copy(of: trace.folder)
        #expect(recovery.eventCount == UInt64(trace.events.count - 5))
        try check(recovery.folder, against: trace.folder)
    }

    @Test(arguments: [24, 32, 56, 64], [0, UInt64.max, 1 << 63])
    func wrongHeaderFieldsArePutRight(offset: Int, value: UInt64) throws {
        let trace = try packets(3)
        try damage(trace) { bytes in
            withUnsafeBytes(of: value.littleEndian) {
                let start = Self.second + offset
                bytes.replaceSubrange(start..<start + 8, with: $0)
            }
        }

        let recovery = try TraceRecovery.copy(of: trace.folder)
        #expect(recovery.eventCount == UInt64(trace.events.count))
        #expect(try events(of: recovery.folder).map(\.event) == trace.events.map(\.event))
        guard Babeltrace.isInstalled else { return }
        let answer = try Babeltrace.read(recovery.folder)
        #expect(answer.status == 0)
        #expect(answer.lines.count == trace.events.count)
    }

    @Test func anEventWhoseTimeCannotBeTrueEndsItsStream() throws {
        let trace = try packets(1)
        for _ in 1...9 { trace.append(.loaded(router: ObjectID(1))) }
        let place = PacketHeader.size + 4 * 18 + 2
        try damage(trace) { bytes in
            bytes.replaceSubrange(76..<80, with: Data(count: 4))
            bytes.replaceSubrange(place..<place + 8, with: Data(repeating: 0xFF, count: 8))
        }

        let recovery = try TraceRecovery.copy(of: trace.folder)
        #expect(recovery.eventCount == 4)
        if Babeltrace.isInstalled { #expect(try Babeltrace.count(recovery.folder) == 4) }
    }

    @Test func aStreamWithoutAPacketIsLeftOut() throws {
        let trace = try packets(1)
        try damage(trace) { $0 = Data(count: 5_000) }

        let recovery = try TraceRecovery.copy(of: trace.folder)
        #expect(recovery.streamCount == 0)
        #expect(recovery.trimmedBytes == 5_000)
        let files = try FileManager.default.contentsOfDirectory(atPath: recovery.folder)
        #expect(files == ["metadata"])
        try check(recovery.folder, against: trace.folder)
    }

    @Test(arguments: 0..<100) func anyDamageLeavesATraceThatBabeltraceTakes(seed: UInt64) throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        for number in 1...4_000 { trace.append(.loaded(router: ObjectID(UInt64(number)))) }
        var generator = SeededGenerator(seed: seed)
        try damage(trace) { bytes in
            // The places of headers, the first events and an unchecked last packet.
            bytes.replaceSubrange(
                Self.second + 76..<Self.second + 80, with: Data(count: 4))
            for _ in 1...3 {
                let start = Bool.random(using: &generator) ? 0 : Self.second
                let place = start + Int.random(in: 24..<400, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
        }

        let recovery = try TraceRecovery.copy(of: trace.folder)
        let whole = try events(of: trace.folder).map(\.event)
        let kept = try events(of: recovery.folder).map(\.event)
        #expect(UInt64(kept.count) == recovery.eventCount)
        #expect(kept.count <= whole.count)
        guard Babeltrace.isInstalled else { return }
        let answer = try Babeltrace.read(recovery.folder)
        #expect(answer.status == 0)
        #expect(answer.lines.count == kept.count)
    }
}
