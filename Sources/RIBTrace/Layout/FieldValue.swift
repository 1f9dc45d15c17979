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

extension FieldValue where Self: CaseIterable & RawRepresentable, RawValue == UInt8 {
    package init?(number: UInt8) { self.init(rawValue: number) }
    package var number: UInt8 { rawValue }
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
protocol FieldSource {
    /// The next field. Of one that cannot be read, a value that stands for any.
    ///
    /// - Parameter name: As in the trace's metadata.
    mutating func take<Value: FieldValue>(_ name: StaticString) -> Value

    /// The next field, a text.
    mutating func takeText(_ name: StaticString) -> String

    /// The frames of a stack.
    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame]
}
