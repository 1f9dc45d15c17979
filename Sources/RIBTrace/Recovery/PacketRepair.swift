/// What of one packet can be kept, and the header with which any CTF reader accepts it.
///
/// Headers carry no checksum, so each field may be wrong; times must not run backwards, or babeltrace2
/// refuses the whole trace.
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
