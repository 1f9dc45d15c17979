/// Collects small pieces of text, so that each does not cost a call of the system.
final class PieceBuffer {
    private static let size = 1 << 16

    private var text = ""
    private let write: (String) throws -> Void

    /// - Parameter write: Takes the pieces, many at a time.
    init(to write: @escaping (String) throws -> Void) {
        self.write = write
    }

    /// Adds a piece.
    func add(_ piece: String) throws {
        text += piece
        if text.utf8.count >= Self.size { try flush() }
    }

    /// Passes on what was collected.
    func flush() throws {
        try write(text)
        text.removeAll(keepingCapacity: true)
    }
}
