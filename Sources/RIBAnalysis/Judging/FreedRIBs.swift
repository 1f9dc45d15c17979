import RIBTrace

/// The RIBs without base classes that were freed while they were attached, until their parents show
/// whether the whole tree went with them.
struct FreedRIBs {
    /// Nanoseconds for which a parent must outlive its child, unless the process ends.
    static let patience: UInt64 = 1_000_000_000
    /// More wait at a time in damaged traces only.
    private static let most = 1_024

    private var freedAt: [ObjectID: UInt64] = [:]

    var isEmpty: Bool { freedAt.isEmpty }

    /// In the order of their ids.
    var inOrder: [(id: ObjectID, freedAt: UInt64)] {
        freedAt.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    mutating func add(_ id: ObjectID, at timestamp: UInt64) {
        if freedAt.count < Self.most { freedAt[id] = timestamp }
    }

    mutating func remove(_ id: ObjectID) { freedAt[id] = nil }
}
