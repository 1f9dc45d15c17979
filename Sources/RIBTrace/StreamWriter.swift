import CRIBShims

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes one stream file: a row of memory-mapped packets.
///
/// An event is in the trace once `content_size` covers it, which is stored last; what was stored
/// before a SIGKILL is in the file, since the page cache outlives the process. Not thread-safe:
/// one thread at a time owns a stream. Only `eventCount` may be read by others.
public final class StreamWriter {
    private var file: PacketFile
    private let uuid: TraceUUID
    /// The mapped packet; nil before the first event and after `seal`.
    private var packet: UnsafeMutableRawPointer?
    private var packetSize = TraceFormat.firstPacketSize
    /// How much of the packet may be used; less than all of it once an event was dropped.
    private var capacity = 0
    private var contentSize = 0
    private var lastTimestamp: UInt64 = 0
    private var nextSequenceNumber: UInt64 = 0
    /// The events this stream had no room for.
    private var discarded: UInt64 = 0
    /// How many must have been dropped before the file is asked for room again.
    private var nextAttempt: UInt64 = 0
    private let onFirstDrop: () -> Void
    private let appended: UnsafeMutablePointer<UInt64>

    /// Makes the file, which must not exist.
    ///
    /// - Parameter onFirstDrop: Called on the stream's thread when an event first finds no room.
    init(
        path: String, uuid: TraceUUID, onFirstDrop: @escaping () -> Void
    ) throws(TraceError) {
        self.onFirstDrop = onFirstDrop
        file = try PacketFile(path: path)
        self.uuid = uuid
        appended = .allocate(capacity: 1)
        appended.initialize(to: 0)
    }

    deinit {
        seal()
        appended.deallocate()
    }

    /// The events appended so far. Any thread may ask.
    var eventCount: UInt64 { ribleak_atomic_load(appended) }

    /// Appends an event of the calling thread.
    ///
    /// Never blocks and never fails: an event there is no room for is dropped and counted.
    /// - Parameter timestamp: Nanoseconds on the monotonic clock.
    public func append(_ event: TraceEvent, at timestamp: UInt64) {
        lastTimestamp = max(timestamp, lastTimestamp)
        // Only this thread writes the count, so that adding needs no atomic addition.
        ribleak_atomic_store(appended, appended.pointee &+ 1)
        if store(event) { return }
        guard discarded >= nextAttempt, beginPacket(), store(event) else {
            drop()
            return
        }
    }

    /// Counts an event there was no room for, also in the packet that is there.
    @inline(never)
    private func drop() {
        if discarded == 0 { onFirstDrop() }
        discarded += 1
        // Nothing smaller slips in behind a definition that was dropped and that it may use.
        capacity = contentSize
        // Each attempt to go on costs as much as a packet: a full disk is asked ever less often.
        if discarded > nextAttempt { nextAttempt = discarded * 2 }
        if let packet { publish(discarded, at: PacketHeader.Offset.eventsDiscarded, in: packet) }
    }

    /// Ends the current packet, so that another thread may go on in a new one.
    func seal() {
        guard let packet else { return }
        let checksum = ribleak_crc32c(
            0, packet + PacketHeader.size, contentSize - PacketHeader.size)
        packet.storeBytes(
            of: checksum.littleEndian, toByteOffset: PacketHeader.Offset.checksum, as: UInt32.self)
        munmap(packet, packetSize)
        self.packet = nil
    }

    /// - Returns: False when there is no packet or the event does not fit into the rest of it.
    @inline(__always)
    private func store(_ event: TraceEvent) -> Bool {
        guard let packet else { return false }
        var writer = ByteWriter(
            UnsafeMutableRawBufferPointer(
                start: packet + contentSize, count: capacity - contentSize))
        event.encode(at: lastTimestamp, into: &writer)
        guard !writer.overflowed else { return false }
        contentSize += writer.count
        publish(lastTimestamp, at: PacketHeader.Offset.timestampEnd, in: packet)
        publish(UInt64(contentSize) * 8, at: PacketHeader.Offset.contentSize, in: packet)
        return true
    }

    /// Stores a header field after everything stored before it. The fields are 8-aligned in a
    /// page-aligned mapping.
    @inline(__always)
    private func publish(_ value: UInt64, at offset: Int, in packet: UnsafeMutableRawPointer) {
        let field = (packet + offset).assumingMemoryBound(to: UInt64.self)
        ribleak_atomic_store(field, value.littleEndian)
    }

    @inline(never)
    private func beginPacket() -> Bool {
        let packetSize =
            nextSequenceNumber == 0 ? TraceFormat.firstPacketSize : TraceFormat.packetSize
        let header = PacketHeader(
            uuid: uuid, timestampBegin: lastTimestamp, timestampEnd: lastTimestamp,
            contentSize: PacketHeader.size, packetSize: packetSize,
            sequenceNumber: nextSequenceNumber, eventsDiscarded: discarded,
            threadID: ribleak_thread_number(), checksum: 0)
        let begun = UnsafeMutableRawBufferPointer.allocate(
            byteCount: packetSize, alignment: 8)
        defer { begun.deallocate() }
        begun.initializeMemory(as: UInt8.self, repeating: 0)
        var writer = ByteWriter(begun)
        header.encode(into: &writer)
        // Without another one the old packet stays, to count what is dropped.
        guard let memory = file.mapNext(UnsafeRawBufferPointer(begun)) else { return false }
        seal()
        packet = memory
        self.packetSize = packetSize
        capacity = packetSize
        contentSize = PacketHeader.size
        nextSequenceNumber += 1
        return true
    }
}
