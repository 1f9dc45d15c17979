// SPDX-License-Identifier: Apache-2.0

/// An event where it stands in a packet: what a trace of millions is read by.
///
/// Its fields are read from the packet when asked for. Definitions have a tail that is not checked
/// here: the reader holds them.
@usableFromInline
package struct PackedEvent {
    /// Nanoseconds on the monotonic clock.
    @usableFromInline package let timestamp: UInt64
    @usableFromInline package let record: TraceEvent.Record
    @usableFromInline let place: UnsafeRawPointer

    /// Bytes of the number and the time that begin every event.
    @inlinable static var headerSize: Int { MemoryLayout<EventHeader>.size }

    /// - Parameter place: Where its number stands, `headerSize` bytes and those of its fields.
    @inlinable
    @inline(__always)
    init(_ record: TraceEvent.Record, from place: UnsafeRawPointer) {
        self.record = record
        timestamp = place.loadUnaligned(as: EventHeader.self).timestamp.value
        self.place = place + Self.headerSize
    }

    /// The fields of the event. A compiler that optimises reads only those that are then asked for.
    ///
    /// - Parameter type: What `record` says, or the fields that those begin with; others may lie
    ///   behind the packet.
    @inlinable
    @inline(__always)
    package func fields<Fields: PackedFields>(_ type: Fields.Type) -> Fields {
        place.loadUnaligned(as: Fields.self)
    }
}

extension TraceEvent {
    /// The event that a packed one is; nil for definitions.
    package init?(_ packed: PackedEvent) {
        guard !packed.record.isDefinition,
            let event = packed.record.visitFields(Unpacking(packed: packed))
        else { return nil }
        self = event
    }
}

private struct Unpacking: FieldsVisitor {
    let packed: PackedEvent

    @inline(__always)
    func take<Fields: PackedFields>(_ type: Fields.Type) -> TraceEvent? {
        packed.fields(type).event
    }
}
