// SPDX-License-Identifier: Apache-2.0

/// An event where it stands in a packet: what a trace of millions is read by.
///
/// Its fields are read from the packet when asked for. Which of them an event has is said by
/// `TraceEvent.init(_:)`; to ask for another is to read past the event. Definitions have none: the
/// reader holds them.
@usableFromInline
package struct PackedEvent {
    /// Nanoseconds on the monotonic clock.
    @usableFromInline package let timestamp: UInt64
    @usableFromInline package let record: TraceEvent.Record
    @usableFromInline let fields: UnsafeRawPointer

    /// - Parameter place: Where its number stands, `headerSize` bytes and those of its fields.
    @inlinable
    @inline(__always)
    init(_ record: TraceEvent.Record, from place: UnsafeRawPointer) {
        self.record = record
        timestamp = UInt64(
            littleEndian: place.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
        fields = place + Self.headerSize
    }

    /// Object, subscription, router, child, interactor or view.
    @inlinable package var subject: UInt64 { word(0) }
    /// Owner or parent.
    @inlinable package var related: UInt64 { word(8) }

    // What an `objectCreated` says.
    @inlinable package var kind: UInt8 { byte(8) }
    @inlinable package var type: UInt32 { short(9) }
    @inlinable package var creationStack: UInt32 { short(13) }

    /// The stack of an `attached` or `detached`.
    @inlinable package var moveStack: UInt32 { short(16) }
    /// The stack of a `launched`, `viewLeft` or `firedWhileInactive`.
    @inlinable package var stack: UInt32 { short(8) }

    // What a `subscribed` says; the first also what a `subscriptionOwned` does.
    @inlinable package var ownerIsActive: Bool { byte(16) != 0 }
    @inlinable package var chain: UInt32 { short(17) }
    @inlinable package var subscribeStack: UInt32 { short(21) }
    @inlinable package var attribution: UInt8 { byte(25) }
    @inlinable package var confinement: UInt8 { byte(26) }
    /// The attribution of a `subscriptionOwned`.
    @inlinable package var evidence: UInt8 { byte(17) }

    /// The nanoseconds of a `firedWhileInactive`.
    @inlinable package var sinceDeactivation: UInt64 { word(12) }
    /// The scope of a `firedWhileInactive`.
    @inlinable package var firingScope: UInt32 { short(20) }
    /// The scope of a `viewLeft`.
    @inlinable package var departureScope: UInt32 { short(12) }
    /// How the subscription of a `subscriptionEnded` ended.
    @inlinable package var end: UInt8 { byte(8) }
    /// The counts of a `subscriptionEnded` or `stillSubscribed`.
    @inlinable package var counts: DeliveryCounts {
        let start = record == .subscriptionEnded ? 9 : 8
        return DeliveryCounts(
            whileActive: word(start), whileInactive: word(start + 8), firstAt: word(start + 16),
            lastAt: word(start + 24))
    }

    // What a `scopeBegan` says.
    @inlinable package var scope: UInt32 { short(0) }
    @inlinable package var name: UInt32 { short(4) }

    // What a `supertypeDefined` says.
    @inlinable package var subtype: UInt32 { short(0) }
    @inlinable package var supertype: UInt32 { short(4) }

    // What a `settled` says.
    @inlinable package var reason: UInt8 { byte(0) }
    @inlinable package var settledScope: UInt32 { short(1) }
    @inlinable package var unjudged: UInt32 { short(5) }

    /// For how many nanoseconds the object of a `stillAlive` should have been gone.
    @inlinable package var expectedFor: UInt64 { word(8) }
    /// The text of a `placed`.
    @inlinable package var ribPath: UInt32 { short(8) }

    // What a `lifecycleViolated` says.
    @inlinable package var violation: UInt8 { byte(8) }
    @inlinable package var violationOther: UInt64 { word(9) }
    @inlinable package var violationStack: UInt32 { short(17) }
    @inlinable package var violationScope: UInt32 { short(21) }

    // What a `dropped` says.
    @inlinable package var droppedClass: UInt8 { byte(0) }
    @inlinable package var droppedCount: UInt64 { word(1) }

    // What a `retainStep` says; nil for a kind of holder that is not known.
    package var retentionStep: RetentionStep? {
        RetentionHolder(rawValue: byte(32)).map { holder in
            RetentionStep(
                holder: holder, holderText: StringID(short: short(16)),
                holderObject: ObjectID(word(8)), code: StackID(short: short(20)),
                label: StringID(short: short(24)), target: StringID(short: short(28)),
                isInferred: byte(33) != 0)
        }
    }

    // What a `retained` says; nil for a reason that is not known.
    package var retentionSummary: RetentionSummary? {
        RetentionReason(rawValue: byte(8)).map { reason in
            RetentionSummary(
                reason: reason, isPartial: byte(9) != 0, steps: short(10),
                retainCount: short(14), seenReferences: short(18), dominatedCount: word(22),
                dominatedBytes: word(30))
        }
    }

    @inlinable
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: fields.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inlinable
    @inline(__always)
    func short(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: fields.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inlinable
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 {
        fields.load(fromByteOffset: offset, as: UInt8.self)
    }
}

extension PackedEvent {
    /// Bytes of the number and the time that begin every event.
    @usableFromInline static var headerSize: Int { 10 }

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
        case .subscribed: 27
        case .firedWhileInactive: 24
        case .subscriptionEnded: 41
        case .subscriptionOwned: 18
        case .scopeBegan, .supertypeDefined: 8
        case .stillSubscribed: 40
        case .settled, .dropped: 9
        case .lifecycleViolated: 25
        case .retainStep: 34
        case .retained: 38
        }
    }

    /// Where in an event's fields a byte stands that means nothing in this format version unless it
    /// has one of some values, and these; nil for events without such a byte.
    static func choice(in record: TraceEvent.Record) -> (offset: Int, values: [UInt8])? {
        switch record {
        case .objectCreated: (8, ObjectKind.allCases.map(\.rawValue))
        case .subscribed: (25, SubscriptionAttribution.allCases.map(\.rawValue))
        case .subscriptionOwned: (17, SubscriptionAttribution.allCases.map(\.rawValue))
        case .subscriptionEnded: (8, SubscriptionEnd.allCases.map(\.rawValue))
        case .settled: (0, SettleReason.allCases.map(\.rawValue))
        case .dropped: (0, EventClass.allCases.map(\.rawValue))
        case .lifecycleViolated: (8, LifecycleViolation.allCases.map(\.rawValue))
        case .retainStep: (32, RetentionHolder.allCases.map(\.rawValue))
        case .retained: (8, RetentionReason.allCases.map(\.rawValue))
        default: nil
        }
    }
}
