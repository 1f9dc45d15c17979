// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Watched objects that end the watch in their `deinit`, about in the order in which it began.
///
/// There may be very many, and at their deadline each is looked at: from place to place in memory,
/// where a table of hashes would lead from anywhere to anywhere.
struct ReportingWatches {
    private struct Entry {
        let id: ObjectID
        let watch: ReportingWatch
    }

    /// Nil where one is over and no other took its place.
    private var entries: [Entry?] = []
    private var places: [ObjectID: UInt32] = [:]
    private var vacant: [UInt32] = []

    var count: Int { places.count }

    /// So many entries ahead an object is fetched to be looked at: about as long as memory takes.
    static let lead = 16

    func contains(_ id: ObjectID) -> Bool { places.index(forKey: id) != nil }

    /// Whether an expectation is not over.
    func isPending(_ token: ExpectationToken) -> Bool {
        places[token.id].map { isPending(token, at: $0) } ?? false
    }

    /// Whether an expectation is pending whose place in the list is known.
    func isPending(_ token: ExpectationToken, at place: UInt32) -> Bool {
        watch(of: token, at: place) != nil
    }

    /// What an expectation is about; nil when it is over or the object is gone.
    func sight(of token: ExpectationToken, at place: UInt32) -> WatchedObject? {
        watch(of: token, at: place)?.sight
    }

    /// An object that is watched; nil when it is gone.
    func sight(of id: ObjectID) -> WatchedObject? {
        places[id].flatMap { entries[Int($0)]?.watch.sight }
    }

    /// Begins to bring to the processor what will soon be looked at.
    func fetch(at place: UInt32) {
        guard place < entries.count else { return }
        entries[Int(place)]?.watch.fetch()
    }

    /// - Returns: Its place, until it is over.
    mutating func add(_ id: ObjectID, _ watch: ReportingWatch) -> UInt32 {
        // Few enough for 32 bits: each is an object in memory.
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
            // So that the next ones stand in order.
            entries.removeAll(keepingCapacity: true)
            vacant.removeAll(keepingCapacity: true)
        }
        return true
    }

    /// Calls `body` with all, in the order of their ids, and nil for an object that is gone.
    func forEachInOrder(_ body: (ObjectID, WatchedObject?) -> Void) {
        let order = occupied.sorted(bySerial: { $0.id.rawValue })
        for (index, next) in order.enumerated() {
            if index + Self.lead < order.count { fetch(at: order[index + Self.lead].place) }
            body(next.id, entries[Int(next.place)]?.watch.sight)
        }
    }

    /// Whether `isWanted` is true of an object that is not gone; asked until it is.
    func contains(where isWanted: (ObjectID, WatchedObject) -> Bool) -> Bool {
        for case let entry? in entries {
            if let sight = entry.watch.sight, isWanted(entry.id, sight) { return true }
        }
        return false
    }

    /// The ids by the places.
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
