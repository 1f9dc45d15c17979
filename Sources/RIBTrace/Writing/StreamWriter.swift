// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// Writes one stream file: a row of packets.
///
/// An event is in the trace once `content_size` covers it, which is stored last; what was stored
/// before a SIGKILL is in the file, since the page cache outlives the process. Where a packet
/// cannot be mapped safely, each event is written instead. Not thread-safe: one thread at a time
/// owns a stream, or prepares it for the next. Only `eventCount` may be read by others.
package final class StreamWriter {
    private var file: PacketFile
    private let uuid: UUID
    private let position = StreamPosition.allocate()
    private var nextSequenceNumber: UInt64 = 0
    private let budget: DiskBudget
    /// The events of each class that this stream had no room for. Its thread counts.
    private let drops = EventClass.allCases.map { _ in AtomicCounter() }
    /// How many events must have been dropped before a file that could not grow is asked again.
    /// `max`: never, since others replaced or cut the file (`ESTALE`).
    private var nextAttempt: UInt64 = 0
    /// How many must have been dropped before a file that refused their number is told it again.
    private var nextCount: UInt64 = 0
    private var laterAttempt: UInt64 { max(1_024, dropped * 2) }
    private let onLoss: (String) -> Void

    /// - Parameter onLoss: Receives why, whenever events begin to be dropped.
    init(
        file: PacketFile, uuid: UUID, budget: DiskBudget, onLoss: @escaping (String) -> Void
    ) {
        (self.file, self.uuid, self.budget, self.onLoss) = (file, uuid, budget, onLoss)
    }

    deinit {
        seal()
        file.close()
        position.deallocate()
    }

    /// The calls of `append` so far, also for events that were dropped: whether anything happened
    /// meanwhile. Any thread may ask.
    var eventCount: UInt64 { ribleak_atomic_load(appended) }

    /// The time of the last event, as the trace has it. Only for the thread that owns the stream.
    package var lastTimestamp: UInt64 { position.pointee.lastTimestamp }

    /// The events of a class that this stream had no room for. Any thread may ask.
    func dropped(of eventClass: EventClass) -> UInt64 { counter(of: eventClass).value }

    /// The events that this stream had no room for. Any thread may ask.
    var dropped: UInt64 { drops.reduce(0) { $0 &+ $1.value } }

    private func counter(of eventClass: EventClass) -> AtomicCounter {
        // Classes are numbered from 1.
        drops[Int(eventClass.rawValue) - 1]
    }

    /// The first field of the position.
    private var appended: UnsafeMutablePointer<UInt64> {
        UnsafeMutableRawPointer(position).assumingMemoryBound(to: UInt64.self)
    }

    /// How an event gets from the packet into the file: `MAPPED`, as it is stored; `WRITTEN`, by a
    /// call after that; `LOST`, not at all, since a mapped page went away.
    private var packetState: UnsafeMutablePointer<UInt64> {
        // The field is there: no key path of a stored property leads nowhere.
        let offset = MemoryLayout<StreamPosition>.offset(of: \.packetState).unsafelyUnwrapped
        return (UnsafeMutableRawPointer(position) + offset).assumingMemoryBound(to: UInt64.self)
    }

    /// Appends an event of the calling thread, at a time of the monotonic clock.
    ///
    /// Never blocks and never fails: an event there is no room for is dropped and counted.
    package func append(_ event: TraceEvent, at timestamp: UInt64) {
        let time = max(timestamp, position.pointee.lastTimestamp)
        position.pointee.lastTimestamp = time
        // Only this thread writes the count, so that adding needs no atomic addition.
        ribleak_atomic_store(appended, position.pointee.appended &+ 1)
        if position.pointee.exhausted == nil, store(event, at: time) { return }
        appendSlowly(event)
    }

    /// Appends an event that does not fit into the packet, or whose class may be used up. Classes
    /// rank from `values`, the first to be dropped, to `essential`.
    ///
    /// `exhausted` is the most important class that has no room: it and those below it are
    /// dropped. `essential` means that the file failed, which is tried again from time to time.
    @inline(never)
    private func appendSlowly(_ event: TraceEvent) {
        let eventClass = event.eventClass
        if position.pointee.exhausted == .essential, dropped >= nextAttempt {
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
        counter(of: eventClass).increment()
        guard let packet = position.pointee.packet else { return }
        publish(dropped, at: PacketHeader.Offset.eventsDiscarded, in: packet)
        // Some files take long to say that they have no room: btrfs looks for it each time.
        if dropped >= nextCount, !writeHeader(of: packet) { nextCount = laterAttempt }
    }

    /// Writes the header of a packet that is not mapped. If that fails, with `errno`, the next
    /// event likely does too, and says so.
    private func writeHeader(of packet: UnsafeMutableRawPointer) -> Bool {
        guard position.pointee.packetState == UInt64(RIBLEAK_PACKET_WRITTEN) else { return true }
        // The header's counts are written after the events, of which there are none.
        let nothing = PacketHeader.size..<PacketHeader.size
        return file.write(nothing, of: packet, at: position.pointee.packetOffset)
    }

    /// Begins a packet for the next thread to own the stream, off that thread's way.
    ///
    /// - Returns: False when there is no room, which is nobody's loss yet.
    package func prepare(at timestamp: UInt64) -> Bool {
        position.pointee.lastTimestamp = max(timestamp, position.pointee.lastTimestamp)
        let size = TraceFormat.firstPacketSize
        // As for the first class to be dropped: a packet that nobody may need takes no room from
        // one that is needed.
        guard position.pointee.packet == nil, budget.take(size, for: .values) else { return false }
        if let problem = begin(size, threadID: 0) {
            if problem == ESTALE { nextAttempt = .max }
            return false
        }
        position.pointee.exhausted = nil
        return true
    }

    /// Makes the calling thread the owner of a packet that was prepared, if there is one; false
    /// when the file is no more what it was: no event would be in it.
    func adopt() -> Bool {
        guard let packet = position.pointee.packet else { return canGoOn }
        packet.storeBytes(
            of: ribleak_thread_number().littleEndian, toByteOffset: PacketHeader.Offset.threadID,
            as: UInt32.self)
        let isWhole =
            switch ribleak_atomic_load(packetState) {
            case UInt64(RIBLEAK_PACKET_MAPPED): true
            case UInt64(RIBLEAK_PACKET_LOST): false
            default: writeHeader(of: packet) || errno != ESTALE
            }
        if !isWhole { nextAttempt = .max }
        return isWhole
    }

    /// True when a packet was begun and no event is in it: another thread may have it.
    var hasUnusedPacket: Bool {
        position.pointee.packet != nil && position.pointee.contentSize == PacketHeader.size
    }

    /// False once the file is no more what it was: no later thread's events would be in it.
    var canGoOn: Bool { nextAttempt != .max }

    /// Ends the current packet and lets the next thread begin as small as the first.
    func retire() {
        seal()
        file.close()
        position.pointee.packetSize = 0
    }

    /// Ends the current packet.
    func seal() {
        guard let packet = position.pointee.packet else { return }
        let checksum = ribleak_crc32c(
            0, packet + PacketHeader.size, position.pointee.contentSize - PacketHeader.size)
        packet.storeBytes(
            of: checksum.littleEndian, toByteOffset: PacketHeader.Offset.checksum, as: UInt32.self)
        _ = writeHeader(of: packet)
        free(packet)
    }

    private func free(_ packet: UnsafeMutableRawPointer) {
        file.free(packet, position.pointee.packetSize)
        position.pointee.packet = nil
    }

    /// - Returns: False when there is no packet, the event does not fit into the rest of it, or the
    ///   file did not get it.
    @inline(__always)
    private func store(_ event: TraceEvent, at time: UInt64) -> Bool {
        guard let packet = position.pointee.packet else { return false }
        let begin = position.pointee.contentSize
        // Without checks for overflow: a packet's content is never larger than the packet.
        var writer = ByteWriter(
            UnsafeMutableRawBufferPointer(
                start: packet + begin, count: position.pointee.packetSize &- begin))
        event.write(at: time, into: &writer)
        guard !writer.overflowed else { return false }
        let end = begin &+ writer.count
        position.pointee.contentSize = end
        publish(time, at: PacketHeader.Offset.timestampEnd, in: packet)
        publish(
            UInt64(truncatingIfNeeded: end) &* 8, at: PacketHeader.Offset.contentSize, in: packet)
        // Read after all stores: a signal handler says by it that one of them failed.
        if ribleak_atomic_load(packetState) == UInt64(RIBLEAK_PACKET_MAPPED) { return true }
        return write(begin..<end, of: packet)
    }

    /// Writes an event that was stored into a packet which is not mapped, or no longer. When the
    /// file did not get it, later events are not tried either, for a while.
    @inline(never)
    private func write(_ event: Range<Int>, of packet: UnsafeMutableRawPointer) -> Bool {
        if position.pointee.packetState == UInt64(RIBLEAK_PACKET_LOST) {
            // What the file has of the stream ends in this packet: no other may follow it.
            free(packet)
            giveUp(for: ESTALE)
            return false
        }
        if file.write(event, of: packet, at: position.pointee.packetOffset) { return true }
        let problem = errno
        position.pointee.contentSize = event.lowerBound
        publish(UInt64(event.lowerBound) * 8, at: PacketHeader.Offset.contentSize, in: packet)
        giveUp(for: problem)
        return false
    }

    /// Drops events after a problem of the file, and says why.
    ///
    /// Each try may cost as much as a packet: a full disk is asked ever less often. A file that is
    /// no more what it was is not tried again: its packets would not follow each other.
    private func giveUp(for problem: Int32) {
        position.pointee.exhausted = .essential
        nextAttempt = problem == ESTALE ? .max : laterAttempt
        onLoss(
            problem == ESTALE
                ? "a file of the trace was changed by others, or its disk failed"
                : String(cString: strerror(problem)))
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
        guard let problem = begin(size, threadID: ribleak_thread_number()) else { return true }
        giveUp(for: problem)
        return false
    }

    private var nextPacketSize: Int {
        position.pointee.packetSize == 0
            ? TraceFormat.firstPacketSize
            : min(position.pointee.packetSize * TraceFormat.packetGrowth, TraceFormat.packetSize)
    }

    /// Begins a packet at the end of the file, for a thread or, by 0, for none yet. Returns what
    /// went wrong.
    private func begin(_ size: Int, threadID: UInt32) -> Int32? {
        let header = PacketHeader(
            uuid: uuid, timestampBegin: position.pointee.lastTimestamp,
            timestampEnd: position.pointee.lastTimestamp,
            contentSize: PacketHeader.size, packetSize: size, sequenceNumber: nextSequenceNumber,
            eventsDiscarded: dropped, threadID: threadID, checksum: 0)
        let memory = withUnsafeTemporaryAllocation(
            byteCount: PacketHeader.size, alignment: 8
        ) { head in
            var writer = ByteWriter(head)
            header.encode(into: &writer)
            return file.beginNext(size, with: UnsafeRawBufferPointer(head), state: packetState)
        }
        guard let memory else {
            let problem = errno
            budget.giveBack(size)
            return problem
        }
        // The packet before stays until there is another: it tells how many events were dropped.
        seal()
        position.pointee.packet = memory
        position.pointee.packetState = file.state
        position.pointee.packetOffset = file.size - size
        position.pointee.packetSize = size
        position.pointee.contentSize = PacketHeader.size
        nextSequenceNumber += 1
        return nil
    }
}

/// What each event changes in its stream, in cache lines of their own.
///
/// Streams are made in a row for threads to come. Were their counts neighbours, each event would
/// take a cache line away from another thread.
struct StreamPosition {
    /// The events appended so far. First, so that any thread may read it by the memory's address.
    var appended: UInt64 = 0
    /// How what is stored into the packet gets into the file: `RIBLEAK_PACKET_…`. A signal handler
    /// may change it.
    var packetState: UInt64 = 0
    /// The packet's memory; nil before the first event and after it was sealed.
    var packet: UnsafeMutableRawPointer?
    /// Where the packet begins in its file.
    var packetOffset = 0
    /// The size of the thread's last packet, or 0 when it has had none.
    var packetSize = 0
    var contentSize = 0
    var lastTimestamp: UInt64 = 0
    /// The greatest class whose events are dropped without another try to begin a packet.
    var exhausted: EventClass?

    /// The largest cache lines of Apple's processors, and two of others' that are fetched together.
    private static let alignment = 128

    /// A position alone in its cache lines, until it is deallocated.
    static func allocate() -> UnsafeMutablePointer<StreamPosition> {
        let lines = (MemoryLayout<Self>.size + alignment - 1) / alignment
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: lines * alignment, alignment: alignment)
        return memory.initializeMemory(as: Self.self, to: Self())
    }
}
