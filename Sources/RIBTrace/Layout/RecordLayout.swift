// SPDX-License-Identifier: Apache-2.0

/// The fields of a record, in TSDL, CTF 1.8's metadata language.
///
/// Text alone, without mirrors or coding: an app that is recorded makes the list of every record
/// when it starts.
struct RecordLayout: FieldSource {
    /// The declarations, with a blank between them.
    private(set) var tsdl = ""

    init(_ record: TraceEvent.Record) { _ = TraceEvent(record, from: &self) }

    mutating func take<Value: FieldValue>(_ name: StaticString) -> Value {
        add("uint\(Value.Number.bitWidth)_t \(name);")
        return .blank
    }

    mutating func takeText(_ name: StaticString) -> String {
        add("string \(name);")
        return ""
    }

    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame] {
        add("struct { uint32_t image; uint64_hex_t offset; } \(name)[depth];")
        return []
    }

    private mutating func add(_ declaration: String) {
        tsdl += tsdl.isEmpty ? declaration : " " + declaration
    }
}
