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
/// one thread at a time owns a stream, or prepares it for the next. Only `eventCount` may be read
/// by others.
public final class StreamWriter {
    private var file: PacketFile
    private let uuid: TraceUUID
    private let position = StreamPosition.allocate()
    private var nextSequenceNumber: UInt64 = 0
    private let budget: DiskBudget
    /// The events this stream had no room for. Any thread may ask.
    let drops = DropCounts()
    /// How many events must have been dropped before a file that could not grow is asked again.
    private var nextAttempt: UInt64 = 0
    private let onLoss: (String) -> Void

    /// - Parameters:
    ///   - file: A new one.
    ///   - budget: What all streams of the trace may take.
    ///   - onLoss: Receives why, whenever events begin to be dropped.
    init(
        file: PacketFile, uuid: TraceUUID, budget: DiskBudget, onLoss: @escaping (String) -> Void
    ) {
        self.file = file
        self.uuid = uuid
        self.budget = budget
        self.onLoss = onLoss
    }

    deinit {
        seal()
        position.deallocate()
    }

    /// The events appended so far. Any thread may ask.
    var eventCount: UInt64 { ribleak_atomic_load(appended) }

    /// The time of the last event, as the trace has it. Only for the thread that owns the stream.
    public var lastTimestamp: UInt64 { position.pointee.lastTimestamp }

    private var appended: UnsafeMutablePointer<UInt64> {
        UnsafeMutableRawPointer(position).assumingMemoryBound(to: UInt64.self)
    }

    /// Appends an event of the calling thread.
    ///
    /// Never blocks and never fails: an event there is no room for is dropped and counted.
    /// - Parameter timestamp: Nanoseconds on the monotonic clock.
    public func append(_ event: TraceEvent, at timestamp: UInt64) {
        let time = max(timestamp, position.pointee.lastTimestamp)
        position.pointee.lastTimestamp = time
        // Only this thread writes the count, so that adding needs no atomic addition.
        ribleak_atomic_store(appended, position.pointee.appended &+ 1)
        if position.pointee.exhausted == nil, store(event, at: time) { return }
        appendHardly(event)
    }

    /// Appends an event that does not fit into the packet, or whose class may be used up.
    @inline(never)
    private func appendHardly(_ event: TraceEvent) {
        let eventClass = event.eventClass
        if position.pointee.exhausted == .essential, drops.total >= nextAttempt {
            position.pointee.exhausted = nil
        }
        if let exhausted = position.pointee.exhausted, eventClass.rawValue <= exhausted.rawValue {
            return drop(eventClass)
        }
        if storeAnywhere(event) { return }
        guard beginPacket(for: eventClass), storeAnywhere(event) else { return drop(eventClass) }
    }

    /// As `store`, out of the way of the usual case.
    @inline(never)
    private func storeAnywhere(_ event: TraceEvent) -> Bool {
        store(event, at: position.pointee.lastTimestamp)
    }

    private func drop(_ eventClass: EventClass) {
        drops.count(eventClass)
        guard let packet = position.pointee.packet else { return }
        publish(drops.total, at: PacketHeader.Offset.eventsDiscarded, in: packet)
    }

    /// Begins a packet for the next thread to own the stream, off that thread's way.
    ///
    /// - Parameter timestamp: As of an event.
    /// - Returns: False when there is no room, which is nobody's loss yet.
    public func prepare(at timestamp: UInt64) -> Bool {
        position.pointee.lastTimestamp = max(timestamp, position.pointee.lastTimestamp)
        let size = TraceFormat.firstPacketSize
        // The first class to be dropped: nothing is kept from being recorded by what may be.
        guard position.pointee.packet == nil, budget.take(size, for: .values) else { return false }
        guard let memory = map(size, threadID: 0) else {
            budget.giveBack(size)
            return false
        }
        PacketFile.touch(memory, size)
        begin(memory, size)
        position.pointee.exhausted = nil
        return true
    }

    /// Makes the calling thread the owner of a packet that was prepared.
    func adopt() {
        position.pointee.packet?.storeBytes(
            of: ribleak_thread_number().littleEndian, toByteOffset: PacketHeader.Offset.threadID,
            as: UInt32.self)
    }

