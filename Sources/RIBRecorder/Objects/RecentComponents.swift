import RIBTrace

/// The components that a thread made and for which no router has come yet, held weakly.
///
/// A router is made after its component, by the same builder, so the thread and the names tell
/// which component it has.
struct RecentComponents {
    struct Entry {
        weak var object: AnyObject?
        let id: ObjectID
        /// As `RIBNames` has it.
        let ribName: String
    }

    /// Builds nest: a builder may make components of children before its own router.
    static let limit = 16

    /// Oldest first.
    private(set) var entries: [Entry] = []

    mutating func add(_ entry: Entry) {
        if entries.count >= Self.limit { entries.removeFirst() }
        entries.append(entry)
    }

    mutating func remove(_ id: ObjectID) {
        entries.removeAll { $0.id == id }
    }
}
