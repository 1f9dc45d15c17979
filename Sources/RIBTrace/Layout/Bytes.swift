// SPDX-License-Identifier: Apache-2.0

/// Reads little-endian values from bytes that may be hostile: nil at and after the end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func read<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
        let size = MemoryLayout<Value>.size
        guard bytes.endIndex - position >= size else { return nil }
        let value = bytes.withUnsafeBytes { raw in
            raw.loadUnaligned(fromByteOffset: position - bytes.startIndex, as: Value.self)
        }
        position += size
        return Value(littleEndian: value)
    }

    mutating func readUUID() -> TraceUUID? {
        guard bytes.endIndex - position >= 16 else { return nil }
        defer { position += 16 }
        return TraceUUID(bytes: Array(bytes[position..<position + 16]))
    }

    /// A CTF string: UTF-8, repaired where it is not, up to its zero byte.
    mutating func readString() -> String? {
        let limit = min(bytes.endIndex, position + TraceFormat.longestString + 1)
        guard position < limit else { return nil }
        // Over plain memory: a search through the slice takes several times as long.
        return bytes[position..<limit].withUnsafeBytes { raw in
            guard let end = raw.firstIndex(of: 0) else { return nil }
            position += end + 1
            return String(decoding: UnsafeRawBufferPointer(rebasing: raw[..<end]), as: UTF8.self)
        }
    }

    /// Fields without alignment.
    mutating func read<Fields>(fields: Fields.Type) -> Fields? {
        let size = MemoryLayout<Fields>.size
        guard bytes.endIndex - position >= size else { return nil }
        defer { position += size }
        return bytes.withUnsafeBytes { raw in
            raw.loadUnaligned(fromByteOffset: position - bytes.startIndex, as: Fields.self)
        }
    }
}

/// Writes little-endian values into a fixed piece of memory, and remembers when one did not fit.
struct ByteWriter {
    private let start: UnsafeMutableRawPointer
    private let capacity: Int
    /// Bytes written so far.
    private(set) var count = 0
    /// True once a value did not fit: nothing after it was written.
    private(set) var overflowed = false

    init(_ memory: UnsafeMutableRawBufferPointer) {
        // An empty buffer has no address; nothing is ever stored through this stand-in.
        start = memory.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
        capacity = memory.count
    }

    @inline(__always)
    mutating func write<Value: FixedWidthInteger>(_ value: Value) {
        guard let place = reserve(MemoryLayout<Value>.size) else { return }
        place.storeBytes(of: value.littleEndian, as: Value.self)
    }

    /// Writes fields without alignment, all or none.
    @inline(__always)
    mutating func store<Fields>(_ fields: Fields) {
        guard let place = reserve(MemoryLayout<Fields>.size) else { return }
        place.storeBytes(of: fields, as: Fields.self)
    }

    mutating func write(_ uuid: TraceUUID) {
        for byte in uuid.bytes { write(byte) }
    }

    /// Writes a CTF string: UTF-8 up to the format's longest, without embedded zeros, then a zero.
    mutating func write(_ text: String) {
        for byte in text.utf8Prefix(TraceFormat.longestString) {
            write(byte == 0 ? UInt8(ascii: "?") : byte)
        }
        write(UInt8(0))
    }

    @inline(__always)
    private mutating func reserve(_ size: Int) -> UnsafeMutableRawPointer? {
        // Without checks for overflow: `count` is at most `capacity`, and `size` a few bytes.
        guard !overflowed, size <= capacity &- count else {
            overflowed = true
            return nil
        }
        let place = start + count
        count &+= size
        return place
    }
}

extension String {
    /// At most `limit` bytes of UTF-8, cut between characters' bytes so that it stays valid.
    fileprivate func utf8Prefix(_ limit: Int) -> Substring.UTF8View {
        guard utf8.count > limit else { return self[...].utf8 }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > utf8.startIndex, end.samePosition(in: unicodeScalars) == nil {
            end = utf8.index(before: end)
        }
        return self[..<end].utf8
    }
}
