// SPDX-License-Identifier: Apache-2.0

import RIBTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Goes through one stream file and gives out the packets to keep: exactly what a reader reads.
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
    private let latestTime: UInt64

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

    /// Reads the stream once.
    ///
    /// - Parameter keep: Receives each packet to keep.
    mutating func run(
        keep: (RecoveredPacket) throws(TraceError) -> Void
    ) throws(TraceError) {
        var previous: PacketHeader?
        while reader.ending == nil {
            reader.advance()
            guard reader.ending == nil, let header = reader.header else { break }
            let offset = reader.packetOffset
            var packet = RecoveredPacket(
                header, at: offset, after: previous, latestTime: latestTime)
            let isUndamaged = readPacket(&packet)
            let isWhole = header.packetSize <= fileSize - offset
            if packet.eventCount == 0 && !(isWhole && isUndamaged) { break }
            try packet.finish(from: RegularFile(path: path), isWhole: isWhole)
            try keep(packet)
            eventCount += packet.eventCount
            keptBytes = offset + packet.header.packetSize
            previous = packet.header
            // A trace that is being recorded may have grown since: it is taken as it was.
            guard isUndamaged, isWhole else { break }
        }
        // What cannot be read now is not lost: nothing may be cut off behind it.
        switch reader.ending {
        case .unreadable(let reason): throw TraceError(.damaged, path: path, reason)
        case .removed: throw TraceError(.notFound, path: path, "was removed while it was read")
        case .complete, .cutShort, .damaged, nil: break
        }
        trimmedBytes = UInt64(max(0, fileSize - keptBytes))
    }

    /// - Returns: True when every event of the packet could be kept.
    private func readPacket(_ packet: inout RecoveredPacket) -> Bool {
        while reader.isInPacket {
            guard let event = reader.next(),
                packet.keep(at: event.timestamp, endingAt: reader.position)
            else { return false }
        }
        return true
    }
}

/// What of one packet of a stream can be kept, and the header with which any CTF reader accepts it.
///
/// Headers carry no checksum, so each field may be wrong; times must not run backwards, or
/// babeltrace2 refuses the whole trace.
struct RecoveredPacket {
    /// Where the packet stands in the file.
    let offset: Int
    /// As it was found, until all is kept.
    private(set) var header: PacketHeader
    /// Whether that is not the one in the file.
    private(set) var isChanged = false
    /// The whole events so far.
    private(set) var eventCount: UInt64 = 0
    /// Those events, once all are kept.
    private(set) var content: [UInt8] = []

    private let previous: PacketHeader?
    private let latestTime: UInt64
    private var firstTime: UInt64?
    private var lastTime: UInt64
    /// Where the whole events end, in bytes from the packet's start.
    private var contentSize = PacketHeader.size

    /// - Parameters:
    ///   - header: As it was found.
    ///   - previous: The repaired header before it in the stream.
    ///   - latestTime: The greatest timestamp that can be true.
    init(
        _ header: PacketHeader, at offset: Int, after previous: PacketHeader?, latestTime: UInt64
    ) {
        self.header = header
        self.offset = offset
        self.previous = previous
        self.latestTime = latestTime
        lastTime = previous?.timestampEnd ?? 0
    }

    /// Keeps the next event, which ends at `end`.
    ///
    /// - Returns: False when its time cannot be true: the packet ends before it.
    mutating func keep(at timestamp: UInt64, endingAt end: Int) -> Bool {
        guard timestamp >= lastTime, timestamp <= latestTime else { return false }
        firstTime = firstTime ?? timestamp
        lastTime = timestamp
        contentSize = end
        eventCount += 1
        return true
    }

    /// Takes the kept events from their file, and repairs the header.
    ///
    /// - Parameter isWhole: False when the file ends before the packet does.
    mutating func finish(from file: RegularFile, isWhole: Bool) throws(TraceError) {
        content = try file.bytes(
            contentSize - PacketHeader.size, at: offset + PacketHeader.size)
        guard content.count == contentSize - PacketHeader.size else {
            throw TraceError(.damaged, path: file.path, "was cut while it was read; try again")
        }
        let found = header
        let earliest = previous?.timestampEnd ?? 0
        header.timestampBegin = min(
            max(found.timestampBegin, earliest), firstTime ?? max(latestTime, earliest))
        header.timestampEnd = max(lastTime, header.timestampBegin)
        header.contentSize = contentSize
        if !isWhole { header.packetSize = contentSize }
        // Both only grow; babeltrace2 takes their greatest value for an unknown one.
        let greatest = UInt64(Int64.max)
        header.sequenceNumber = min(
            max(found.sequenceNumber, previous.map { $0.sequenceNumber + 1 } ?? 0), greatest)
        header.eventsDiscarded = min(
            max(found.eventsDiscarded, previous?.eventsDiscarded ?? 0), greatest)
        header.checksum = content.withUnsafeBytes { checksum(of: $0) }
        isChanged = header != found
    }

    /// The header as it stands in a file.
    var headerBytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: PacketHeader.size) { buffer, count in
            var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
            header.encode(into: &writer)
            count = writer.count
        }
    }
}
