// SPDX-License-Identifier: Apache-2.0

/// The instructions of a binary that load the addresses of functions, as code does that makes a
/// closure. So a closure whose own code has no line is found by the line that makes it.
///
/// Reads 64-bit ELF files for x86-64; in all others, nothing is found.
enum CodeReferences {
    /// Optimized code that is inlined in more places is some helper.
    private static let mostReferences = 64

    /// - Parameters:
    ///   - functions: The addresses of their first bytes in the file.
    ///   - path: The file.
    /// - Returns: The addresses of the instructions behind each function's loads, at most 65 for
    ///   one.
    /// - Complexity: O(the bytes of code in the file).
    static func loads(of functions: Set<UInt64>, in path: String) -> [UInt64: [UInt64]] {
        guard !functions.isEmpty, let image = ElfImage(path: path) else { return [:] }
        return image.withUnsafeBytes { file in
            var found: [UInt64: [UInt64]] = [:]
            for segment in image.x86Code {
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
