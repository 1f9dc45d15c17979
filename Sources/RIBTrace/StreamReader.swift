#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reads one stream file, a packet in memory at a time.
///
/// The file is hostile: every size is checked, every read is bounded.
final class StreamReader {
    private(set) var ending: StreamEnding?
    /// The events the writer had no room for.
    private(set) var discarded: UInt64 = 0

    private let file: Int32
    private let uuid: TraceUUID
    private var header: PacketHeader?
    private var content = ByteReader([])
    private var packetOffset = 0

    init(path: String, uuid: TraceUUID) throws(TraceError) {
        self.uuid = uuid
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw TraceError(.damaged, path: path, systemError()) }
    }

    deinit {
        close(file)
    }

    /// The next event, or nil at the end, when `ending` says how reading ended.
    func next() -> TimedEvent? {
        while ending == nil {
            if let header, !content.isAtEnd {
                let offset = packetOffset + content.position
                guard let (timestamp, event) = TraceEvent.decode(from: &content) else {
                    end(.damaged(offset: offset, reason: "no event of this format begins here"))
                    return nil
                }
                return TimedEvent(timestamp: timestamp, threadID: header.threadID, event: event)
            }
            advance()
        }
        return nil
    }

    private func end(_ ending: StreamEnding) {
        self.ending = ending
    }

    /// Reads the next packet, or ends.
    private func advance() {
        if let header { packetOffset += header.packetSize }
        header = nil
        let start = bytes(at: packetOffset, count: PacketHeader.size)
        guard !start.isEmpty else { return end(.complete) }
        // A packet that was reserved but not begun when the process was killed.
        guard !start.allSatisfy({ $0 == 0 }) else { return end(.cutShort) }
        var reader = ByteReader(start[...])
        switch PacketHeader.decode(from: &reader, of: uuid) {
        case .failure(let damage):
            end(
                start.count < PacketHeader.size
                    ? .cutShort : .damaged(offset: packetOffset, reason: damage.reason))
        case .success(let header):
            begin(header)
        }
    }

    private func begin(_ header: PacketHeader) {
        let packet = bytes(at: packetOffset, count: header.contentSize)
        guard packet.count == header.contentSize else { return end(.cutShort) }
        let content = packet[PacketHeader.size...]
        guard header.checksum == 0 || header.checksum == checksum(of: content) else {
            return end(
                .damaged(offset: packetOffset, reason: "the packet's checksum does not match"))
        }
        self.header = header
        self.content = ByteReader(content)
        discarded = max(discarded, header.eventsDiscarded)
    }

    private func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            while initializedCount < count, let start = buffer.baseAddress {
                let got = pread(
                    file, start + initializedCount, count - initializedCount,
                    off_t(offset + initializedCount))
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else { return }
                initializedCount += got
            }
        }
    }
}
