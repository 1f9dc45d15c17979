/// An event where it stands in a packet: what a trace of millions is read by.
///
/// Its fields are read from the packet when asked for. Which of them an event has is said by
/// `TraceEvent.init(_:)`; to ask for another is to read past the event. Definitions have none: the
/// reader holds them.
package struct PackedEvent {
    /// Nanoseconds on the monotonic clock.
    package let timestamp: UInt64
    package let record: TraceEvent.Record
    private let fields: UnsafeRawPointer

    /// - Parameter fields: The bytes behind the event's number and time, `fieldsSize` of them.
    @inline(__always)
    init(_ record: TraceEvent.Record, at timestamp: UInt64, fields: UnsafeRawPointer) {
        self.record = record
        self.timestamp = timestamp
        self.fields = fields
    }

    /// Object, subscription, router, child, interactor or view.
    @inline(__always)
    package var subject: UInt64 { word(0) }
    /// Owner or parent.
    @inline(__always)
    package var related: UInt64 { word(8) }

    // What an `objectCreated` says.
    @inline(__always)
    package var kind: UInt8 { byte(8) }
    @inline(__always)
    package var type: UInt32 { short(9) }
    @inline(__always)
    package var creationStack: UInt32 { short(13) }

    /// The stack of an `attached` or `detached`.
    @inline(__always)
    package var moveStack: UInt32 { short(16) }
    /// The stack of a `launched`, `viewLeft` or `firedWhileInactive`.
    @inline(__always)
    package var stack: UInt32 { short(8) }

    // What a `subscribed` says.
    package var ownerIsActive: Bool { byte(16) != 0 }
    package var chain: UInt32 { short(17) }
    package var subscribeStack: UInt32 { short(21) }

    /// The nanoseconds of a `firedWhileInactive`.
    package var sinceDeactivation: UInt64 { word(12) }
    /// The scope of a `firedWhileInactive`.
    package var firingScope: UInt32 { short(20) }
    /// The scope of a `viewLeft`.
    package var departureScope: UInt32 { short(12) }
    /// How the subscription of a `subscriptionEnded` ended.
    package var end: UInt8 { byte(8) }
    /// The counts of a `subscriptionEnded` or `stillSubscribed`.
    package var counts: DeliveryCounts {
        record == .subscriptionEnded
            ? DeliveryCounts(whileActive: word(9), whileInactive: word(17))
            : DeliveryCounts(whileActive: word(8), whileInactive: word(16))
    }

    // What a `scopeBegan` says.
    package var scope: UInt32 { short(0) }
    package var name: UInt32 { short(4) }

    // What a `supertypeDefined` says.
    package var subtype: UInt32 { short(0) }
    package var supertype: UInt32 { short(4) }

    // What a `settled` says.
    package var reason: UInt8 { byte(0) }
    package var settledScope: UInt32 { short(1) }
    package var unjudged: UInt32 { short(5) }

    /// For how many nanoseconds the object of a `stillAlive` should have been gone.
    package var expectedFor: UInt64 { word(8) }
    /// The text of a `placed`.
    package var ribPath: UInt32 { short(8) }

    // What a `lifecycleViolated` says.
    package var violation: UInt8 { byte(8) }
    package var violationOther: UInt64 { word(9) }
    package var violationStack: UInt32 { short(17) }
    package var violationScope: UInt32 { short(21) }

    // What a `dropped` says.
    package var droppedClass: UInt8 { byte(0) }
    package var droppedCount: UInt64 { word(1) }

    @inline(__always)
    private func word(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: fields.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private func short(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: fields.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inline(__always)
    private func byte(_ offset: Int) -> UInt8 {
        fields.load(fromByteOffset: offset, as: UInt8.self)
    }
}

extension PackedEvent {
    /// Bytes of the number and the time that begin every event.
    static let headerSize = 10

    /// The bytes of an event's fields; nil for definitions, which vary.
    static func fieldsSize(of record: TraceEvent.Record) -> Int? {
        switch record {
        case .stringDefined, .imageDefined, .stackDefined: nil
        case .objectCreated: 17
        case .objectDestroyed, .loaded, .activated, .deactivated, .viewAppeared, .workerStopped: 8
        case .owned, .stillAlive, .workerStarted: 16
        case .launched, .placed: 12
        case .viewLeft: 16
        case .attached, .detached: 20
        case .subscribed: 25
        case .firedWhileInactive: 24
        case .subscriptionEnded: 25
        case .scopeBegan, .supertypeDefined: 8
        case .stillSubscribed: 24
        case .settled, .dropped: 9
        case .lifecycleViolated: 25
        }
    }

    /// False when a number in it means nothing in this format version.
    @inline(__always)
    var isMeaningful: Bool {
        switch record {
        case .objectCreated: ObjectKind(rawValue: kind) != nil
        case .subscriptionEnded: SubscriptionEnd(rawValue: end) != nil
        case .settled: SettleReason(rawValue: reason) != nil
        case .dropped: EventClass(rawValue: droppedClass) != nil
        case .lifecycleViolated: LifecycleViolation(rawValue: violation) != nil
        default: true
        }
    }
}
