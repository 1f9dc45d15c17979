import Foundation

@testable import RIBAnalysis

/// The bytes of a binary whose build id is read.
struct ELFTarget: FuzzTarget {
    static let name = "elf"

    static func seeds() -> [[UInt8]] {
        // This program is one itself; of its start, the headers and the notes are enough.
        let file = FileHandle(forReadingAtPath: "/proc/self/exe")
        let start = (try? file?.read(upToCount: 4_096)) ?? Data()
        return [[UInt8](start), small]
    }

    func run(_ input: [UInt8]) {
        let read: ELFBuildID.Reader = { offset, count in
            guard let start = Int(exactly: offset), start <= input.count,
                count <= input.count - start
            else { return nil }
            return Array(input[start..<start + count])
        }
        if case .found(let id) = ELFBuildID(reading: read) {
            precondition((2...128).contains(id.utf8.count), "a build id of impossible length")
        }
    }

    /// One segment of notes with a build id of four bytes.
    private static var small: [UInt8] {
        var file = [UInt8](repeating: 0, count: 64 + 56 + 20)
        file.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        file[32] = 64
        file[54] = 56
        file[56] = 1
        file[64] = 4
        file[72] = 120
        file[96] = 20
        file.replaceSubrange(
            120..<140, with: [4, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 71, 78, 85, 0, 1, 2, 3, 4])
        return file
    }
}
