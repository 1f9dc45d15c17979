// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// One stream of a followed trace: where it was read to, and whether there is more.
///
/// A look at it reads the header of the packet that is written now: 80 bytes, whatever is new.
final class FollowedStream {
    let name: String
    /// Where the next event stands, or will.
    private(set) var place = StreamPlace()
    /// Whether events were seen that were not read.
    private(set) var hasMore = false
    /// The time of the newest event that was seen.
    private(set) var newest: UInt64 = 0
    /// While `hasMore`, the time of the last event of the first packet with more.
    private(set) var endOfNext: UInt64 = 0
    /// The events that the writer had no room for.
    private(set) var discarded: UInt64 = 0
    /// Why nothing more is read from it; nil for a stream that may go on.
    private(set) var damage: StreamEnding? { didSet { if damage != nil { hasMore = false } } }

    /// Whether the last reading did not get to what the header says there is.
    var isDoubtful: Bool { readingDoubted != nil }

    /// Whether there is more, for all that the header says, and no reading got to it for long. That
    /// is no reason to wait for it.
    func isStuck(at now: UInt64) -> Bool { Self.isLong(since: readingDoubted, now) }

    private let path: String
    private let uuid: UUID
    /// Where the next packet will begin once this one is sealed and read.
    private var nextPacket: Int?
    /// Since when each look found no header where one must be.
    private var headerDoubted: UInt64?
    /// Since when each reading ended where it began.
    private var readingDoubted: UInt64?

    /// For how long damage must be seen before it counts, in nanoseconds: neither is written in one
    /// go, and the thread that writes may have to wait in between.
    private static let longestDoubt: UInt64 = 1_000_000_000
    /// More packets at once mean that a damaged file leads in circles, which would take long.
    private static let mostPackets = 1 << 20

    init(name: String, in folder: String, uuid: UUID) {
        self.name = name
        path = "\(folder)/\(name)"
        self.uuid = uuid
    }

    /// Looks for events that were not read.
    ///
    /// - Parameter onlyAtNext: True to look no further than the first of them.
    func look(at now: UInt64, onlyAtNext: Bool = false) {
        if damage != nil { return }
        do {
            try look(in: RegularFile(path: path), onlyAtNext)
        } catch {
            doubt(StreamEnding(error), at: now)
        }
    }

    private func look(in file: RegularFile, _ onlyAtNext: Bool) throws(StreamEnding) {
        var offset = nextPacket ?? place.packetOffset
        var isFound = false
        for _ in 0..<Self.mostPackets {
            guard let header = try header(at: offset, in: file) else { return }
            newest = max(newest, header.timestampEnd)
            discarded = max(discarded, header.eventsDiscarded)
            let known = offset == place.packetOffset ? place.position : PacketHeader.size
            if header.contentSize > known {
                if !isFound { endOfNext = header.timestampEnd }
                (hasMore, isFound) = (true, true)
                if onlyAtNext { return }
            }
            // The next packet is begun before this one is sealed, and this one ends with that.
            guard header.checksum != 0 else { return }
            let end = offset + header.packetSize
            if offset == place.packetOffset, header.contentSize == place.position {
                nextPacket = end
            }
            offset = end
        }
    }

    /// - Returns: Nil when no packet begins there, or not yet.
    private func header(
        at offset: Int, in file: RegularFile
    ) throws(StreamEnding) -> PacketHeader? {
        do {
            let header = try file.header(at: offset, of: uuid)
            headerDoubted = nil
            return header
        } catch .complete, .cutShort {
            // What was read before is gone.
            if offset == place.packetOffset, offset > 0 || place.position > PacketHeader.size {
                damage = .cutShort
            }
            return nil
        }
    }

    private func doubt(_ ending: StreamEnding, at now: UInt64) {
        headerDoubted = headerDoubted ?? now
        if Self.isLong(since: headerDoubted, now) { damage = ending }
    }

    private static func isLong(since start: UInt64?, _ now: UInt64) -> Bool {
        start.map { now - min(now, $0) >= longestDoubt } ?? false
    }

    /// Takes over how far a reader got.
    ///
    /// - Parameter isLast: Whether nobody writes any more, so that what is missing stays missing.
    func note(_ reader: StreamReader, at now: UInt64, isLast: Bool) {
        if reader.place.packetOffset != place.packetOffset { nextPacket = nil }
        let isDoubtful = reader.place == place && reader.latest >= endOfNext
        readingDoubted = isDoubtful ? readingDoubted ?? now : nil
        place = reader.place
        discarded = max(discarded, reader.discarded)
        hasMore = false
        guard let ending = reader.ending, ending != .complete else { return }
        if ending != .cutShort { hasMore = true }
        if isLast || isStuck(at: now) { damage = ending }
    }
}
