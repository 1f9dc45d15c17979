/// Reads one stream file, a packet in memory at a time.
///
/// The file is hostile: every size is checked, every read is bounded. It is open only while a
/// packet is read: a trace may have more streams than a process may have open files.
final class StreamReader {
    private(set) var ending: StreamEnding?
    /// The events the writer had no room for.
    private(set) var discarded: UInt64 = 0
    /// What `next` read last, if that was a definition.
    private(set) var definition: TraceEvent?

    private let path: String
    private let uuid: TraceUUID
    /// The current packet's bytes; what they hold is bounded by `end`.
    private var packet = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var position = 0
    private var end = 0
    /// The current packet's header; nil before the first and after the last.
    private(set) var header: PacketHeader?
    /// Where the current packet stands in the file.
    private(set) var packetOffset = 0
    /// The bytes of each record's fields, 0 for definitions, with a mark on those to pass over: one
    /// look, where a switch would cost a mispredicted jump an event.
    private let sizes: UnsafeMutablePointer<UInt8>
    private let records: UnsafeMutablePointer<TraceEvent.Record?>
    private let recordCount: UInt16

    /// - Parameter skipped: Events to pass over; they are checked only for their size.
    init(path: String, uuid: TraceUUID, skipping skipped: Set<TraceEvent.Record> = []) {
        self.path = path
        self.uuid = uuid
        let records = TraceEvent.Record.allCases
        recordCount = (records.map(\.rawValue).max() ?? 0) + 1
        sizes = .allocate(capacity: Int(recordCount))
        sizes.initialize(repeating: 0, count: Int(recordCount))
        self.records = .allocate(capacity: Int(recordCount))
        self.records.initialize(repeating: nil, count: Int(recordCount))
        for record in records {
            self.records[Int(record.rawValue)] = record
            let size = UInt8(PackedEvent.fieldsSize(of: record) ?? 0)
            sizes[Int(record.rawValue)] = skipped.contains(record) ? size | Self.skipMark : size
        }
    }

    deinit {
        sizes.deallocate()
        records.deallocate()
        packet.deallocate()
    }

    /// Reads the next event.
    ///
    /// - Returns: The event, valid until the next call; nil at the end, when `ending` says how
    ///   reading ended.
    @inline(__always)
    func next() -> PackedEvent? {
        while true {
            while position < end, let start = packet.baseAddress.map({ $0 + position }) {
                let left = end - position
                guard left >= PackedEvent.headerSize,
                    let (record, mark) = record(
                        numbered: UInt16(littleEndian: start.loadUnaligned(as: UInt16.self)))
                else { return damaged() }
                let event = PackedEvent(
                    record,
                    at: UInt64(
                        littleEndian: start.loadUnaligned(fromByteOffset: 2, as: UInt64.self)),
                    fields: UnsafeRawPointer(start + PackedEvent.headerSize))
                let size = Int(mark & ~Self.skipMark)
                if size == 0 { return decodeDefinition(event) }
                guard left >= PackedEvent.headerSize + size else { return damaged() }
                if mark & Self.skipMark == 0 {
                    guard event.isMeaningful else { return damaged() }
                    position += PackedEvent.headerSize + size
                    return event
                }
                position += PackedEvent.headerSize + size
            }
            guard ending == nil else { return nil }
            advance()
        }
    }

    private static let skipMark: UInt8 = 0x80

    /// What a number in an event's header means, and what `sizes` says of it.
    @inline(__always)
    private func record(numbered number: UInt16) -> (TraceEvent.Record, UInt8)? {
        guard number < recordCount, let record = records[Int(number)] else { return nil }
        return (record, sizes[Int(number)])
    }

    @inline(never)
    private func decodeDefinition(_ event: PackedEvent) -> PackedEvent? {
        let fields = UnsafeRawBufferPointer(
            rebasing: packet[(position + PackedEvent.headerSize)..<end])
        var reader = ByteReader(Array(fields.prefix(TraceFormat.largestDefinition))[...])
        definition = TraceEvent.decodeDefinition(event.record, from: &reader)
        guard definition != nil else { return damaged() }
        position += PackedEvent.headerSize + reader.position
        return event
    }

    @inline(never)
    private func damaged() -> PackedEvent? {
        ending = .damaged(
            offset: packetOffset + position, reason: "no event of this format begins here")
        position = end
        return nil
    }

    /// True while events of the current packet are left.
    var isInPacket: Bool { position < end }

    /// Bytes of the current packet, until the next is read.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: packet[range])
    }

    /// The thread that wrote the current packet.
    var threadID: UInt32 { header?.threadID ?? 0 }

    /// Reads the next packet, or ends.
    func advance() {
        if let header { packetOffset += header.packetSize }
        header = nil
        guard let start = read(PacketHeader.size) else { return }
        guard start > 0 else {
            ending = .complete
            return
        }
        let bytes = Array(packet[..<start])
        // A packet that was reserved but not begun when the process was killed.
        guard !bytes.allSatisfy({ $0 == 0 }) else {
            ending = .cutShort
            return
        }
        var reader = ByteReader(bytes[...])
        switch PacketHeader.decode(from: &reader, of: uuid) {
        case .failure(let damage):
            ending =
                start < PacketHeader.size
                ? .cutShort : .damaged(offset: packetOffset, reason: damage.reason)
        case .success(let header):
            begin(header)
        }
    }

    private func begin(_ header: PacketHeader) {
        guard let count = read(header.contentSize) else { return }
        guard count == header.contentSize else {
            ending = .cutShort
            return
        }
        let content = UnsafeRawBufferPointer(
            rebasing: packet[PacketHeader.size..<header.contentSize])
        guard header.checksum == 0 || header.checksum == checksum(of: content) else {
            ending = .damaged(
                offset: packetOffset, reason: "the packet's checksum does not match")
            return
        }
        self.header = header
        position = PacketHeader.size
        end = header.contentSize
        discarded = max(discarded, header.eventsDiscarded)
    }

    /// Reads the start of the current packet into memory.
    ///
    /// - Returns: How many of the bytes there are; nil after ending, when they cannot be read.
    private func read(_ count: Int) -> Int? {
        position = 0
        end = 0
        if packet.count < count {
            packet.deallocate()
            packet = .allocate(
                byteCount: max(count, TraceFormat.firstPacketSize),
                alignment: MemoryLayout<UInt64>.alignment)
        }
        do {
            let file = try RegularFile(path: path)
            return try file.read(count, at: packetOffset, into: packet)
        } catch {
            ending = .damaged(offset: packetOffset, reason: error.explanation)
            return nil
        }
    }
}
