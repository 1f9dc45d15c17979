import RIBTrace

/// Watched objects by their ids.
struct WatchList<Watch: Watching> {
    fileprivate var watches: [ObjectID: Watch] = [:]

    var count: Int { watches.count }

    subscript(id: ObjectID) -> Watch? {
        get { watches[id] }
        set { watches[id] = newValue }
    }

    func contains(_ id: ObjectID) -> Bool { watches.index(forKey: id) != nil }

    /// Whether an expectation is not over.
    func isPending(_ token: ExpectationToken) -> Bool { index(of: token) != nil }

    /// - Returns: False when the object is not watched.
    @discardableResult
    mutating func remove(_ id: ObjectID) -> Bool { watches.removeValue(forKey: id) != nil }

    /// What an expectation is about; nil when it is over or the object is gone.
    func sight(of token: ExpectationToken) -> WatchSight? {
        index(of: token).flatMap { watches.values[$0].sight }
    }

    /// An object that is watched; nil when it is gone.
    func sight(of id: ObjectID) -> WatchSight? {
        // Read in place: to copy a weak reference is to make another one.
        watches.index(forKey: id).flatMap { watches.values[$0].sight }
    }

    /// Calls `body` with all, and nil for an object that is gone.
    func forEach(_ body: (ObjectID, WatchSight?) -> Void) {
        var index = watches.startIndex
        while index != watches.endIndex {
            // Read in place: to copy a weak reference is to make another one.
            body(watches.keys[index], watches.values[index].sight)
            watches.formIndex(after: &index)
        }
    }

    /// Whether `isWanted` is true of an object that is not gone; asked until it is.
    func contains(where isWanted: (ObjectID, WatchSight) -> Bool) -> Bool {
        var index = watches.startIndex
        while index != watches.endIndex {
            if let sight = watches.values[index].sight, isWanted(watches.keys[index], sight) {
                return true
            }
            watches.formIndex(after: &index)
        }
        return false
    }

    private func index(of token: ExpectationToken) -> Dictionary<ObjectID, Watch>.Index? {
        watches.index(forKey: token.id).flatMap {
            watches.values[$0].stamp == token.stamp ? $0 : nil
        }
    }
}
