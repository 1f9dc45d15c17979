// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// Goes through one stream file and gives out the packets to keep: exactly what a reader reads.
///
/// Headers carry no checksum, so each field may be wrong; times must not run backwards, or
/// babeltrace2 refuses the whole trace.
struct StreamRecovery {
    /// The whole events found.
    private(set) var eventCount: UInt64 = 0
    /// The bytes of the file that are not kept.
    private(set) var trimmedBytes: UInt64 = 0
    /// How long the recovered file is.
    private(set) var keptBytes = 0

    private let path: String
    private let reader: StreamReader
    private let fileSize: Int
    /// The greatest timestamp that can be true.
    private let latestTime: UInt64
    /// The repaired header of the last packet to keep.
    private var previous: PacketHeader?

    /// The whole events at the start of a packet, up to one whose time cannot be true.
    private struct Events {
        var count: UInt64 = 0
        var firstTime: UInt64?
        var lastTime: UInt64
        /// In bytes from the packet's start.
        var end = PacketHeader.size
        var areAll = true
    }

    /// - Throws: `TraceError` when the file cannot be opened or is a link or another thing.
    init(path: String, metadata: TraceMetadata) throws(TraceError) {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw TraceError(.damaged, path: path, "is not a regular file; record the run again")
        }
        self.path = path
        fileSize = Int(facts.st_size)
        reader = StreamReader(path: path, uuid: metadata.uuid)
        // A CTF reader adds the clock's offset to every timestamp, in 64 bits with a sign.
        latestTime = UInt64(Int64.max - max(0, metadata.clockOffset))
    }

    /// Reads the stream once, and gives out what to write and where: each packet to keep, or in
    /// place only the headers that change.
    mutating func run(
        isCopy: Bool, write: (_ bytes: [UInt8], _ offset: Int) throws(TraceError) -> Void
    ) throws(TraceError) {
        while reader.ending == nil {
            reader.advance()
            guard reader.ending == nil, let found = reader.header else { break }
            let offset = reader.packetOffset
            let events = readEvents()
            let isWhole = found.packetSize <= fileSize - offset
            if events.count == 0 && !(isWhole && events.areAll) { break }
            let content = try content(at: offset, until: events.end)
            let header = repaired(found, events, content, isWhole: isWhole)
            if isCopy {
                try write(header.bytes + content, offset)
            } else if header != found {
                try write(header.bytes, offset)
            }
            eventCount += events.count
            keptBytes = offset + header.packetSize
            previous = header
            // A trace that is being recorded may have grown since: it is taken as it was.
            guard events.areAll, isWhole else { break }
        }
        // What cannot be read now is not lost: nothing may be cut off behind it.
        switch reader.ending {
        case .unreadable(let reason): throw TraceError(.damaged, path: path, reason)
        case .removed: throw TraceError(.notFound, path: path, "was removed while it was read")
        case .complete, .cutShort, .damaged, nil: break
        }
        trimmedBytes = UInt64(max(0, fileSize - keptBytes))
    }

    private func readEvents() -> Events {
        var events = Events(lastTime: previous?.timestampEnd ?? 0)
        while reader.isInPacket {
            guard let time = reader.next()?.timestamp, time >= events.lastTime, time <= latestTime
            else {
                events.areAll = false
                break
            }
            events.firstTime = events.firstTime ?? time
            (events.lastTime, events.end) = (time, reader.position)
            events.count += 1
        }
        return events
    }

    private func content(at offset: Int, until end: Int) throws(TraceError) -> [UInt8] {
        let content = try RegularFile(path: path).bytes(
            end - PacketHeader.size, at: offset + PacketHeader.size)
        guard content.count == end - PacketHeader.size else {
            throw TraceError(.damaged, path: path, "was cut while it was read; try again")
        }
        return content
    }

    /// The header with which any CTF reader accepts the events.
    ///
    /// - Parameter isWhole: False when the file ends before the packet does.
    private func repaired(
        _ found: PacketHeader, _ events: Events, _ content: [UInt8], isWhole: Bool
    ) -> PacketHeader {
        var header = found
        let earliest = previous?.timestampEnd ?? 0
        header.timestampBegin = min(
            max(found.timestampBegin, earliest), events.firstTime ?? max(latestTime, earliest))
        header.timestampEnd = max(events.lastTime, header.timestampBegin)
        header.contentSize = events.end
        if !isWhole { header.packetSize = events.end }
        // Both only grow; babeltrace2 takes their greatest value for an unknown one.
        let greatest = UInt64(Int64.max)
        header.sequenceNumber = min(
            max(found.sequenceNumber, previous.map { $0.sequenceNumber + 1 } ?? 0), greatest)
        header.eventsDiscarded = min(
            max(found.eventsDiscarded, previous?.eventsDiscarded ?? 0), greatest)
        header.checksum = content.withUnsafeBytes { checksum(of: $0) }
        return header
    }
}

extension PacketHeader {
    /// The header as it stands in a file.
    fileprivate var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
            var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
            encode(into: &writer)
            count = writer.count
        }
    }
}
