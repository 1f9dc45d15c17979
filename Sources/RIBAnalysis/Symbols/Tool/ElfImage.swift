// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An executable or library as a 64-bit little-endian ELF file, read piece by piece.
///
/// `ImageAddress` asks for its build ID, `DeclaredNames` for its names, and `LLVMSymbolizer` for
/// the code that makes closures.
///
/// The file may contain anything: every offset and length is checked and capped before use. It is
/// not mapped into memory: if others cut it short, that would end this process.
package struct ElfImage {
    /// Reads `count` bytes at `offset`; nil when there are fewer.
    package typealias Reader = (_ offset: UInt64, _ count: Int) -> [UInt8]?

    private static let mostSegments = 1024

    private let read: Reader
    /// Empty for a file of another kind.
    private let header: ArraySlice<UInt8>

    /// - Returns: Nil when there is no such file.
    package init?(path: String) {
        // Non-blocking, so that a named pipe at this path cannot block the caller.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let size = isFile ? UInt64(clamping: status.st_size) : 0
        self.init { offset, count in
            guard count >= 0, offset <= size, UInt64(count) <= size - offset else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            let got = bytes.withUnsafeMutableBytes {
                pread(file.fileDescriptor, $0.baseAddress, count, off_t(offset))
            }
            return got == count ? bytes : nil
        }
    }

    /// - Parameter read: Access to the file's bytes.
    package init(reading read: @escaping Reader) {
        self.read = read
        let header = read(0, 64) ?? []
        // "ELF" after 7F, 64-bit, little-endian.
        self.header = header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) ? header[...] : []
    }

    /// The headers of its segments; nil when they cannot be read.
    private var segments: [ArraySlice<UInt8>]? {
        table(at: 32, sizeAt: 54, of: 56).flatMap { $0.count <= Self.mostSegments ? $0 : nil }
    }

    /// The entries of a table in the file; nil when it cannot be read.
    ///
    /// - Parameters:
    ///   - offset: Where the header has the table's offset.
    ///   - sizeAt: Where the header has the size of an entry, and behind it the number of them.
    private func table(at offset: Int, sizeAt: Int, of size: Int) -> [ArraySlice<UInt8>]? {
        guard !header.isEmpty, header.number(at: sizeAt, 2) == size else { return nil }
        let count = Int(header.number(at: sizeAt + 2, 2))
        let bytes = count == 0 ? [] : read(header.number(at: offset, 8), count * size)
        return bytes.map { bytes in
            stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<($0 + size)] }
        }
    }
}

