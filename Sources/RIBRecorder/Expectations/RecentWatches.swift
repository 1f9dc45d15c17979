import RIBTrace

/// The youngest watches: most objects are freed right after they were let go, before there is need
/// of a table or of a deadline.
///
/// What leaves this comes into both.
struct RecentWatches {
    struct Entry {
        let token: ExpectationToken
        let watch: ReportingWatch
        /// Nanoseconds.
        let limit: UInt64
    }

    /// A router, its interactor, view, presenter and component, and some more.
    static let limit = 8

    private(set) var entries: [Entry] = []

    var count: Int { entries.count }
    var isFull: Bool { entries.count >= Self.limit }

    func contains(_ id: ObjectID) -> Bool { entries.contains { $0.token.id == id } }

    mutating func add(_ entry: Entry) {
        // Once for all: what is taken leaves the room it had.
        if entries.capacity < Self.limit { entries.reserveCapacity(Self.limit) }
        entries.append(entry)
    }

    /// - Returns: False when it is not here.
    mutating func remove(_ id: ObjectID) -> Bool {
        guard let index = entries.lastIndex(where: { $0.token.id == id }) else { return false }
        // The last one takes its place: nobody asks for their order.
        let last = entries.removeLast()
        if index < entries.count { entries[index] = last }
        return true
    }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
