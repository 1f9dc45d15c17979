// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The watched objects that end their own watch in `deinit`, roughly in the order in which the
/// watches began.
///
/// There may be very many, and each is checked at its deadline. A list lets that walk memory in
/// order, where a hash table would jump around.
struct ReportingWatches {
    private struct Entry {
        let id: ObjectID
        var watch: ReportingWatch
    }

    /// Nil where a watch has ended and no other has taken its place.
    private var entries: [Entry?] = []
    private var places: [ObjectID: UInt32] = [:]
    private var vacant: [UInt32] = []

    var count: Int { places.count }

    /// How many entries ahead an object is fetched into the cache: about as long as memory takes.
    static let lead = 16

    func contains(_ id: ObjectID) -> Bool { places.index(forKey: id) != nil }

    /// Whether an expectation is still pending.
    func isPending(_ token: ExpectationToken) -> Bool {
        places[token.id].map { isPending(token, at: $0) } ?? false
    }

    /// Whether an expectation at a known place is still pending.
    func isPending(_ token: ExpectationToken, at place: UInt32) -> Bool {
        watch(of: token, at: place) != nil
    }

    /// The object of an expectation. Nil when the expectation is over or the object was freed.
    func sight(of token: ExpectationToken, at place: UInt32) -> WatchedObject? {
        watch(of: token, at: place)?.sight
    }

    /// A watched object; nil when it was freed.
    func sight(of id: ObjectID) -> WatchedObject? {
        places[id].flatMap { entries[Int($0)]?.watch.sight }
    }

    func stamp(of id: ObjectID) -> ExpectationStamp? {
        places[id].flatMap { entries[Int($0)]?.watch.stamp }
    }

    /// Starts to fetch an object into the cache before it is checked.
    func fetch(at place: UInt32) {
        guard place < entries.count else { return }
        entries[Int(place)]?.watch.fetch()
    }

    /// - Returns: Its place, valid until the watch ends.
    mutating func add(_ id: ObjectID, _ watch: ReportingWatch) -> UInt32 {
        // 32 bits are enough: each entry is an object in memory.
        let place = vacant.popLast() ?? UInt32(entries.count)
        if place == entries.count {
            entries.append(Entry(id: id, watch: watch))
        } else {
            entries[Int(place)] = Entry(id: id, watch: watch)
        }
        places[id] = place
        return place
    }

    /// - Returns: False when the object is not watched.
    @discardableResult
    mutating func remove(_ id: ObjectID) -> Bool {
        guard let place = places.removeValue(forKey: id) else { return false }
        entries[Int(place)] = nil
        vacant.append(place)
        if places.isEmpty {
            // So the next ones are in order.
            entries.removeAll(keepingCapacity: true)
            vacant.removeAll(keepingCapacity: true)
        }
        return true
    }

    /// The watched objects that were detached below one of these routers.
    func ids(detachedBelow routers: Set<ObjectID>) -> [ObjectID] {
        entries.compactMap { entry in
            entry.flatMap { routers.contains($0.watch.detachedFrom.id) ? $0.id : nil }
        }
    }

    /// Notes that an object counts as detached from another router.
    mutating func move(_ id: ObjectID, to router: DetachedFrom) {
        places[id].map { entries[Int($0)]?.watch.detachedFrom = router }
    }

    /// Calls `body` for each watch in the order of the ids, with nil for an object that was freed.
    func forEachInOrder(_ body: (ObjectID, WatchedObject?) -> Void) {
        let order = occupied.sorted(bySerial: { $0.id.rawValue })
        for (index, next) in order.enumerated() {
            if index + Self.lead < order.count { fetch(at: order[index + Self.lead].place) }
            body(next.id, entries[Int(next.place)]?.watch.sight)
        }
    }

    /// Whether `isWanted` is true for any living object. Stops at the first one.
    func contains(where isWanted: (ObjectID, WatchedObject) -> Bool) -> Bool {
        for case let entry? in entries {
            if let sight = entry.watch.sight, isWanted(entry.id, sight) { return true }
        }
        return false
    }

    /// The ids of the watched objects, with their places.
    private var occupied: [(id: ObjectID, place: UInt32)] {
        var occupied: [(id: ObjectID, place: UInt32)] = []
        occupied.reserveCapacity(count)
        for (place, entry) in entries.enumerated() {
            if let entry { occupied.append((entry.id, UInt32(place))) }
        }
        return occupied
    }

    private func watch(of token: ExpectationToken, at place: UInt32) -> ReportingWatch? {
        guard place < entries.count, let entry = entries[Int(place)], entry.id == token.id,
            entry.watch.stamp == token.stamp
        else { return nil }
        return entry.watch
    }
}
