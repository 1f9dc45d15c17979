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
/// one thread at a time owns a stream.
public final class StreamWriter {
    private let file: Int32
    private let uuid: TraceUUID
    private var packet: UnsafeMutableRawBufferPointer?
    private var contentSize = 0
    private var nextSequenceNumber: UInt64 = 0
    private var fileSize = 0
    private var lastTimestamp: UInt64 = 0
    /// The events this stream had no room for.
    private(set) var discarded: UInt64 = 0

    /// Makes the file, which must not exist.
    init(path: String, uuid: TraceUUID) throws(TraceError) {
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        self.uuid = uuid
        guard file >= 0 else { throw TraceError(.cannotWrite, path: path, systemError()) }
    }

    deinit {
        seal()
        close(file)
    }

    /// Appends an event of the calling thread.
    ///
    /// Never blocks and never fails: an event there is no room for is dropped and counted.
    /// - Parameters:
    ///   - timestamp: Nanoseconds on the monotonic clock.
    ///   - threadID: The calling thread's number; a change of it begins a new packet.
    public func append(_ event: TraceEvent, at timestamp: UInt64) {
        lastTimestamp = max(timestamp, lastTimestamp)
        if store(event) { return }
        guard beginPacket(threadID: ribleak_thread_number()), store(event) else {
            discarded += 1
            return
        }
    }

    /// Ends the current packet, so that another thread may go on in a new one.
    func seal() {
        guard let packet, let start = packet.baseAddress else { return }
        let checksum = ribleak_crc32c(
            0, start + PacketHeader.size, contentSize - PacketHeader.size)
        start.storeBytes(
            of: checksum.littleEndian, toByteOffset: PacketHeader.Offset.checksum, as: UInt32.self)
        munmap(start, packet.count)
        self.packet = nil
    }

    /// - Returns: False when there is no packet or the event does not fit into the rest of it.
    private func store(_ event: TraceEvent) -> Bool {
        guard let packet, let start = packet.baseAddress else { return false }
        var writer = ByteWriter(UnsafeMutableRawBufferPointer(rebasing: packet[contentSize...]))
        event.encode(at: lastTimestamp, into: &writer)
        guard !writer.overflowed else { return false }
        contentSize += writer.count
        publish(lastTimestamp, at: PacketHeader.Offset.timestampEnd, in: start)
        publish(UInt64(contentSize) * 8, at: PacketHeader.Offset.contentSize, in: start)
        return true
    }

    /// Stores a header field after everything stored before it. The fields are 8-aligned in a
    /// page-aligned mapping.
    private func publish(_ value: UInt64, at offset: Int, in start: UnsafeMutableRawPointer) {
        let field = (start + offset).assumingMemoryBound(to: UInt64.self)
        ribleak_atomic_store(field, value.littleEndian)
    }

    private func beginPacket(threadID: UInt32) -> Bool {
        seal()
        let size = TraceFormat.packetSize
        guard reserve(size),
            let mapped = mmap(
                nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, off_t(fileSize)),
            mapped != MAP_FAILED
        else { return false }
        let memory = UnsafeMutableRawBufferPointer(start: mapped, count: size)
        let header = PacketHeader(
            uuid: uuid, timestampBegin: lastTimestamp, timestampEnd: lastTimestamp,
            contentSize: PacketHeader.size, packetSize: size,
            sequenceNumber: nextSequenceNumber, eventsDiscarded: discarded, threadID: threadID,
            checksum: 0)
        var writer = ByteWriter(memory)
        header.encode(into: &writer)
        packet = memory
        contentSize = PacketHeader.size
        nextSequenceNumber += 1
        fileSize += size
        return true
    }

    /// Makes the file longer by real disk blocks: a store into a hole would end the host with
    /// SIGBUS on a full disk.
    private func reserve(_ size: Int) -> Bool {
        #if canImport(Darwin)
            var request = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(size), fst_bytesalloc: 0)
            guard fcntl(file, F_PREALLOCATE, &request) != -1 else { return false }
            return ftruncate(file, off_t(fileSize + size)) == 0
        #else
            return posix_fallocate(file, off_t(fileSize), off_t(size)) == 0
        #endif
    }
}

/// The last failed system call, in words.
func systemError() -> String {
    String(cString: strerror(errno))
}
