// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The instructions of a binary that load the addresses of functions, as code does that makes a
/// closure. So a closure whose own code has no line is found by the line that makes it.
///
/// Reads 64-bit ELF files for x86-64; in all others, nothing is found.
enum CodeReferences {
    private static let largestBinary = 4 << 30
    private static let mostSegments = 64
    /// Optimized code that is inlined in more places is some helper.
    private static let mostReferences = 64

    /// - Parameters:
    ///   - functions: The addresses of their first bytes in the file.
    ///   - path: The file.
    /// - Returns: The addresses of the instructions behind each function's loads, at most 65 for one.
    /// - Complexity: O(the bytes of code in the file).
    static func loads(of functions: Set<UInt64>, in path: String) -> [UInt64: [UInt64]] {
        guard !functions.isEmpty,
            let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
            (64...largestBinary).contains(data.count)
        else { return [:] }
        return data.withUnsafeBytes { file in
            var found: [UInt64: [UInt64]] = [:]
            for segment in segments(of: file) {
                visitLoads(in: file, segment) { load, function in
                    guard functions.contains(function),
                        found[function, default: []].count <= mostReferences
                    else { return }
                    found[function, default: []].append(load)
                }
            }
            return found
        }
    }

    /// A part of the file that is mapped as code.
    private struct Segment {
        let range: Range<Int>
        let address: UInt64
    }

    private static func segments(of file: UnsafeRawBufferPointer) -> [Segment] {
        let (elf64, x86) = ([0x7f, 0x45, 0x4c, 0x46, 2, 1] as [UInt8], UInt16(62))
        guard file.prefix(6).elementsEqual(elf64), number(file, 18, UInt16.self) == x86,
            let start = number(file, 32, UInt64.self).flatMap(Int.init(exactly:)),
            start < file.count, let count = number(file, 56, UInt16.self)
        else { return [] }
        return (0..<min(Int(count), mostSegments)).compactMap { index in
            let place = start + index * 56
            let (loaded, executable) = (UInt32(1), UInt32(1))
            guard number(file, place, UInt32.self) == loaded,
                let flags = number(file, place + 4, UInt32.self), flags & executable != 0,
                let offset = number(file, place + 8, UInt64.self).flatMap(Int.init(exactly:)),
                let address = number(file, place + 16, UInt64.self),
                let size = number(file, place + 32, UInt64.self).flatMap(Int.init(exactly:)),
                offset <= file.count, size <= file.count - offset
            else { return nil }
            return Segment(range: offset..<(offset + size), address: address)
        }
    }

    /// Visits `lea register, [rip + distance]`, which is how position-independent code loads the
    /// address of a function: a prefix with 64 bits, `8d`, a byte for the register, 4 of the distance.
    private static func visitLoads(
        in file: UnsafeRawBufferPointer, _ segment: Segment, _ body: (UInt64, UInt64) -> Void
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

    private static func number<Number: FixedWidthInteger>(
        _ file: UnsafeRawBufferPointer, _ place: Int, _: Number.Type
    ) -> Number? {
        guard place >= 0, place <= file.count - MemoryLayout<Number>.size else { return nil }
        return Number(littleEndian: file.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
}
