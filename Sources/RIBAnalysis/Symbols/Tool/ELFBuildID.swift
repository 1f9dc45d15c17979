// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The linker's build ID, read from a 64-bit little-endian ELF file.
///
/// The file may contain anything: every offset and length is checked and capped before use.
package enum ELFBuildID: Equatable {
    /// Lower-case hexadecimal.
    case found(String)
    case none
    /// Not a 64-bit little-endian ELF file, or a damaged one.
    case unreadable

    /// Reads `count` bytes at `offset`; nil when there are fewer.
    typealias Reader = (_ offset: UInt64, _ count: Int) -> [UInt8]?

    private static let mostSegments = 1024
    private static let largestNotes: UInt64 = 64 * 1024
    private static let longestBuildID = 64

    /// Reads the build id of a file.
    ///
    /// - Returns: Nil when there is no such file.
    package init?(of path: String) {
        // Non-blocking, so that a named pipe at this path cannot block the caller.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            self = .unreadable
            return
        }
        self.init { offset, count in
            guard let offset = off_t(exactly: offset), count >= 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            let got = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, count, offset) }
            return got == count ? bytes : nil
        }
    }

    /// Finds the build id.
    ///
    /// - Parameter read: Access to the file's bytes.
    init(reading read: Reader) {
        self = .unreadable
        // "ELF" after 7F, 64-bit, little-endian.
        guard let header = read(0, 64), header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else {
            return
        }
        let tableOffset = Self.number(header[32..<40])
        let entrySize = Self.number(header[54..<56])
        let entries = Int(Self.number(header[56..<58]))
        guard entrySize == 56, entries <= Self.mostSegments else { return }
        guard entries > 0 else {
            self = .none
            return
        }
        guard let table = read(tableOffset, entries * 56) else { return }
        for entry in 0..<entries {
            let segment = table[(entry * 56)..<(entry * 56 + 56)]
            guard let notes = Self.notes(of: segment, reading: read) else { continue }
            if let id = Self.buildID(in: notes.bytes, alignment: notes.alignment) {
                self = .found(id)
                return
            }
        }
        self = .none
    }

    /// The bytes of a note segment (`PT_NOTE`), or nil for other segments and invalid sizes.
    private static func notes(
        of segment: ArraySlice<UInt8>, reading read: Reader
    ) -> (bytes: [UInt8], alignment: Int)? {
        let start = segment.startIndex
        let size = number(segment[(start + 32)..<(start + 40)])
        guard number(segment[start..<(start + 4)]) == 4, size > 0, size <= largestNotes,
            let bytes = read(number(segment[(start + 8)..<(start + 16)]), Int(size))
        else { return nil }
        return (bytes, number(segment[(start + 48)..<(start + 56)]) == 8 ? 8 : 4)
    }

    /// The description of the note of type `NT_GNU_BUILD_ID`, owned by `GNU`.
    private static func buildID(in notes: [UInt8], alignment: Int) -> String? {
        var position = 0
        while notes.count - position >= 12 {
            // Each is below 2^32, so these sums cannot overflow.
            let nameSize = Int(number(notes[position..<(position + 4)]))
            let size = Int(number(notes[(position + 4)..<(position + 8)]))
            let type = number(notes[(position + 8)..<(position + 12)])
            let name = position + 12
            let description = aligned(name + nameSize, to: alignment)
            guard description + size <= notes.count else { return nil }
            if type == 3, nameSize == 4, notes[name..<(name + 4)].elementsEqual([71, 78, 85, 0]),
                (1...longestBuildID).contains(size)
            {
                return notes[description..<(description + size)].map(hexadecimal).joined()
            }
            position = aligned(description + size, to: alignment)
        }
        return nil
    }

    private static func aligned(_ value: Int, to alignment: Int) -> Int {
        (value + alignment - 1) / alignment * alignment
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
}
