// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads one stream file, a part of a packet in memory at a time.
///
/// A packet is read twice: all of it for its checksum, and then part by part for its events. Fresh
/// memory for all of it costs the system several times as much as that.
///
/// The file is hostile: every size is checked, every read is bounded. It is open only while a
/// packet is read: a trace may have more streams than a process may have open files.
package final class StreamReader {
    package private(set) var ending: StreamEnding?
    /// The events the writer had no room for.
    package private(set) var discarded: UInt64 = 0

    private let path: String
    private let uuid: UUID
    /// Later events are left where they are.
    package let latest: UInt64
    /// Where in the packet that is read next the first event stands.
    private var firstPosition: Int
    /// True for a stream that is still written: its last packet may grow while it is read.
    private let isGrowing: Bool
    /// Holds bytes of the current packet; as large as a first packet, or as a part.
    private var packet: UnsafeMutableRawPointer
    private var capacity = TraceFormat.firstPacketSize
    /// Where in the current packet the bytes in memory begin.
    private var start = 0
    /// Where in the current packet the bytes in memory end.
    private var end = 0
    /// Where in the current packet its events end.
    private var contentEnd = 0
    /// Where in the current packet the next event stands.
    package private(set) var position = 0
    /// The current packet's header; nil before the first and after the last.
    package private(set) var header: PacketHeader?
    /// Where the current packet stands in the file.
    package private(set) var packetOffset = 0

    /// A part of a packet: as large as a stream's second packet, and larger than any event.
    private static let partSize = TraceFormat.firstPacketSize * TraceFormat.packetGrowth

    /// - Parameters:
    ///   - place: Where the reading before ended, in a stream that is still written; nil for one
    ///     that is read once.
    ///   - latest: The time of the last event to read.
    package init(
        path: String, uuid: UUID, from place: StreamPlace? = nil, through latest: UInt64 = .max
    ) {
        self.path = path
        self.uuid = uuid
        self.latest = latest
        packetOffset = place?.packetOffset ?? 0
        firstPosition = place?.position ?? PacketHeader.size
        isGrowing = place != nil
        packet = .allocate(byteCount: capacity, alignment: MemoryLayout<UInt64>.alignment)
    }

    deinit {
        packet.deallocate()
    }

    /// Where to read on once this has ended.
    package private(set) var place = StreamPlace()

    /// Reads the next event.
    ///
    /// - Returns: Nil at the end, when `ending` says how reading ended.
    package func next() -> TimedEvent? {
        while let (number, time) = nextHeader() {
            var fields = ByteReader(rest)
            fields.skip(TraceFormat.eventHeaderSize)
            if let event = Self.event(number, &fields) {
                position += fields.position
                return TimedEvent(timestamp: time, threadID: threadID, event: event)
            }
            leave()
        }
        return nil
    }

    /// The number and the time of the next event, whose fields may be anything.
    ///
    /// - Returns: Nil at the end, when `ending` says how reading ended.
    func nextHeader() -> (number: UInt16, time: UInt64)? {
        while ending == nil {
            guard isInPacket else {
                advance()
                continue
            }
            var header = ByteReader(rest)
            let (number, time): (UInt16, UInt64) = (header.read(), header.read())
            if header.failed {
                leave()
            } else if time > latest {
                stop(.complete)
            } else {
                return (number, time)
            }
        }
        return nil
    }

    /// What is in memory from the next event on.
    private var rest: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: packet + (position - start), count: end - position)
    }

    /// Goes on where no event can be read: what is in memory may end inside of it.
    private func leave() {
        if end < contentEnd, position > start { return readOn() }
        let reason = "no event of this format begins here"
        stop(.damaged(offset: packetOffset + position, reason: reason))
    }

    private static func event(_ number: UInt16, _ fields: inout ByteReader) -> TraceEvent? {
        guard let record = TraceEvent.Record(rawValue: number) else { return nil }
        let event = TraceEvent(record, from: &fields)
        return fields.failed ? nil : event
    }

    /// Ends inside of a packet, before the next event.
    private func stop(_ ending: StreamEnding) {
        place = StreamPlace(packetOffset: packetOffset, position: position)
        self.ending = ending
        contentEnd = position
    }

    /// True while events of the current packet are left.
    package var isInPacket: Bool { position < contentEnd }

    /// The thread that wrote the current packet.
    var threadID: UInt32 { header?.threadID ?? 0 }

    /// Reads the next packet, or ends.
    package func advance() {
        let last = header.map { _ in StreamPlace(packetOffset: packetOffset, position: position) }
        place = last ?? StreamPlace(packetOffset: packetOffset, position: firstPosition)
        if let header { packetOffset += header.packetSize }
        header = nil
        (start, end, contentEnd, position) = (0, 0, 0, 0)
        do {
            let file = try RegularFile(path: path)
            let next = try file.header(at: packetOffset, of: uuid)
            // Only now that there is a next packet, the last one does not grow any more.
            if isGrowing, let last {
                let grown = try file.header(at: last.packetOffset, of: uuid)
                if grown.contentSize > last.position {
                    packetOffset = last.packetOffset
                    firstPosition = last.position
                    return try begin(grown, of: file)
                }
            }
            try begin(next, of: file)
        } catch {
            ending = StreamEnding(error)
        }
    }

    private func begin(_ header: PacketHeader, of file: RegularFile) throws(TraceError) {
        guard let found = try contentChecksum(of: header, in: file) else {
            ending = .cutShort
            return
        }
        guard header.checksum == 0 || header.checksum == found else {
            ending = .damaged(
                offset: packetOffset, reason: "the packet's checksum does not match")
            return
        }
        self.header = header
        contentEnd = header.contentSize
        position = min(firstPosition, contentEnd)
        firstPosition = PacketHeader.size
        try readPart(of: file)
        discarded = max(discarded, header.eventsDiscarded)
    }

    /// Reads all of a packet's content, without keeping anything.
    ///
    /// - Returns: The events' checksum, 0 when there is nothing to compare it with; nil when the
    ///   file ends before they do.
    private func contentChecksum(
        of header: PacketHeader, in file: RegularFile
    ) throws(TraceError) -> UInt32? {
        // A packet that still grows is not read for that.
        if isGrowing, header.checksum == 0 { return 0 }
        var (found, offset): (UInt32, Int) = (0, PacketHeader.size)
        while offset < header.contentSize {
            let count = min(Self.partSize, header.contentSize - offset)
            guard try read(count, at: offset, of: file) == count else { return nil }
            if header.checksum != 0 {
                found = checksum(
                    of: UnsafeRawBufferPointer(start: packet, count: count), after: found)
            }
            offset += count
        }
        return found
    }

    /// Reads a part of the current packet into memory: what stands from the next event on.
    private func readPart(of file: RegularFile) throws(TraceError) {
        let count = min(Self.partSize, contentEnd - position)
        // The file may have been changed since its checksum was computed.
        guard try read(count, at: position, of: file) == count else { return stop(.cutShort) }
        (start, end) = (position, position + count)
    }

    /// Goes on in the file where what is in memory ends inside of an event.
    private func readOn() {
        do {
            try readPart(of: RegularFile(path: path))
        } catch {
            stop(StreamEnding(error))
        }
    }

    /// Reads bytes of the current packet into memory: a part of it, or less.
    ///
    /// - Parameter offset: From the packet's start.
    /// - Returns: How many of the bytes there are.
    private func read(
        _ count: Int, at offset: Int, of file: RegularFile
    ) throws(TraceError) -> Int {
        if capacity < count {
            packet.deallocate()
            capacity = Self.partSize
            packet = .allocate(byteCount: capacity, alignment: MemoryLayout<UInt64>.alignment)
            prefault(.init(start: packet, count: count))
        }
        return try file.read(
            count, at: packetOffset + offset, into: .init(start: packet, count: count))
    }
}

/// Where in a stream the next event stands, or will.
package struct StreamPlace: Equatable {
    package var packetOffset = 0
    /// From the packet's start.
    package var position = PacketHeader.size

    package init(packetOffset: Int = 0, position: Int = PacketHeader.size) {
        (self.packetOffset, self.position) = (packetOffset, position)
    }
}
