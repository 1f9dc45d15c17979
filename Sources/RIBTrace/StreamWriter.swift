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
    /// The mapped packet; nil before the first event and after `seal`.
    private var packet: UnsafeMutableRawPointer?
    /// The size of the thread's last packet, or 0 when it has had none.
    private var packetSize = 0
    private var contentSize = 0
    private var lastTimestamp: UInt64 = 0
    private var nextSequenceNumber: UInt64 = 0
    private let budget: DiskBudget
    /// The events this stream had no room for. Any thread may ask.
    let drops = DropCounts()
    /// The greatest class whose events are dropped without another try to begin a packet.
    private var exhausted: EventClass?
    /// How many events must have been dropped before a file that could not grow is asked again.
    private var nextAttempt: UInt64 = 0
    private let onLoss: (String) -> Void
    private let appended: UnsafeMutablePointer<UInt64>

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
        if exhausted == nil, store(event) { return }
        appendHardly(event)
    }

    /// Appends an event that does not fit into the packet, or whose class may be used up.
    @inline(never)
    private func appendHardly(_ event: TraceEvent) {
        let eventClass = event.eventClass
        if exhausted == .essential, drops.total >= nextAttempt { exhausted = nil }
        if let exhausted, eventClass.rawValue <= exhausted.rawValue { return drop(eventClass) }
        if storeAnywhere(event) { return }
        guard beginPacket(for: eventClass), storeAnywhere(event) else { return drop(eventClass) }
    }

    /// As `store`, out of the way of the usual case.
    @inline(never)
    private func storeAnywhere(_ event: TraceEvent) -> Bool { store(event) }

    private func drop(_ eventClass: EventClass) {
        drops.count(eventClass)
        guard let packet else { return }
        publish(drops.total, at: PacketHeader.Offset.eventsDiscarded, in: packet)
    }

    /// Begins a packet for the next thread to own the stream, off that thread's way.
    ///
    /// - Parameter timestamp: As of an event.
    /// - Returns: False when there is no room, which is nobody's loss yet.
    public func prepare(at timestamp: UInt64) -> Bool {
        lastTimestamp = max(timestamp, lastTimestamp)
        let size = TraceFormat.firstPacketSize
        // The first class to be dropped: nothing is kept from being recorded by what may be.
        guard packet == nil, budget.take(size, for: .values) else { return false }
        guard let memory = map(size, threadID: 0) else {
            budget.giveBack(size)
            return false
        }
        PacketFile.touch(memory, size)
        begin(memory, size)
        exhausted = nil
        return true
    }

    /// Makes the calling thread the owner of a packet that was prepared.
    func adopt() {
        packet?.storeBytes(
            of: ribleak_thread_number().littleEndian, toByteOffset: PacketHeader.Offset.threadID,
            as: UInt32.self)
    }

    /// True when a packet was begun and no event is in it: another thread may have it.
    var hasUnusedPacket: Bool { packet != nil && contentSize == PacketHeader.size }

    /// Ends the current packet and lets the next thread begin as small as the first.
    func retire() {
        seal()
        packetSize = 0
    }

    /// Ends the current packet.
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
                start: packet + contentSize, count: packetSize - contentSize))
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

    private func beginPacket(for eventClass: EventClass) -> Bool {
        // Small again near the limit, so that what is left serves for the judgement.
        let sizes = [nextPacketSize, TraceFormat.firstPacketSize]
        guard let size = sizes.first(where: { budget.take($0, for: eventClass) }) else {
            exhausted = eventClass
            onLoss("the disk limit of \(budget.limit >> 20) MiB is reached")
            return false
        }
        guard let memory = map(size, threadID: ribleak_thread_number()) else {
            let problem = systemError()
            budget.giveBack(size)
            // Each try costs as much as a packet: a full disk is asked ever less often.
            exhausted = .essential
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
        packet = memory
        packetSize = size
        contentSize = PacketHeader.size
        nextSequenceNumber += 1
    }

    private var nextPacketSize: Int {
        packetSize == 0
            ? TraceFormat.firstPacketSize
            : min(packetSize * TraceFormat.packetGrowth, TraceFormat.packetSize)
    }

    /// Puts a begun packet at the end of the file.
    ///
    /// - Parameter threadID: The thread's that will write into it, or 0.
    private func map(_ size: Int, threadID: UInt32) -> UnsafeMutableRawPointer? {
        let header = PacketHeader(
            uuid: uuid, timestampBegin: lastTimestamp, timestampEnd: lastTimestamp,
            contentSize: PacketHeader.size, packetSize: size, sequenceNumber: nextSequenceNumber,
            eventsDiscarded: drops.total, threadID: threadID, checksum: 0)
        let begun = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
        defer { begun.deallocate() }
        begun.initializeMemory(as: UInt8.self, repeating: 0)
        var writer = ByteWriter(begun)
        header.encode(into: &writer)
        return file.mapNext(UnsafeRawBufferPointer(begun))
    }
}
