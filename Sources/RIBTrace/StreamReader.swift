/// Reads one stream file, a packet in memory at a time.
///
/// The file is hostile: every size is checked, every read is bounded. It is open only while a
/// packet is read: a trace may have more streams than a process may have open files.
@usableFromInline
final class StreamReader {
    private(set) var ending: StreamEnding?
    /// The events the writer had no room for.
    private(set) var discarded: UInt64 = 0
    /// What `next` read last, if that was a definition.
    private(set) var definition: TraceEvent?

    private let path: String
    private let uuid: TraceUUID
    private let rules: EventRules
    /// Holds the current packet's bytes.
    private var packet: UnsafeMutableRawPointer
    private var capacity = TraceFormat.firstPacketSize
    /// Stands in the current packet. Who reads many events moves a copy and puts it back.
    @usableFromInline var cursor: PacketCursor
    /// The current packet's header; nil before the first and after the last.
    private(set) var header: PacketHeader?
    /// Where the current packet stands in the file.
    private(set) var packetOffset = 0

    /// Bytes of fields that most definitions do not exceed.
    private static let usualDefinition = 1_024

    init(path: String, uuid: TraceUUID, rules: EventRules = EventRules()) {
        self.path = path
        self.uuid = uuid
        self.rules = rules
        packet = .allocate(byteCount: capacity, alignment: MemoryLayout<UInt64>.alignment)
        cursor = PacketCursor(rules, from: packet, count: 0)
    }

    deinit {
        packet.deallocate()
    }

    /// Reads the next event.
    ///
    /// - Returns: The event, valid until the next call; nil at the end, when `ending` says how
    ///   reading ended.
    @inline(__always)
    func next() -> PackedEvent? {
        while true {
            if let event = cursor.next() { return event }
            if isInPacket { return nextUnusual() }
            guard ending == nil else { return nil }
            advance()
        }
    }

    /// Reads what the cursor does not pass: a definition, or damage.
    @inline(never)
    private func nextUnusual() -> PackedEvent? {
        guard let event = cursor.definition else { return damaged() }
        let fields = UnsafeRawBufferPointer(
            start: event.fields, count: cursor.bytesLeft - PackedEvent.headerSize)
        // Nearly all are short, and to copy the longest that may be takes longer than to decode.
        for most in [Self.usualDefinition, TraceFormat.largestDefinition] {
            var reader = ByteReader(Array(fields.prefix(most))[...])
            definition = TraceEvent.decodeDefinition(event.record, from: &reader)
            guard definition != nil else { continue }
            cursor.pass(PackedEvent.headerSize + reader.position)
            return event
        }
        return damaged()
    }

    private func damaged() -> PackedEvent? {
        ending = .damaged(
            offset: packetOffset + position, reason: "no event of this format begins here")
        cursor.pass(cursor.bytesLeft)
        return nil
    }

    /// Where in the current packet the next event stands.
    var position: Int { cursor.place - UnsafeRawPointer(packet) }

    /// True while events of the current packet are left.
    var isInPacket: Bool { cursor.bytesLeft > 0 }

    /// Bytes of the current packet, until the next is read.
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: packet + range.lowerBound, count: range.count)
    }

    /// The thread that wrote the current packet.
    var threadID: UInt32 { header?.threadID ?? 0 }

    /// Reads the next packet, or ends.
    func advance() {
        if let header { packetOffset += header.packetSize }
        header = nil
        cursor = PacketCursor(rules, from: packet, count: 0)
        do {
            let file = try RegularFile(path: path)
            if let header = try readHeader(of: file) { try begin(header, of: file) }
        } catch {
            ending = .damaged(offset: packetOffset, reason: error.explanation)
        }
    }

    /// - Returns: The header of the packet that begins here; nil after ending, when none does.
    private func readHeader(of file: borrowing RegularFile) throws(TraceError) -> PacketHeader? {
        let count = try read(PacketHeader.size, of: file)
        guard count > 0 else {
            ending = .complete
            return nil
        }
        let bytes = Array(self.bytes(0..<count))
        // A packet that was reserved but not begun when the process was killed.
        guard !bytes.allSatisfy({ $0 == 0 }) else {
            ending = .cutShort
            return nil
        }
        var reader = ByteReader(bytes[...])
        switch PacketHeader.decode(from: &reader, of: uuid) {
        case .success(let header):
            return header
        case .failure(let damage):
            ending =
                count < PacketHeader.size
                ? .cutShort : .damaged(offset: packetOffset, reason: damage.reason)
            return nil
        }
    }

    private func begin(
        _ header: PacketHeader, of file: borrowing RegularFile
    ) throws(TraceError) {
        guard try read(header.contentSize, of: file) == header.contentSize else {
            ending = .cutShort
            return
        }
        let size = header.contentSize - PacketHeader.size
        let content = packet + PacketHeader.size
        guard
            header.checksum == 0
                || header.checksum == checksum(of: .init(start: content, count: size))
        else {
            ending = .damaged(
                offset: packetOffset, reason: "the packet's checksum does not match")
            return
        }
        self.header = header
        cursor = PacketCursor(rules, from: content, count: size)
        discarded = max(discarded, header.eventsDiscarded)
    }

    /// Reads the start of the current packet into memory.
    ///
    /// - Returns: How many of the bytes there are.
    private func read(_ count: Int, of file: borrowing RegularFile) throws(TraceError) -> Int {
        if capacity < count {
            packet.deallocate()
            // As packets grow, so that each size is only allocated once.
            capacity = max(
                count, min(capacity * TraceFormat.packetGrowth, TraceFormat.largestPacket))
            packet = .allocate(byteCount: capacity, alignment: MemoryLayout<UInt64>.alignment)
            prefault(.init(start: packet, count: count))
            cursor = PacketCursor(rules, from: packet, count: 0)
        }
        return try file.read(count, at: packetOffset, into: .init(start: packet, count: count))
    }
}