extension ArraySlice<UInt8> {
    /// A number of a header, the lowest byte first.
    fileprivate func number(at offset: Int, _ count: Int) -> UInt64 {
        self[(startIndex + offset)..<(startIndex + offset + count)].reversed()
            .reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension ElfImage {
    private static let symbolTable = 2
    private static let compressed: UInt64 = 1 << 11
    private static let largestNames = 1 << 30

    /// The names of the symbols and those of the debug information, each with a zero behind it; nil
    /// for a file without one of them, or with compressed debug information.
    var nameTables: [[UInt8]]? {
        guard let sections = table(at: 40, sizeAt: 58, of: 64),
            let names = bytes(of: Int(header.number(at: 62, 2)), in: sections),
            let symbols = sections.first(where: { $0.number(at: 4, 4) == Self.symbolTable }),
            let debug = sections.firstIndex(where: {
                names.dropFirst(Int($0.number(at: 0, 4))).starts(with: ".debug_str\0".utf8)
            }), sections[debug].number(at: 8, 8) & Self.compressed == 0,
            let symbolNames = bytes(of: Int(symbols.number(at: 40, 4)), in: sections),
            let debugNames = bytes(of: debug, in: sections)
        else { return nil }
        return [symbolNames, debugNames]
    }

    private func bytes(of index: Int, in sections: [ArraySlice<UInt8>]) -> [UInt8]? {
        guard sections.indices.contains(index),
            let size = Int(exactly: sections[index].number(at: 32, 8)), size <= Self.largestNames
        else { return nil }
        return read(sections[index].number(at: 24, 8), size)
    }
}

extension ElfImage {
    /// Of each function, so many loads and one more are asked about, so that work has a limit.
    private static let mostReferences = 64
    private static let mostCodeSegments = 64
    private static let mostCode = 4 << 30
    private static let pieceOfCode = 1 << 20

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
        visitX86Code(overlapping: length - 1) { code, address in
            for place in 0..<max(0, code.count - length + 1)
            where code[place + 1] == 0x8d && code[place] & 0xf8 == 0x48
                && code[place + 2] & 0xc7 == 0x05
            {
                let distance = Int32(
                    littleEndian: code.loadUnaligned(fromByteOffset: place + 3, as: Int32.self))
                let next = address &+ UInt64(place + length)
                let function = next &+ UInt64(bitPattern: Int64(distance))
                if functions.contains(function),
                    found[function, default: []].count <= Self.mostReferences
                {
                    found[function, default: []].append(next)
                }
            }
        }
        return found
    }

    /// Visits what is mapped as code for x86-64, and the address of each piece there.
    ///
    /// - Parameter more: How many bytes of the next piece are at the end of each.
    private func visitX86Code(
        overlapping more: Int, _ visit: (UnsafeRawBufferPointer, UInt64) -> Void
    ) {
        let (x86, loaded, executable) = (62, 1, UInt64(1))
        guard !header.isEmpty, header.number(at: 18, 2) == x86 else { return }
        for segment in (segments ?? []).prefix(Self.mostCodeSegments)
        where segment.number(at: 0, 4) == loaded && segment.number(at: 4, 4) & executable != 0 {
            let (offset, address) = (segment.number(at: 8, 8), segment.number(at: 16, 8))
            let size = min(segment.number(at: 32, 8), UInt64(Self.mostCode))
            for start in stride(from: 0, to: Int(size), by: Self.pieceOfCode) {
                let count = min(Self.pieceOfCode + more, Int(size) - start)
                guard let piece = read(offset &+ UInt64(start), count) else { break }
                piece.withUnsafeBytes { visit($0, address &+ UInt64(start)) }
            }
        }
    }
}

// The linker's build ID.
extension ElfImage {
    private static let largestNotes: UInt64 = 64 * 1024
    private static let longestBuildID = 64

    /// In lower-case hexadecimal; empty for a file without one. Nil for a damaged file, and for one
    /// that is not a 64-bit little-endian ELF file.
    package var buildID: String? { segments.map { $0.lazy.compactMap(buildID(in:)).first ?? "" } }

    private func buildID(in segment: ArraySlice<UInt8>) -> String? {
        let (kindOfNotes, size) = (4, segment.number(at: 32, 8))
        guard segment.number(at: 0, 4) == kindOfNotes, size <= Self.largestNotes,
            var notes = read(segment.number(at: 8, 8), Int(size))?[...]
        else { return nil }
        let alignment = segment.number(at: 48, 8) == 8 ? 8 : 4
        func aligned(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }
        while notes.count >= 12 {
            // Each is below 2^32, so these sums cannot overflow.
            let nameSize = Int(notes.number(at: 0, 4))
            let size = Int(notes.number(at: 4, 4))
            let start = aligned(12 + nameSize)
            guard start + size <= notes.count else { return nil }
            // `NT_GNU_BUILD_ID`, owned by `GNU`.
            if notes.number(at: 8, 4) == 3, nameSize == 4,
                notes.dropFirst(12).starts(with: "GNU\0".utf8),
                (1...Self.longestBuildID).contains(size)
            {
                return notes.dropFirst(start).prefix(size).map { String(format: "%02x", $0) }
                    .joined()
            }
            notes = notes.dropFirst(aligned(start + size))
        }
        return nil
    }
}
