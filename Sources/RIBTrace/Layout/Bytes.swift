// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads little-endian values from bytes that may be hostile. After the first that is not there or
/// means nothing, what it gives says nothing.
struct ByteReader: FieldSource {
    private let bytes: UnsafeRawBufferPointer
    /// How many bytes were read.
    private(set) var position = 0
    /// True once a value could not be read.
    private(set) var failed = false

    /// - Parameter bytes: They must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func read<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        guard let place = pass(MemoryLayout<Number>.size) else { return 0 }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }

    subscript<Value: FieldValue>(dynamicMember name: StaticString) -> Value {
        mutating get {
            if let value = Value(number: read()) { return value }
            failed = true
            return .blank
        }
    }

    mutating func readUUID() -> UUID? {
        pass(MemoryLayout<uuid_t>.size).map {
            UUID(uuid: bytes.loadUnaligned(fromByteOffset: $0, as: uuid_t.self))
        }
    }

    /// A CTF string: UTF-8, repaired where it is not, up to its zero byte.
    subscript(dynamicMember name: StaticString) -> String {
        mutating get {
            let most = min(bytes.count - position, TraceFormat.longestString + 1)
            guard !failed, most > 0, let start = bytes.baseAddress.map({ $0 + position }),
                let end = memchr(start, 0, most)
            else {
                failed = true
                return ""
            }
            let text = UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start)
            position += text.count + 1
            return String(decoding: text, as: UTF8.self)
        }
    }

    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame] {
        guard !failed, depth <= TraceFormat.deepestStack else {
            failed = true
            return []
        }
        return (0..<depth).map { _ in .init(image: self.image, offset: self.offset) }
    }

    /// Passes bytes that were read before.
    mutating func skip(_ count: Int) { _ = pass(count) }

    private mutating func pass(_ size: Int) -> Int? {
        guard !failed, bytes.count - position >= size else {
            failed = true
            return nil
        }
        defer { position += size }
        return position
    }
}

/// Writes little-endian values into a fixed piece of memory, and remembers when one did not fit.
package struct ByteWriter {
    private let start: UnsafeMutableRawPointer
    private let capacity: Int
    /// Bytes written so far.
    package private(set) var count = 0
    /// True once a value did not fit: nothing after it was written.
    private(set) var overflowed = false

    package init(_ memory: UnsafeMutableRawBufferPointer) {
        // An empty buffer has no address; nothing is ever stored through this stand-in.
        start = memory.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
        capacity = memory.count
    }

    @inline(__always)
    mutating func write<Number: FixedWidthInteger>(_ value: Number) {
        // Without checks for overflow: `count` is at most `capacity`, and a number has a few bytes.
        guard !overflowed, MemoryLayout<Number>.size <= capacity &- count else {
            overflowed = true
            return
        }
        (start + count).storeBytes(of: value.littleEndian, as: Number.self)
        count &+= MemoryLayout<Number>.size
    }

    mutating func write(_ uuid: UUID) {
        withUnsafeBytes(of: uuid.uuid) { for byte in $0 { write(byte) } }
    }

    // The fields of an event, one after the other; the record's number and the time come first.

    @inline(__always)
    mutating func put(_ value: some FieldValue) { write(value.number) }

    @inline(__always)
    mutating func put(_ first: some FieldValue, _ second: some FieldValue) {
        put(first)
        put(second)
    }

    @inline(__always)
    mutating func put(
        _ first: some FieldValue, _ second: some FieldValue, _ third: some FieldValue
    ) {
        put(first, second)
        put(third)
    }

    @inline(__always)
    mutating func put(
        _ first: some FieldValue, _ second: some FieldValue, _ third: some FieldValue,
        _ fourth: some FieldValue
    ) {
        put(first, second)
        put(third, fourth)
    }

    @inline(__always)
    mutating func put(
        _ first: some FieldValue, _ second: some FieldValue, _ third: some FieldValue,
        _ fourth: some FieldValue, _ fifth: some FieldValue
    ) {
        put(first, second)
        put(third, fourth, fifth)
    }

    @inline(__always)
    mutating func put(
        _ first: some FieldValue, _ second: some FieldValue, _ third: some FieldValue,
        _ fourth: some FieldValue, _ fifth: some FieldValue, _ sixth: some FieldValue
    ) {
        put(first, second, third)
        put(fourth, fifth, sixth)
    }

    /// Writes a CTF string: UTF-8 up to the format's longest, without embedded zeros, then a zero.
    mutating func put(text: String) {
        for byte in text.utf8Prefix(TraceFormat.longestString).utf8 {
            write(byte == 0 ? UInt8(ascii: "?") : byte)
        }
        write(UInt8(0))
    }
}

extension String {
    /// At most `limit` bytes of UTF-8, cut between characters' bytes so that it stays valid.
    package func utf8Prefix(_ limit: Int) -> Substring {
        guard utf8.count > limit else { return self[...] }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > utf8.startIndex, end.samePosition(in: unicodeScalars) == nil {
            end = utf8.index(before: end)
        }
        return self[..<end]
    }
}
