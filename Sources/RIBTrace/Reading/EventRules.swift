// SPDX-License-Identifier: Apache-2.0

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
        let layout = record?.visitFields(Layout())
        size = UInt8(layout?.size ?? 0)
        choicePlace = UInt8(PackedEvent.headerSize + (layout?.choice?.offset ?? 0))
        choices = layout?.choice?.values.reduce(0) { $0 | 1 << UInt64($1) } ?? 0
    }

    private struct Layout: FieldsVisitor {
        func take<Fields: PackedFields>(_ type: Fields.Type) -> (size: Int, choice: FieldChoice?) {
            (Fields.isDefinition ? 0 : PackedEvent.headerSize + Fields.size, Fields.choice)
        }
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
