// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// The start of a packet: CTF's packet header and packet context.
///
/// | offset | size | field | unit |
/// |---|---|---|---|
/// | 0 | 4 | magic `0xC1FC1FC1` | |
/// | 4 | 16 | trace uuid | |
/// | 20 | 4 | stream id, always 0 | |
/// | 24 | 8 | `timestamp_begin` | ns, monotonic |
/// | 32 | 8 | `timestamp_end` | ns, monotonic |
/// | 40 | 8 | `content_size`: whole events end here | bits |
/// | 48 | 8 | `packet_size` | bits |
/// | 56 | 8 | `packet_seq_num`, from 0 in each stream | |
/// | 64 | 8 | `events_discarded` in this stream so far | |
/// | 72 | 4 | `tid` of the writing thread | |
/// | 76 | 4 | `crc32c` of the content after this header, 0 until the packet is sealed | |
package struct PacketHeader: Equatable {
    package static let size = 80

    /// Where each field that changes after the packet has begun stands.
    enum Offset {
        static let timestampEnd = 32
        static let contentSize = 40
        static let eventsDiscarded = 64
        static let threadID = 72
        static let checksum = 76
    }

    var uuid: UUID
    package var timestampBegin: UInt64
    package var timestampEnd: UInt64
    /// In bytes, this header included.
    package var contentSize: Int
    /// In bytes.
    package var packetSize: Int
    package var sequenceNumber: UInt64
    package var eventsDiscarded: UInt64
    var threadID: UInt32
    package var checksum: UInt32

    package func encode(into writer: inout ByteWriter) {
        writer.write(TraceFormat.packetMagic)
        writer.write(uuid)
        writer.write(UInt32(0))
        writer.write(timestampBegin)
        writer.write(timestampEnd)
        writer.write(UInt64(contentSize) * 8)
        writer.write(UInt64(packetSize) * 8)
        writer.write(sequenceNumber)
        writer.write(eventsDiscarded)
        writer.write(threadID)
        writer.write(checksum)
    }

    /// Reads the header at an offset of the file, and checks that its sizes can be true.
    package static func decode(
        from bytes: UnsafeRawBufferPointer, of uuid: UUID, at offset: Int = 0
    ) -> Result<Self, StreamEnding> {
        func damage(_ reason: String) -> Result<Self, StreamEnding> {
            .failure(.damaged(offset: offset, reason: reason))
        }
        var reader = ByteReader(bytes)
        guard reader.read() == TraceFormat.packetMagic else {
            return damage("no packet begins here")
        }
        let (found, streamID) = (reader.readUUID(), reader.read(UInt32.self))
        guard !reader.failed, streamID == 0, found == uuid else {
            return damage("the packet belongs to another trace")
        }
        let header = PacketHeader(
            uuid: uuid, timestampBegin: reader.read(), timestampEnd: reader.read(),
            contentSize: reader.readSize(), packetSize: reader.readSize(),
            sequenceNumber: reader.read(), eventsDiscarded: reader.read(),
            threadID: reader.read(), checksum: reader.read())
        guard !reader.failed else {
            return damage("the packet's header is cut short")
        }
        guard header.contentSize >= size, header.contentSize <= header.packetSize,
            header.packetSize <= TraceFormat.largestPacket
        else {
            return damage("the packet's sizes cannot be true")
        }
        return .success(header)
    }
}

extension ByteReader {
    /// A size in bits, as bytes; -1, which `decode` refuses, if it is not a whole number of bytes.
    fileprivate mutating func readSize() -> Int {
        let bits: UInt64 = read()
        return bits % 8 == 0 ? Int(bits / 8) : -1
    }
}

/// The CRC-32C (Castagnoli, as in RFC 3720) of `bytes`.
package func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    ribleak_crc32c(0, bytes.baseAddress, bytes.count)
}
