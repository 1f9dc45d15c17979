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