    /// True when a packet was begun and no event is in it: another thread may have it.
    var hasUnusedPacket: Bool {
        position.pointee.packet != nil && position.pointee.contentSize == PacketHeader.size
    }

    /// Ends the current packet and lets the next thread begin as small as the first.
    func retire() {
        seal()
        position.pointee.packetSize = 0
    }

    /// Ends the current packet.
    func seal() {
        guard let packet = position.pointee.packet else { return }
        let checksum = ribleak_crc32c(
            0, packet + PacketHeader.size, position.pointee.contentSize - PacketHeader.size)
        packet.storeBytes(
            of: checksum.littleEndian, toByteOffset: PacketHeader.Offset.checksum, as: UInt32.self)
        munmap(packet, position.pointee.packetSize)
        position.pointee.packet = nil
    }

    /// - Returns: False when there is no packet or the event does not fit into the rest of it.
    @inline(__always)
    private func store(_ event: TraceEvent, at time: UInt64) -> Bool {
        guard let packet = position.pointee.packet else { return false }
        let begin = position.pointee.contentSize
        // Without checks for overflow: a packet's content is never larger than the packet.
        var writer = ByteWriter(
            UnsafeMutableRawBufferPointer(
                start: packet + begin, count: position.pointee.packetSize &- begin))
        event.encode(at: time, into: &writer)
        guard !writer.overflowed else { return false }
        let end = begin &+ writer.count
        position.pointee.contentSize = end
        publish(time, at: PacketHeader.Offset.timestampEnd, in: packet)
        publish(
            UInt64(truncatingIfNeeded: end) &* 8, at: PacketHeader.Offset.contentSize, in: packet)
        return true
    }

    /// Stores a header field after everything stored before it. The fields are 8-aligned in a
    /// page-aligned mapping.
    @inline(__always)
    private func publish(_ value: UInt64, at offset: Int, in packet: UnsafeMutableRawPointer) {
        let field = (packet + offset).assumingMemoryBound(to: UInt64.self)
        ribleak_atomic_store(field, value.littleEndian)
    }

    private func beginPacket(for eventClass: EventClass) -> Bool {
        // Small again near the limit, so that what is left serves for the judgement.
        let sizes = [nextPacketSize, TraceFormat.firstPacketSize]
        guard let size = sizes.first(where: { budget.take($0, for: eventClass) }) else {
            position.pointee.exhausted = eventClass
            onLoss("the disk limit of \(budget.limit >> 20) MiB is reached")
            return false
        }
        guard let memory = map(size, threadID: ribleak_thread_number()) else {
            let problem = systemError()
            budget.giveBack(size)
            // Each try costs as much as a packet: a full disk is asked ever less often.
            position.pointee.exhausted = .essential
            nextAttempt = max(1_024, drops.total * 2)
            onLoss(problem)
            return false
        }
        // The packet before stays until there is another: it tells how many events were dropped.
        seal()
        begin(memory, size)
        return true
    }

    private func begin(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        position.pointee.packet = memory
        position.pointee.packetSize = size
        position.pointee.contentSize = PacketHeader.size
        nextSequenceNumber += 1
    }

    private var nextPacketSize: Int {
        position.pointee.packetSize == 0
            ? TraceFormat.firstPacketSize
            : min(position.pointee.packetSize * TraceFormat.packetGrowth, TraceFormat.packetSize)
    }

    /// Puts a begun packet at the end of the file.
    ///
    /// - Parameter threadID: The thread's that will write into it, or 0.
    private func map(_ size: Int, threadID: UInt32) -> UnsafeMutableRawPointer? {
        let header = PacketHeader(
            uuid: uuid, timestampBegin: position.pointee.lastTimestamp,
            timestampEnd: position.pointee.lastTimestamp,
            contentSize: PacketHeader.size, packetSize: size, sequenceNumber: nextSequenceNumber,
            eventsDiscarded: drops.total, threadID: threadID, checksum: 0)
        return withUnsafeTemporaryAllocation(byteCount: PacketHeader.size, alignment: 8) { head in
            var writer = ByteWriter(head)
            header.encode(into: &writer)
            return file.mapNext(size, beginningWith: UnsafeRawBufferPointer(head))
        }
    }
}
