// SPDX-License-Identifier: Apache-2.0

/// Reads little-endian values from bytes that may be hostile: nil at and after the end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }

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
        guard position < limit, let end = bytes[position..<limit].firstIndex(of: 0) else {
            return nil
        }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
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
