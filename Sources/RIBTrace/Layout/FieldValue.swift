// SPDX-License-Identifier: Apache-2.0

/// What one field of an event can say: a number, an id, a yes or no, or one of some values.
package protocol FieldValue {
    /// How it stands in a trace, little-endian.
    associatedtype Number: FixedWidthInteger

    /// - Returns: Nil for a number that means nothing in this format version.
    init?(number: Number)
    var number: Number { get }
    /// What takes the place of a value that could not be read.
    static var blank: Self { get }
}

extension FieldValue where Self: FixedWidthInteger, Number == Self {
    package init(number: Self) { self = number }
    package var number: Self { self }
    package static var blank: Self { 0 }
}

extension UInt8: FieldValue {}
extension UInt16: FieldValue {}
extension UInt32: FieldValue {}
extension UInt64: FieldValue {}

extension Bool: FieldValue {
    package init(number: UInt8) { self = number != 0 }
    package var number: UInt8 { self ? 1 : 0 }
    package static var blank: Bool { false }
}

extension FieldValue
where Self: CaseIterable & RawRepresentable, RawValue: FixedWidthInteger, Number == RawValue {
    package init?(number: RawValue) { self.init(rawValue: number) }
    package var number: RawValue { rawValue }
    package static var blank: Self { allCases[allCases.startIndex] }
}

/// What an id names, and how many bits its ids take.
package protocol TracedEntity {
    associatedtype IDNumber: FixedWidthInteger & Sendable
}

extension TracedObject: TracedEntity { package typealias IDNumber = UInt64 }
extension TracedSubscription: TracedEntity { package typealias IDNumber = UInt64 }
// Strings, stacks, images and scopes are distinct things of one process, held in memory there: they
// cannot reach 2^32.
extension String: TracedEntity { package typealias IDNumber = UInt32 }
extension StackDefinition: TracedEntity { package typealias IDNumber = UInt32 }
extension ImageDefinition: TracedEntity { package typealias IDNumber = UInt32 }
extension TracedScope: TracedEntity { package typealias IDNumber = UInt32 }

extension TraceID: FieldValue where Entity: TracedEntity {
    package init(number: Entity.IDNumber) { self.init(UInt64(number)) }
    package var number: Entity.IDNumber { Entity.IDNumber(truncatingIfNeeded: rawValue) }
    package static var blank: Self { .none }
}

/// Gives the fields of an event one after the other: read from a trace, or only described.
///
/// A field is asked for by its name in the trace's metadata.
@dynamicMemberLookup
protocol FieldSource {
    /// The next field. Of one that cannot be read, a value that stands for any.
    subscript<Value: FieldValue>(dynamicMember name: StaticString) -> Value { mutating get }

    /// The next field, a text.
    subscript(dynamicMember name: StaticString) -> String { mutating get }

    /// The frames of a stack.
    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame]
}

/// The fields of a record, in TSDL, CTF 1.8's metadata language.
///
/// Text alone, without mirrors or coding: an app that is recorded makes the list of every record
/// when it starts.
struct RecordLayout: FieldSource {
    /// The declarations, with a blank between them.
    private(set) var tsdl = ""

    init(_ record: TraceEvent.Record) { _ = TraceEvent(record, from: &self) }

    subscript<Value: FieldValue>(dynamicMember name: StaticString) -> Value {
        mutating get {
            add("uint\(Value.Number.bitWidth)_t \(name);")
            return .blank
        }
    }

    subscript(dynamicMember name: StaticString) -> String {
        mutating get {
            add("string \(name);")
            return ""
        }
    }

    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame] {
        add("struct { uint32_t image; uint64_hex_t offset; } \(name)[depth];")
        return []
    }

    private mutating func add(_ declaration: String) {
        tsdl += tsdl.isEmpty ? declaration : " " + declaration
    }
}
