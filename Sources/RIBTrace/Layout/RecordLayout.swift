// SPDX-License-Identifier: Apache-2.0

/// The fields of a record, in TSDL, CTF 1.8's metadata language.
///
/// Text alone, without mirrors or coding: an app that is recorded makes the list of every record
/// when it starts.
struct RecordLayout: FieldSource {
    /// The declarations, with a blank between them.
    private(set) var tsdl = ""
    /// Bytes of the fields, without what differs in length.
    private(set) var size = 0
    /// Whether something differs in length.
    private(set) var hasTail = false

    init(_ record: TraceEvent.Record) { _ = TraceEvent(record, from: &self) }

    mutating func take<Value: FieldValue>(_ name: StaticString) -> Value {
        add("uint\(Value.Number.bitWidth)_t \(name);")
        size += Value.Number.bitWidth / 8
        return .blank
    }

    mutating func takeText(_ name: StaticString) -> String {
        add("string \(name);")
        hasTail = true
        return ""
    }

    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame] {
        add("struct { uint32_t image; uint64_hex_t offset; } \(name)[depth];")
        hasTail = true
        return []
    }

    private mutating func add(_ declaration: String) {
        tsdl += tsdl.isEmpty ? declaration : " " + declaration
    }
}
