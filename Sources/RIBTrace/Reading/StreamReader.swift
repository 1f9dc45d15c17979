// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads one stream file, a packet in memory at a time.
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
    /// The bytes of the current packet's events, as far as they are to be read.
    private var content: [UInt8] = []
    /// Where in the current packet these bytes begin.
    private var start = 0
    /// Where in the current packet the next event stands.
    package private(set) var position = 0
    /// The current packet's header; nil before the first and after the last.
    package private(set) var header: PacketHeader?
    /// Where the current packet stands in the file.
    package private(set) var packetOffset = 0

    /// - Parameter place: Where the reading before ended, in a stream that is still written; nil
    ///   for one that is read once.
    package init(
        path: String, uuid: UUID, from place: StreamPlace? = nil, through latest: UInt64 = .max
    ) {
        self.path = path
        self.uuid = uuid
        self.latest = latest
        packetOffset = place?.packetOffset ?? 0
        firstPosition = place?.position ?? PacketHeader.size
        isGrowing = place != nil
    }

    /// Where to read on once this has ended.
    package private(set) var place = StreamPlace()

    /// Reads the next event; nil at the end, when `ending` says how reading ended.
    package func next() -> TimedEvent? {
        guard let (number, time) = nextHeader() else { return nil }
        guard let record = TraceEvent.Record(rawValue: number),
            let (event, size) = read({ fields in
                fields.skip(TraceFormat.eventHeaderSize)
                return TraceEvent(record, from: &fields)
            })
        else { return stopAtDamage() }
        position += size
        return TimedEvent(timestamp: time, threadID: header?.threadID ?? 0, event: event)
    }

    /// The number and the time of the next event, whose fields may be anything; nil at the end.
    func nextHeader() -> (number: UInt16, time: UInt64)? {
        while ending == nil {
            guard isInPacket else {
                advance()
                continue
            }
            guard let ((number, time), _) = read({ ($0.read(UInt16.self), $0.read(UInt64.self)) })
            else { return stopAtDamage() }
            if time <= latest { return (number, time) }
            stop(.complete)
        }
        return nil
    }

    /// What is read from the next event on, and how many bytes; nil when that is not there, or
    /// means nothing.
    private func read<Value>(_ body: (inout ByteReader) -> Value) -> (value: Value, size: Int)? {
        content.withUnsafeBytes { bytes in
            var rest = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[(position - start)...]))
            let value = body(&rest)
            return rest.failed ? nil : (value, rest.position)
        }
    }

    /// Ends where no event can be read.
    private func stopAtDamage<Event>() -> Event? {
        let reason = "no event of this format begins here"
        stop(.damaged(offset: packetOffset + position, reason: reason))
        return nil
    }

    /// Ends inside of a packet, before the next event.
    private func stop(_ ending: StreamEnding) {
        place = StreamPlace(packetOffset: packetOffset, position: position)
        self.ending = ending
        (content, start) = ([], position)
    }

    /// True while events of the current packet are left.
    package var isInPacket: Bool { position < start + content.count }

    /// Reads the next packet, or ends.
    package func advance() {
        let last = header.map { _ in StreamPlace(packetOffset: packetOffset, position: position) }
        place = last ?? StreamPlace(packetOffset: packetOffset, position: firstPosition)
        if let header { packetOffset += header.packetSize }
        header = nil
        (content, start, position) = ([], 0, 0)
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
        let first = min(firstPosition, header.contentSize)
        // What was read of a packet that still grows is not read again; a checksum needs all of it.
        let start = isGrowing && header.checksum == 0 ? first : PacketHeader.size
        let count = header.contentSize - start
        // A packet that claims more than the file has takes no memory for it.
        guard packetOffset + header.contentSize <= file.size ?? 0,
            case let content = try file.bytes(count, at: packetOffset + start),
            content.count == count
        else {
            ending = .cutShort
            return
        }
        guard
            header.checksum == 0
                || header.checksum == content.withUnsafeBytes({ checksum(of: $0) })
        else {
            ending = .damaged(
                offset: packetOffset, reason: "the packet's checksum does not match")
            return
        }
        self.header = header
        (self.content, self.start, position) = (content, start, first)
        firstPosition = PacketHeader.size
        discarded = max(discarded, header.eventsDiscarded)
    }
}

/// Where in a stream the next event stands, or will.
package struct StreamPlace: Equatable {
    package let packetOffset: Int
    /// From the packet's start.
    package let position: Int

    package init(packetOffset: Int = 0, position: Int = PacketHeader.size) {
        (self.packetOffset, self.position) = (packetOffset, position)
    }
}
