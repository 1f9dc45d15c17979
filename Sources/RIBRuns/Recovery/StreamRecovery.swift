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

    private let reader: StreamReader
    private let fileSize: Int
    private let latestTime: UInt64

    /// - Throws: `TraceError` when the file cannot be opened or is a link or another thing.
    init(path: String, metadata: TraceMetadata) throws(TraceError) {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw TraceError(.damaged, path: path, "is not a regular file; record the run again")
        }
        fileSize = Int(facts.st_size)
        reader = StreamReader(path: path, uuid: metadata.uuid)
        // A CTF reader adds the clock's offset to every timestamp, in 64 bits with a sign.
        latestTime = UInt64(Int64.max - max(0, metadata.clockOffset))
    }

    /// Reads the stream once.
    ///
    /// - Parameter keep: Receives each packet to keep, where it stands in the file, and whether its
    ///   header had to be changed.
    mutating func run(
        keep: (RecoveredPacket) throws(TraceError) -> Void
    ) throws(TraceError) {
        var previous: PacketHeader?
        while reader.ending == nil {
            reader.advance()
            guard reader.ending == nil, let header = reader.header else { break }
            let offset = reader.packetOffset
            var repair = PacketRepair(header, after: previous, latestTime: latestTime)
            let isUndamaged = readPacket(&repair)
            let isWhole = header.packetSize <= fileSize - offset
            if repair.eventCount == 0 && !(isWhole && isUndamaged) { break }
            let content = reader.bytes(PacketHeader.size..<repair.contentSize)
            let repaired = repair.repaired(isWhole: isWhole, checksum: checksum(of: content))
            try keep(
                RecoveredPacket(
                    header: repaired, isChanged: repaired != header, offset: offset,
                    content: content))
            eventCount += repair.eventCount
            keptBytes = offset + repaired.packetSize
            previous = repaired
            // A trace that is being recorded may have grown since: it is taken as it was.
            guard isUndamaged, isWhole else { break }
        }
        trimmedBytes = UInt64(max(0, fileSize - keptBytes))
    }

    /// - Returns: True when every event of the packet could be kept.
    private func readPacket(_ repair: inout PacketRepair) -> Bool {
        while reader.isInPacket {
            guard let event = reader.next(),
                repair.keep(at: event.timestamp, endingAt: reader.position)
            else { return false }
        }
        return true
    }
}

/// One packet of a recovered stream.
struct RecoveredPacket {
    let header: PacketHeader
    /// True when `header` is not the one in the file.
    let isChanged: Bool
    /// Where the packet stands in the file.
    let offset: Int
    /// The events; valid until the next packet is read.
    let content: UnsafeRawBufferPointer

    /// The header as it stands in a file.
    var headerBytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: PacketHeader.size) { buffer, count in
            var writer = ByteWriter(UnsafeMutableRawBufferPointer(buffer))
            header.encode(into: &writer)
            count = writer.count
        }
    }
}

/// What of one packet can be kept, and the header with which any CTF reader accepts it.
///
/// Headers carry no checksum, so each field may be wrong; times must not run backwards, or
/// babeltrace2 refuses the whole trace.
struct PacketRepair {
    private let header: PacketHeader
    private let previous: PacketHeader?
    private let latestTime: UInt64
    private var firstTime: UInt64?
    private var lastTime: UInt64
    /// The whole events so far.
    private(set) var eventCount: UInt64 = 0
    /// Where they end, in bytes from the packet's start.
    private(set) var contentSize = PacketHeader.size

    /// - Parameters:
    ///   - header: As it was found.
    ///   - previous: The repaired header before it in the stream.
    ///   - latestTime: The greatest timestamp that can be true.
    init(_ header: PacketHeader, after previous: PacketHeader?, latestTime: UInt64) {
        self.header = header
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

    /// - Parameters:
    ///   - isWhole: False when the file ends before the packet does.
    ///   - checksum: That of the kept content.
    func repaired(isWhole: Bool, checksum: UInt32) -> PacketHeader {
        var repaired = header
        let earliest = previous?.timestampEnd ?? 0
        repaired.timestampBegin = min(
            max(header.timestampBegin, earliest), firstTime ?? max(latestTime, earliest))
        repaired.timestampEnd = max(lastTime, repaired.timestampBegin)
        repaired.contentSize = contentSize
        if !isWhole { repaired.packetSize = contentSize }
        // Both only grow; babeltrace2 takes their greatest value for an unknown one.
        let greatest = UInt64(Int64.max)
        repaired.sequenceNumber = min(
            max(header.sequenceNumber, previous.map { $0.sequenceNumber + 1 } ?? 0), greatest)
        repaired.eventsDiscarded = min(
            max(header.eventsDiscarded, previous?.eventsDiscarded ?? 0), greatest)
        repaired.checksum = checksum
        return repaired
    }
}
