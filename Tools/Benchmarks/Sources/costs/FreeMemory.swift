import Foundation

/// The memory that files are about to be written into.
enum FreeMemory {
    /// More than all of a turn writes.
    private static let size = 64 << 20
    private static let piece = Data(count: 256 << 10)

    /// Has a file use memory and give it back: what a virtual machine has not used for some seconds
    /// its host may have to give it piece by piece, at many times the price of what is measured.
    static func back() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        for _ in 0..<(size / piece.count) { try handle.write(contentsOf: piece) }
    }
}
