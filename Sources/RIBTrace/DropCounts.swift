import CRIBShims

/// How many events of each class one stream had no room for. Its thread counts, any thread reads.
final class DropCounts: @unchecked Sendable {
    // Unchecked but right: the cells never move and are only reached by atomic operations.
    private let cells: UnsafeMutablePointer<UInt64>
    private static let size = Int(EventClass.allCases.map(\.rawValue).max() ?? 0) + 1

    init() {
        cells = .allocate(capacity: Self.size)
        cells.initialize(repeating: 0, count: Self.size)
    }

    deinit {
        cells.deallocate()
    }

    subscript(eventClass: EventClass) -> UInt64 {
        ribleak_atomic_load(cells + Int(eventClass.rawValue))
    }

    var total: UInt64 { EventClass.allCases.reduce(0) { $0 &+ self[$1] } }

    func count(_ eventClass: EventClass) {
        _ = ribleak_atomic_add(cells + Int(eventClass.rawValue), 1)
    }
}
