// SPDX-License-Identifier: Apache-2.0

@testable import RIBAnalysis

/// Builds the bytes of an ELF file that has one note segment.
struct ELFBytes {
    var ident: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1]
    var tableOffset: UInt64 = 64
    var entrySize: UInt64 = 56
    var entries: UInt64 = 1
    var segmentType: UInt64 = 4
    var notesOffset: UInt64 = 120
    var notesSize: UInt64?
    var alignment: UInt64 = 4
    var notes: [UInt8] = note(type: 3, name: "GNU\0", description: [0xab, 0xcd, 0x01, 0x2f])

    /// A note as it lies in the file.
    static func note(
        type: UInt64, name: String, description: [UInt8], nameSize: UInt64? = nil,
        size: UInt64? = nil, alignment: Int = 4
    ) -> [UInt8] {
        var bytes = number(nameSize ?? UInt64(name.utf8.count), 4)
        bytes += number(size ?? UInt64(description.count), 4) + number(type, 4)
        for part in [Array(name.utf8), description] {
            bytes += part
            while bytes.count % alignment != 0 { bytes.append(0) }
        }
        return bytes
    }

    var bytes: [UInt8] {
        var file = ident
        file += [UInt8](repeating: 0, count: 32 - file.count)
        file += Self.number(tableOffset, 8) + [UInt8](repeating: 0, count: 14)
        file += Self.number(entrySize, 2) + Self.number(entries, 2)
        file += [UInt8](repeating: 0, count: 64 - file.count)
        file += Self.number(segmentType, 4) + Self.number(0, 4) + Self.number(notesOffset, 8)
        file += Self.number(0, 16) + Self.number(notesSize ?? UInt64(notes.count), 8)
        file += Self.number(0, 8) + Self.number(alignment, 8)
        return file + notes
    }

    var buildID: String? { Self.buildID(of: bytes) }

    /// Reads the build id of a file in memory, and reads outside of it fail as those of a file do.
    static func buildID(of bytes: [UInt8]) -> String? {
        ElfImage { offset, count in
            guard let start = Int(exactly: offset), start <= bytes.count,
                count <= bytes.count - start
            else { return nil }
            return Array(bytes[start..<(start + count)])
        }.buildID
    }

    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) : 0 }
    }
}
