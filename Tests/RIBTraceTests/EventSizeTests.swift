// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTrace

@Suite struct EventSizeTests {
    @Test(arguments: everyEvent)
    func anEventTakesTheBytesOfItsFields(event: TraceEvent) throws {
        let layout = EventLayout(event.record)
        let least = PackedEvent.headerSize + layout.size
        let size = try encodedSize(of: event)
        #expect(layout.hasTail ? size > least : size == least)
    }

    @Test func everyKindOfEventHasASample() {
        #expect(Set(everyEvent.map(\.record)) == Set(TraceEvent.Record.allCases))
    }

    /// The bytes that are read before an event's record is known exist in every event.
    @Test func noEventIsShorterThanTheIDThatMostBeginWith() {
        for record in TraceEvent.Record.allCases where !record.isDefinition {
            #expect(EventLayout(record).size >= EventFields.ObjectDestroyed.size, "\(record)")
        }
    }

    private func encodedSize(of event: TraceEvent) throws -> Int {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 8)
        defer { memory.deallocate() }
        var writer = ByteWriter(memory)
        event.encode(at: 1, into: &writer)
        try #require(!writer.overflowed)
        return writer.count
    }
}

/// What the declaration of an event's fields says.
struct EventLayout {
    let tsdl: String
    /// In bytes, without what differs in length.
    let size: Int
    let hasTail: Bool
    let choice: FieldChoice?

    init(_ record: TraceEvent.Record) {
        self = record.visitFields(Visitor())
    }

    private init<Fields: PackedFields>(_: Fields.Type) {
        (tsdl, size) = (Fields.tsdl, Fields.size)
        (hasTail, choice) = (Fields.isDefinition, Fields.choice)
    }

    private struct Visitor: FieldsVisitor {
        func take<Fields: PackedFields>(_ type: Fields.Type) -> EventLayout { EventLayout(type) }
    }
}
