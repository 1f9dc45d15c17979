import Foundation

/// What the recorder keeps for an object that is alive.
enum MemoryRows {
    private static let limit = 200.0

    static func measure() throws -> [Row] {
        let bytes = try Command.numbers(of: "repeat-work", ["tracked-objects", "100000"], count: 3)
        let names = [
            "object of a base class", "view, which has no base class",
            "detached view, watched until it is freed",
        ]
        return zip(names, bytes).map { name, bytes in
            Row(
                what: "memory a live tracked object at level `full`: \(name)",
                ours: String(format: "%.0f bytes", bytes), peer: "\(Int(limit)) bytes allowed",
                ratio: bytes / limit, limit: 1)
        }
    }
}
