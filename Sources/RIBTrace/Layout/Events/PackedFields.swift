// SPDX-License-Identifier: Apache-2.0

/// Fields, byte for byte as they stand in a packet: each stored property is one, in the order they
/// are stored.
///
/// The properties are of types without alignment: `Packed`, `Choice`, `PackedBool`, or other fields.
@usableFromInline
package protocol FieldGroup: Sendable {
    /// Adds each property to a list, in their order. A test compares the list with the properties.
    func list(in fields: inout FieldList)
}

/// The fields of an event: the only place that says its layout.
@usableFromInline
package protocol PackedFields: FieldGroup {
    /// What follows the fields, in TSDL, and differs in length; empty for all but definitions.
    static var tail: String { get }

    /// The field that must have one of the values of its enumeration, if there is one.
    static var choice: FieldChoice? { get }

    /// The event that has these fields; nil where a number means nothing in this format version, and
    /// for definitions.
    var event: TraceEvent? { get }
}

extension PackedFields {
    package static var tail: String { "" }
    package static var choice: FieldChoice? { nil }
    package var event: TraceEvent? { nil }

    /// True where a tail follows.
    static var isDefinition: Bool { !tail.isEmpty }

    /// The bytes of the fields, without their tail.
    static var size: Int { MemoryLayout<Self>.size }

    /// All fields in TSDL, CTF 1.8's metadata language.
    static var tsdl: String {
        let bytes = [UInt8](repeating: 0, count: size)
        let zeros = bytes.withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
        var fields = FieldList()
        zeros.list(in: &fields)
        if isDefinition { fields.add(tail: tail) }
        return fields.tsdl
    }
}

/// A byte of an event's fields that means nothing in this format version unless it has one of some
/// values.
@usableFromInline
package struct FieldChoice {
    /// From the first of the fields.
    let offset: Int
    let values: [UInt8]

    init<Fields, Value>(_ field: KeyPath<Fields, Choice<Value>>) {
        // The field is there: no key path of a stored property leads nowhere.
        offset = MemoryLayout<Fields>.offset(of: field).unsafelyUnwrapped
        values = Value.allCases.map(\.rawValue)
    }
}

/// What begins every event.
@usableFromInline
struct EventHeader {
    @usableFromInline let id: Packed<UInt16>
    /// Nanoseconds on the monotonic clock.
    @usableFromInline let timestamp: Packed<UInt64>
}

/// An event with a header, as it is written.
struct PackedRecord<Fields: PackedFields> {
    let header: EventHeader
    let fields: Fields
}

/// Some fields in TSDL, CTF 1.8's metadata language.
///
/// Text alone, without mirrors or coding: an app that is recorded makes the list of every event when
/// it starts.
@usableFromInline
package struct FieldList {
    /// The declarations, with a blank between them.
    private(set) var tsdl = ""

    /// Adds what differs in length.
    mutating func add(tail: String) {
        if !tsdl.isEmpty { tsdl += " " }
        tsdl += tail
    }

    /// Adds a field.
    ///
    /// - Parameter name: The property's, in the metadata's way: `rib_path` for `ribPath`.
    mutating func add<Field>(_ name: String, _: Field) {
        add(name, bytes: MemoryLayout<Field>.size)
    }

    private mutating func add(_ name: String, bytes: Int) {
        tsdl += tsdl.isEmpty ? "uint" : " uint"
        tsdl += String(bytes * 8)
        tsdl += "_t "
        tsdl += name
        tsdl += ";"
    }
}
