// SPDX-License-Identifier: Apache-2.0

extension TraceEvent {
    /// Writes the event's number and time, then its fields.
    @inline(__always)
    func encode(at timestamp: UInt64, into writer: inout ByteWriter) {
        switch self {
        case .stringDefined, .imageDefined, .stackDefined, .retainStep, .retained:
            writer = encodedRarely(at: timestamp, into: writer)
        default:
            var encoder = EventEncoder(writer: writer, timestamp: timestamp)
            visit(&encoder)
            writer = encoder.writer
        }
    }

    /// Definitions, and what is known of retain paths.
    ///
    /// By value and not `inout`: the address of a writer that a call knows keeps it in memory for
    /// all other events too, and each of their fields then waits for the one before.
    @inline(never)
    private func encodedRarely(at timestamp: UInt64, into start: ByteWriter) -> ByteWriter {
        var encoder = EventEncoder(writer: start, timestamp: timestamp)
        visit(&encoder)
        writeTail(into: &encoder.writer)
        return encoder.writer
    }

    /// The bytes that the event takes in a trace.
    package var encodedSize: Int {
        withUnsafeTemporaryAllocation(
            byteCount: TraceFormat.largestDefinition + PackedEvent.headerSize, alignment: 8
        ) { memory in
            var writer = ByteWriter(memory)
            encode(at: 0, into: &writer)
            return writer.count
        }
    }

    /// What the event tells of.
    var eventClass: EventClass { record.eventClass }

    /// Which event it is.
    var record: Record {
        var seen = SeenRecord()
        visit(&seen)
        return seen.record
    }
}

private struct EventEncoder: EventVisitor {
    var writer: ByteWriter
    let timestamp: UInt64

    @inline(__always)
    mutating func take<Fields: PackedFields>(_ record: TraceEvent.Record, _ fields: Fields) {
        let header = EventHeader(id: Packed(record.rawValue), timestamp: Packed(timestamp))
        writer.store(PackedRecord(header: header, fields: fields))
    }
}

private struct SeenRecord: EventVisitor {
    private(set) var record = TraceEvent.Record.stringDefined

    mutating func take<Fields: PackedFields>(_ record: TraceEvent.Record, _ fields: Fields) {
        self.record = record
    }
}
