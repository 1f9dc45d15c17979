// SPDX-License-Identifier: Apache-2.0

/// What an event tells of, in the order in which events are dropped when a limit is near.
///
/// Raw values are stored in traces: never renumber one.
public enum EventClass: UInt8, CaseIterable, Sendable {
    /// What subscriptions delivered.
    case values = 1
    /// That subscriptions began and ended.
    case subscriptions = 2
    /// Lives, attachments and activity.
    case lifecycle = 3
    /// Definitions, scopes and judgements: without them the rest says nothing.
    case essential = 4
}

extension EventClass {
    /// The part of the disk limit, in percent, up to which a new packet may be begun for it.
    var share: Int {
        switch self {
        case .values: 85
        case .subscriptions: 90
        case .lifecycle: 96
        case .essential: 100
        }
    }
}

extension TraceEvent {
    var eventClass: EventClass {
        switch self {
        case .firedWhileInactive, .stillSubscribed: .values
        case .subscribed, .subscriptionEnded, .subscriptionOwned: .subscriptions
        case .objectCreated, .objectDestroyed, .owned, .launched, .attached, .detached, .loaded,
            .activated, .deactivated, .viewAppeared, .viewLeft, .lifecycleViolated, .workerStarted,
            .workerStopped, .retainStep, .retained:
            .lifecycle
        case .stringDefined, .imageDefined, .stackDefined, .supertypeDefined, .scopeBegan,
            .stillAlive, .settled, .dropped, .placed:
            .essential
        }
    }
}

/// What a record's number says of the bytes behind it.
@usableFromInline
struct EventRule: Sendable {
    @usableFromInline let record: TraceEvent.Record
    /// The bytes of the whole event; 0 for definitions, which vary, and for numbers of no record.
    @usableFromInline let size: UInt8
    /// True for events to pass over.
    @usableFromInline let isSkipped: Bool
    /// Where in the event the byte stands that must have one of some values.
    @usableFromInline let choicePlace: UInt8
    /// A bit for each of those values; 0 for events without such a byte.
    @usableFromInline let choices: UInt64

    /// The rule of a number that no record has.
    static let none = EventRule(nil, isSkipped: false)

    init(_ record: TraceEvent.Record?, isSkipped: Bool) {
        self.record = record ?? .stringDefined
        self.isSkipped = isSkipped
        let fields = record.flatMap(PackedEvent.fieldsSize(of:))
        size = fields.map { UInt8(PackedEvent.headerSize + $0) } ?? 0
        let choice = record.flatMap(PackedEvent.choice(in:))
        choicePlace = UInt8(PackedEvent.headerSize + (choice?.offset ?? 0))
        choices = choice?.values.reduce(0) { $0 | 1 << UInt64($1) } ?? 0
    }
}

/// The rules of all records by their numbers, made once a trace: one look, where a switch would
/// cost a mispredicted jump an event.
final class EventRules {
    let table: UnsafeMutablePointer<EventRule>
    let count: Int

    /// - Parameter skipped: Events to pass over; they are checked only for their size.
    init(skipping skipped: Set<TraceEvent.Record> = []) {
        let records = TraceEvent.Record.allCases
        count = Int(records.map(\.rawValue).max() ?? 0) + 1
        table = .allocate(capacity: count)
        table.initialize(repeating: .none, count: count)
        for record in records {
            table[Int(record.rawValue)] = EventRule(record, isSkipped: skipped.contains(record))
        }
    }

    deinit {
        table.deallocate()
    }
}
