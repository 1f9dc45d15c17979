// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An executable or library as a 64-bit little-endian ELF file, mapped into memory.
///
/// The file may contain anything: every offset and length is checked.
package struct ElfImage {
    private static let largest = 4 << 30
    private static let mostSections = 1 << 16
    private static let mostSegments = 64
    private static let segmentSize = 56

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
    package init?(path: String) {
        var status = stat()
        // To open a named pipe would block the caller.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        else { return nil }
        self.init(data)
    }

    init?(_ data: Data) {
        guard (64...Self.largest).contains(data.count),
            data.prefix(6).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1])
        else { return nil }
        self.data = data
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        data.withUnsafeBytes(body)
    }

    /// Where the headers of its segments are; nil when they cannot be read.
    private var segments: [Int]? {
        guard let start = offset(at: 32), let size = number(at: 54, UInt16.self),
            let count = number(at: 56, UInt16.self), size == Self.segmentSize,
            count <= Self.mostSegments, Int(count) * Self.segmentSize <= data.count - start
        else { return nil }
        return (0..<Int(count)).map { start + $0 * Self.segmentSize }
    }

    /// The parts that are mapped as code for x86-64, and the addresses at which they begin there.
    private var x86Code: [(range: Range<Int>, address: UInt64)] {
        let (x86, loaded, executable) = (UInt16(62), UInt32(1), UInt32(1))
        guard number(at: 18, UInt16.self) == x86 else { return [] }
        return (segments ?? []).compactMap { place in
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
    /// Only code for x86-64 is read; in all others, nothing is found.
    ///
    /// - Parameter functions: The addresses of their first bytes in the file.
    /// - Returns: The addresses of the instructions behind each function's loads, at most 65 for
    ///   one.
    /// - Complexity: O(the bytes of code in the file).
    func loads(of functions: Set<UInt64>) -> [UInt64: [UInt64]] {
        withUnsafeBytes { file in
            var found: [UInt64: [UInt64]] = [:]
            for segment in x86Code {
                Self.visitLoads(in: file, segment) { load, function in
                    guard functions.contains(function),
                        found[function, default: []].count <= Self.mostReferences
                    else { return }
                    found[function, default: []].append(load)
                }
            }
            return found
        }
    }

    /// Visits `lea register, [rip + distance]`, which is how position-independent code loads the
    /// address of a function: a prefix with 64 bits, `8d`, one for the register, 4 of distance.
    private static func visitLoads(
        in file: UnsafeRawBufferPointer, _ segment: (range: Range<Int>, address: UInt64),
        _ body: (UInt64, UInt64) -> Void
    ) {
        let length = 7
        guard segment.range.count >= length else { return }
        for place in segment.range.lowerBound...(segment.range.upperBound - length)
        where file[place + 1] == 0x8d && file[place] & 0xf8 == 0x48
            && file[place + 2] & 0xc7 == 0x05
        {
            let distance = Int32(
                littleEndian: file.loadUnaligned(fromByteOffset: place + 3, as: Int32.self))
            let next = segment.address &+ UInt64(place - segment.range.lowerBound + length)
            body(next, next &+ UInt64(bitPattern: Int64(distance)))
        }
    }
}

// The linker's build ID.
extension ElfImage {
    private static let largestNotes = 64 * 1024
    private static let longestBuildID = 64

    /// In lower-case hexadecimal; empty for a file without one, and nil for a damaged file.
    package var buildID: String? {
        let notes: UInt32 = 4
        return segments.map { segments in
            segments.lazy.filter { number(at: $0, UInt32.self) == notes }
                .compactMap(buildID(inSegment:)).first ?? ""
        }
    }

    private func buildID(inSegment header: Int) -> String? {
        guard let notes = range(start: header + 8, size: header + 32),
            notes.count <= Self.largestNotes
        else { return nil }
        let alignment = number(at: header + 48, UInt64.self) == 8 ? 8 : 4
        func aligned(_ place: Int) -> Int {
            let distance = place - notes.lowerBound
            return place + (alignment - distance % alignment) % alignment
        }
        var place = notes.lowerBound
        while notes.upperBound - place >= 12, let nameSize = number(at: place, UInt32.self),
            let size = number(at: place + 4, UInt32.self)
        {
            let start = aligned(place + 12 + Int(nameSize))
            let end = start + Int(size)
            guard end <= notes.upperBound else { return nil }
            // `NT_GNU_BUILD_ID`.
            if number(at: place + 8, UInt32.self) == 3, nameSize == 4,
                contains("GNU\0", at: place + 12), (1...Self.longestBuildID).contains(Int(size))
            {
                return data[start..<end].map { String(format: "%02x", $0) }.joined()
            }
            place = aligned(end)
        }
        return nil
    }
}
