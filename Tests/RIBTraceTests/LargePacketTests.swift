// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBTrace

/// A stream's third packet is the first that is larger than one read.
@Suite struct LargePacketTests {
    /// Where the third packet begins.
    private static let third = TraceFormat.firstPacketSize * (1 + TraceFormat.packetGrowth)
    private static let eventSize = 18

    /// How many events of `eventSize` the two packets before it hold.
    private static let before =
        (TraceFormat.firstPacketSize - PacketHeader.size) / eventSize
        + (TraceFormat.firstPacketSize * TraceFormat.packetGrowth - PacketHeader.size) / eventSize

    @Test(arguments: [7, 37, 61, 113])
    func eventsOfAnySizeAreReadWhereverAPacketEnds(step: Int) throws {
        let trace = try TraceBuilder()
        for number in 1...400 {
            let text = String(repeating: "x", count: number * step % 3_000)
            trace.append(.stringDefined(StringID(UInt64(number)), text: text))
            trace.append(.loaded(router: ObjectID(UInt64(number))))
            trace.append(.owned(ObjectID(UInt64(number)), by: ObjectID(1)))
        }
        trace.finish()

        let written = trace.events.map(\.event)
        #expect(try reading(of: trace.folder).events == written)
        #expect(try reading(of: trace.folder).ending == .complete)
    }

    @Test func aFlippedBitInALaterPartIsFoundBeforeAnEventIsGiven() throws {
        let trace = try large()
        try damage(trace) { $0[Self.third + 150_000] ^= 1 }

        let (events, ending) = try reading(of: trace.folder)
        #expect(events.count == Self.before)
        #expect(
            ending
                == .damaged(offset: Self.third, reason: "the packet's checksum does not match"))
    }

    @Test func anEventThatMeansNothingInALaterPartEndsTheStreamBeforeIt() throws {
        let trace = try large()
        let place = Self.third + PacketHeader.size + 9_000 * Self.eventSize
        try damage(trace) { bytes in
            bytes[place] = 0xFF
            // As in a packet that was not sealed.
            for byte in PacketHeader.Offset.checksum..<PacketHeader.size {
                bytes[Self.third + byte] = 0
            }
        }

        let (events, ending) = try reading(of: trace.folder)
        #expect(events.count == Self.before + 9_000)
        #expect(
            ending == .damaged(offset: place, reason: "no event of this format begins here"))
    }

    @Test func aFileThatEndsInALaterPartIsCutShortBeforeThePacket() throws {
        let trace = try large()
        try damage(trace) { $0 = $0.prefix(Self.third + 150_000) }

        let (events, ending) = try reading(of: trace.folder)
        #expect(events.count == Self.before)
        #expect(ending == .cutShort)
    }

    /// Events of one size, which fill most of the third packet.
    private func large() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        for number in 1...15_000 { trace.append(.loaded(router: ObjectID(UInt64(number)))) }
        return trace
    }
}
