// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An executable or library as a 64-bit little-endian ELF file, mapped into memory.
///
/// The file may contain anything: every offset and length is checked.
struct ElfImage {
    private static let largest = 4 << 30
    private static let mostSections = 1 << 16
    private static let mostSegments = 64

    /// A section of the file, by the fields of its header.
    struct Section {
        let name: Int
        let kind: UInt32
        let flags: UInt64
        /// Empty for one without bytes in the file, such as one of zeros.
        let range: Range<Int>
        let link: Int
    }

    private let data: Data

    /// - Returns: Nil when there is no such file, or it is another one.
    init?(path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
            (64...Self.largest).contains(data.count),
            data.prefix(6).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1])
        else { return nil }
        self.data = data
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        data.withUnsafeBytes(body)
    }

    /// The parts that are mapped as code for x86-64, and the addresses at which they begin there.
    private var x86Code: [(range: Range<Int>, address: UInt64)] {
        let (x86, loaded, executable) = (UInt16(62), UInt32(1), UInt32(1))
        guard number(at: 18, UInt16.self) == x86, let start = offset(at: 32),
            let count = number(at: 56, UInt16.self)
        else { return [] }
        return (0..<min(Int(count), Self.mostSegments)).compactMap { index in
            let place = start + index * 56
            guard number(at: place, UInt32.self) == loaded,
                let flags = number(at: place + 4, UInt32.self), flags & executable != 0,
                let range = range(start: place + 8, size: place + 32),
                let address = number(at: place + 16, UInt64.self)
            else { return nil }
            return (range, address)
        }
    }

    /// Its sections, and the number of the one that has their names; nil when one cannot be read.
    var sections: (all: [Section], names: Int)? {
        guard let start = offset(at: 40), let count = number(at: 60, UInt16.self),
            let names = number(at: 62, UInt16.self), count <= Self.mostSections
        else { return nil }
        let all = (0..<Int(count)).compactMap { section(at: start + $0 * 64) }
        return all.count == count && all.indices.contains(Int(names)) ? (all, Int(names)) : nil
    }

    func contains(_ text: String, at start: Int) -> Bool {
        guard start >= 0, start <= data.count - text.utf8.count else { return false }
        return data[start..<(start + text.utf8.count)].elementsEqual(text.utf8)
    }

    private func section(at place: Int) -> Section? {
        guard let name = number(at: place, UInt32.self),
            let kind = number(at: place + 4, UInt32.self),
            let flags = number(at: place + 8, UInt64.self),
            let link = number(at: place + 40, UInt32.self)
        else { return nil }
        return Section(
            name: Int(name), kind: kind, flags: flags,
            range: range(start: place + 24, size: place + 32) ?? 0..<0, link: Int(link))
    }

    /// The bytes whose place and number stand at these places; nil if the file has not all of them.
    private func range(start: Int, size: Int) -> Range<Int>? {
        guard let start = offset(at: start), let size = number(at: size, UInt64.self),
            size <= data.count - start
        else { return nil }
        return start..<(start + Int(size))
    }

    private func offset(at place: Int) -> Int? {
        number(at: place, UInt64.self).flatMap { $0 <= data.count ? Int($0) : nil }
    }

    private func number<Number: FixedWidthInteger>(at place: Int, _: Number.Type) -> Number? {
        guard place >= 0, place <= data.count - MemoryLayout<Number>.size else { return nil }
        return data.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
        }
    }
}

extension ElfImage {
    /// Optimized code that is inlined in more places is some helper.
    private static let mostReferences = 64

    /// The instructions that load the addresses of functions, as code does that makes a closure. So
    /// a closure whose own code has no line is found by the line that makes it.
    ///
    /// Looks for `lea register, [rip + distance]`, with which position-independent code for x86-64
    /// loads an address: a prefix with 64 bits, `8d`, one for the register, 4 of distance. In code
    /// for other processors, nothing is found.
    ///
    /// - Parameter functions: The addresses of their first bytes in the file.
    /// - Returns: The addresses of the instructions behind each function's loads, at most 65 for
    ///   one.
    /// - Complexity: O(the bytes of code in the file).
    func loads(of functions: Set<UInt64>) -> [UInt64: [UInt64]] {
        let length = 7
        var found: [UInt64: [UInt64]] = [:]
        withUnsafeBytes { file in
            for (range, address) in x86Code where range.count >= length {
                for place in range.lowerBound...(range.upperBound - length)
                where file[place + 1] == 0x8d && file[place] & 0xf8 == 0x48
                    && file[place + 2] & 0xc7 == 0x05
                {
                    let distance = Int32(
                        littleEndian: file.loadUnaligned(
                            fromByteOffset: place + 3, as: Int32.self))
                    let next = address &+ UInt64(place - range.lowerBound + length)
                    let function = next &+ UInt64(bitPattern: Int64(distance))
                    if functions.contains(function),
                        found[function, default: []].count <= Self.mostReferences
                    {
                        found[function, default: []].append(next)
                    }
                }
            }
        }
        return found
    }
}

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
                return notes[description..<(description + size)].map { String(format: "%02x", $0) }
                    .joined()
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
}
