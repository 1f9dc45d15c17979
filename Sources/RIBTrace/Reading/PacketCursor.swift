// SPDX-License-Identifier: Apache-2.0

/// A place in a packet that moves from event to event.
///
/// A plain value, so that whoever reads many events keeps it in registers. It only passes what is
/// beyond doubt: before anything else, a definition or damage, it stays.
@usableFromInline
struct PacketCursor {
    /// Where the next event begins.
    @usableFromInline var place: UnsafeRawPointer
    @usableFromInline let end: UnsafeRawPointer
    @usableFromInline let rules: UnsafePointer<EventRule>
    @usableFromInline let ruleCount: Int

    /// - Parameters:
    ///   - rules: Must outlive the cursor, as the bytes must.
    ///   - place: Where the first event begins.
    ///   - count: The bytes of all events.
    init(_ rules: EventRules, from place: UnsafeRawPointer, count: Int) {
        self.rules = UnsafePointer(rules.table)
        ruleCount = rules.count
        self.place = place
        end = place + count
    }

    /// How many bytes are left.
    var bytesLeft: Int { end - place }

    /// Passes the next event.
    ///
    /// - Parameter latest: Later events are left.
    /// - Returns: The event; nil at the end and before what it does not pass.
    @inlinable
    @inline(__always)
    mutating func next(through latest: UInt64 = .max) -> PackedEvent? {
        while end - place >= PackedEvent.headerSize {
            let rule = self.rule
            let size = Int(rule.size)
            guard size != 0, end - place >= size else { return nil }
            guard rule.isSkipped else {
                let event = PackedEvent(rule.record, from: place)
                guard event.timestamp <= latest, isMeaningful(rule) else { return nil }
                place += size
                return event
            }
            place += size
        }
        return nil
    }

    /// The time of the event that begins here; nil at the end.
    var nextTime: UInt64? {
        guard end - place >= PackedEvent.headerSize else { return nil }
        return PackedEvent(.stringDefined, from: place).timestamp
    }

    /// The definition that begins here, whose fields may be anything; nil when none does.
    var definition: PackedEvent? {
        guard end - place >= PackedEvent.headerSize else { return nil }
        let number = UInt16(littleEndian: place.loadUnaligned(as: UInt16.self))
        guard let record = TraceEvent.Record(rawValue: number), record.isDefinition else {
            return nil
        }
        return PackedEvent(record, from: place)
    }

    /// Passes bytes that were read by other means.
    mutating func pass(_ count: Int) {
        place += min(count, bytesLeft)
    }

    /// What the number of the event that begins here says.
    @inlinable
    @inline(__always)
    var rule: EventRule {
        let number = Int(UInt16(littleEndian: place.loadUnaligned(as: UInt16.self)))
        return rules[number < ruleCount ? number : 0]
    }

    /// False when a byte means nothing in this format version.
    @inlinable
    @inline(__always)
    func isMeaningful(_ rule: EventRule) -> Bool {
        guard rule.choices != 0 else { return true }
        let choice = place.load(fromByteOffset: Int(rule.choicePlace), as: UInt8.self)
        return choice < 64 && rule.choices &>> UInt64(choice) & 1 == 1
    }
}

/// What each event changes in its stream, in cache lines of their own.
///
/// Streams are made in a row for threads to come. Were their counts neighbours, each event would
/// take a cache line away from another thread.
struct StreamPosition {
    /// The events appended so far. First, so that any thread may read it by the memory's address.
    var appended: UInt64 = 0
    /// How what is stored into the packet gets into the file: `RIBLEAK_PACKET_…`. A signal handler may change it.
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
