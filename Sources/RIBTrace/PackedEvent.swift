/// An event as plain words, without a reference to count: what a trace of millions is read by.
///
/// Which words an event uses is said by `TraceEvent.init(_:)`. Definitions use none; the reader
/// holds them.
package struct PackedEvent {
    package var timestamp: UInt64 = 0
    /// Object, subscription, router, child, interactor or view.
    package var subject: UInt64 = 0
    /// Owner, parent, nanoseconds since deactivation, or values while active.
    package var other: UInt64 = 0
    /// Values while inactive.
    package var third: UInt64 = 0
    /// Type, chain or scope.
    package var short: UInt32 = 0
    /// Stack, name, supertype or number of unjudged objects.
    package var secondShort: UInt32 = 0
    package var threadID: UInt32 = 0
    package var record = TraceEvent.Record.stringDefined
    /// Kind, end, reason or activity.
    package var byte: UInt8 = 0

    package init() {}
}

extension PackedEvent {
    /// Bytes of the number and the time that begin every event.
    static let headerSize = 10

    /// The bytes of an event's fields; nil for definitions, which vary.
    @inline(__always)
    static func fieldsSize(of record: TraceEvent.Record) -> Int? {
        switch record {
        case .stringDefined, .imageDefined, .stackDefined: nil
        case .objectCreated: 17
        case .objectDestroyed, .loaded, .activated, .deactivated, .viewAppeared, .stillAlive: 8
        case .owned: 16
        case .launched, .viewLeft: 12
        case .attached, .detached: 20
        case .subscribed: 25
        case .firedWhileInactive: 20
        case .subscriptionEnded: 25
        case .scopeBegan, .supertypeDefined: 8
        case .stillSubscribed: 24
        case .settled: 9
        }
    }

    /// Takes the fields of an event that is no definition.
    ///
    /// - Parameter fields: As many bytes as `fieldsSize` says.
    /// - Returns: False when a number in them means nothing in this format version.
    @inline(__always)
    mutating func decode(_ record: TraceEvent.Record, _ fields: UnsafeRawPointer) -> Bool {
        self.record = record
        switch record {
        case .stringDefined, .imageDefined, .stackDefined:
            return false
        case .objectDestroyed, .loaded, .activated, .deactivated, .viewAppeared, .stillAlive:
            subject = fields.word(0)
        case .objectCreated:
            subject = fields.word(0)
            byte = fields.byte(8)
            short = fields.short(9)
            secondShort = fields.short(13)
            return ObjectKind(rawValue: byte) != nil
        case .owned:
            subject = fields.word(0)
            other = fields.word(8)
        case .launched, .viewLeft:
            subject = fields.word(0)
            secondShort = fields.short(8)
        case .attached, .detached:
            subject = fields.word(0)
            other = fields.word(8)
            secondShort = fields.short(16)
        case .subscribed:
            subject = fields.word(0)
            other = fields.word(8)
            byte = fields.byte(16)
            short = fields.short(17)
            secondShort = fields.short(21)
        case .firedWhileInactive:
            subject = fields.word(0)
            secondShort = fields.short(8)
            other = fields.word(12)
        case .subscriptionEnded:
            subject = fields.word(0)
            byte = fields.byte(8)
            other = fields.word(9)
            third = fields.word(17)
            return SubscriptionEnd(rawValue: byte) != nil
        case .scopeBegan, .supertypeDefined:
            short = fields.short(0)
            secondShort = fields.short(4)
        case .stillSubscribed:
            subject = fields.word(0)
            other = fields.word(8)
            third = fields.word(16)
        case .settled:
            byte = fields.byte(0)
            short = fields.short(1)
            secondShort = fields.short(5)
            return SettleReason(rawValue: byte) != nil
        }
        return true
    }
}

extension UnsafeRawPointer {
    @inline(__always)
    fileprivate func word(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    fileprivate func short(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inline(__always)
    fileprivate func byte(_ offset: Int) -> UInt8 { load(fromByteOffset: offset, as: UInt8.self) }
}
