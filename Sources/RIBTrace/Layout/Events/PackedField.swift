// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// A number or id as it stands in a packet: little-endian, at any address.
@usableFromInline
package struct Packed<Value: PackedValue>: Sendable {
    @usableFromInline let bytes: Value.Bytes

    @inlinable
    @inline(__always)
    package init(_ value: Value) {
        bytes = Value.Bytes(value: value.number.littleEndian)
    }

    @inlinable
    @inline(__always)
    package var value: Value { Value(number: number) }

    /// The value as the number that is stored.
    @inlinable
    @inline(__always)
    package var number: Value.Bytes.Number { Value.Bytes.Number(littleEndian: bytes.value) }
}

/// One of the values of an enumeration, any other of which is damage.
@usableFromInline
package struct Choice<Value: CaseIterable & RawRepresentable>: Sendable
where Value.RawValue == UInt8 {
    package let rawValue: UInt8

    init(_ value: Value) { rawValue = value.rawValue }

    /// Nil for a number that means nothing in this format version.
    package var value: Value? { Value(rawValue: rawValue) }
}

/// 1 for true, 0 for false.
@usableFromInline
package struct PackedBool: Sendable {
    @usableFromInline let rawValue: UInt8

    init(_ value: Bool) { rawValue = value ? 1 : 0 }

    @inlinable package var value: Bool { rawValue != 0 }
}

// MARK: - What can be packed

/// What an event can say in a number of 16, 32 or 64 bits.
@usableFromInline
package protocol PackedValue {
    associatedtype Bytes: PackedBytes
    init(number: Bytes.Number)
    var number: Bytes.Number { get }
}

/// A number without alignment, which Swift cannot express.
@usableFromInline
package protocol PackedBytes: Sendable {
    associatedtype Number: FixedWidthInteger
    init(value: Number)
    var value: Number { get }
}

extension ribleak_packed16: PackedBytes {}
extension ribleak_packed32: PackedBytes {}
extension ribleak_packed64: PackedBytes {}

extension UInt16: PackedValue { @usableFromInline package typealias Bytes = ribleak_packed16 }
extension UInt32: PackedValue { @usableFromInline package typealias Bytes = ribleak_packed32 }
extension UInt64: PackedValue { @usableFromInline package typealias Bytes = ribleak_packed64 }

extension PackedValue where Self: FixedWidthInteger, Self == Bytes.Number {
    @inlinable
    @inline(__always)
    package init(number: Self) { self = number }

    @inlinable
    @inline(__always)
    package var number: Self { self }
}

/// What an id names, and how many bits its ids take.
@usableFromInline
package protocol TracedEntity {
    associatedtype IDBytes: PackedBytes
}

extension TracedObject: TracedEntity {
    @usableFromInline package typealias IDBytes = ribleak_packed64
}
extension TracedSubscription: TracedEntity {
    @usableFromInline package typealias IDBytes = ribleak_packed64
}
// Strings, stacks, images and scopes are distinct things of one process, held in memory there: they
// cannot reach 2^32.
extension TracedString: TracedEntity {
    @usableFromInline package typealias IDBytes = ribleak_packed32
}
extension TracedStack: TracedEntity {
    @usableFromInline package typealias IDBytes = ribleak_packed32
}
extension TracedImage: TracedEntity {
    @usableFromInline package typealias IDBytes = ribleak_packed32
}
extension TracedScope: TracedEntity {
    @usableFromInline package typealias IDBytes = ribleak_packed32
}

extension TraceID: PackedValue where Entity: TracedEntity {
    @usableFromInline package typealias Bytes = Entity.IDBytes

    @inlinable
    @inline(__always)
    package init(number: Bytes.Number) { self.init(UInt64(number)) }

    @inlinable
    @inline(__always)
    package var number: Bytes.Number { Bytes.Number(truncatingIfNeeded: rawValue) }
}

extension TraceID {
    /// Wraps an id that is stored in 32 bits.
    @inlinable package init(short: UInt32) { self.init(UInt64(short)) }
}
