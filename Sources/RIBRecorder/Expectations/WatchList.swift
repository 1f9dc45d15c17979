// SPDX-License-Identifier: Apache-2.0

import CRIBShims
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

    /// Whether an expectation is still pending.
    func isPending(_ token: ExpectationToken) -> Bool { index(of: token) != nil }

    /// - Returns: False when the object is not watched.
    @discardableResult
    mutating func remove(_ id: ObjectID) -> Bool { watches.removeValue(forKey: id) != nil }

    /// The object of an expectation; nil when the expectation is over or the object is gone.
    func sight(of token: ExpectationToken) -> WatchedObject? {
        index(of: token).flatMap { watches.values[$0].sight }
    }

    /// A watched object; nil when it was freed.
    func sight(of id: ObjectID) -> WatchedObject? {
        // Read in place, because copying a weak reference makes another one.
        watches.index(forKey: id).flatMap { watches.values[$0].sight }
    }

    func stamp(of id: ObjectID) -> ExpectationStamp? {
        watches.index(forKey: id).map { watches.values[$0].stamp }
    }

    /// The watched objects that were detached below one of these routers.
    func ids(detachedBelow routers: Set<ObjectID>) -> [ObjectID] {
        watches.keys.filter { watches[$0].map { routers.contains($0.detachedFrom.id) } ?? false }
    }

    /// Notes that an object counts as detached from another router.
    mutating func move(_ id: ObjectID, to router: DetachedFrom) {
        watches.index(forKey: id).map { watches.values[$0].detachedFrom = router }
    }

    /// Calls `body` for each watch, with nil for an object that was freed.
    func forEach(_ body: (ObjectID, WatchedObject?) -> Void) {
        var index = watches.startIndex
        while index != watches.endIndex {
            // Read in place, because copying a weak reference makes another one.
            body(watches.keys[index], watches.values[index].sight)
            watches.formIndex(after: &index)
        }
    }

    /// Whether `isWanted` is true for any living object. Stops at the first one.
    func contains(where isWanted: (ObjectID, WatchedObject) -> Bool) -> Bool {
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

/// The router that a watched object's RIB was detached from, if any. It takes 4 bytes, as ids that
/// are not larger do in a trace.
struct DetachedFrom: Hashable, Sendable {
    private let number: UInt32

    init(_ router: ObjectID) { number = UInt32(exactly: router.rawValue) ?? 0 }

    var id: ObjectID { ObjectID(UInt64(number)) }
}

/// The watch on an object that should be freed. It takes 24 bytes, since there may be very many.
protocol Watching {
    /// The object as it is now; nil if it was freed or is being freed.
    var sight: WatchedObject? { get }
    var stamp: ExpectationStamp { get }
    var detachedFrom: DetachedFrom { get set }
    /// When the watch began, in milliseconds since recording began.
    var since: UInt32 { get }
}

/// A watched object that is still alive.
struct WatchedObject {
    /// The object, if looking at it retains it.
    let held: AnyObject?
    let address: UInt
    let type: ObjectIdentifier
    let stamp: ExpectationStamp
    let since: UInt32
}

/// Watches any object.
struct WeakWatch: Watching {
    weak var object: AnyObject?
    let stamp: ExpectationStamp
    let since: UInt32
    var detachedFrom: DetachedFrom

    var sight: WatchedObject? {
        object.map {
            WatchedObject(
                held: $0, address: UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()),
                type: ObjectIdentifier(type(of: $0)), stamp: stamp, since: since)
        }
    }
}

/// Watches an object that ends the watch in its `deinit`. So it needs no weak reference, whose side
/// table slows down every retain and release of the object.
struct ReportingWatch: Watching {
    private let address: UnsafeMutableRawPointer
    let stamp: ExpectationStamp
    let since: UInt32
    var detachedFrom: DetachedFrom

    init(
        _ object: AnyObject, stamp: ExpectationStamp, since: UInt32,
        detachedFrom: DetachedFrom = DetachedFrom(.none)
    ) {
        address = Unmanaged.passUnretained(object).toOpaque()
        self.stamp = stamp
        self.since = since
        self.detachedFrom = detachedFrom
    }

    /// Starts to fetch the object into the cache, which takes longer than checking it.
    func fetch() { ribleak_prefetch(address) }

    /// Read it under the lock that ends the watch. The object may be in its `deinit`, which then
    /// waits for that lock, but its memory is still there.
    var sight: WatchedObject? {
        ObjectReference.livingType(address).map {
            WatchedObject(
                held: nil, address: UInt(bitPattern: address), type: $0, stamp: stamp, since: since)
        }
    }
}

/// The youngest watches. Most objects are freed right after they are released, before they need a
/// table entry or a deadline.
///
/// Entries that are moved out of this list get both.
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
        // Reserved once: removing entries keeps the capacity.
        if entries.capacity < Self.limit { entries.reserveCapacity(Self.limit) }
        entries.append(entry)
    }

    /// - Returns: False if it is not in this list.
    mutating func remove(_ id: ObjectID) -> Bool {
        guard let index = entries.lastIndex(where: { $0.token.id == id }) else { return false }
        // The last one takes its place, since the order does not matter.
        let last = entries.removeLast()
        if index < entries.count { entries[index] = last }
        return true
    }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}

/// Objects to be released later, on the thread that may free them.
// `@unchecked Sendable` is safe: one thread adds objects and passes this on. From then on, only the
// thread that calls `release` uses it.
final class DeferredReleases: @unchecked Sendable {
    private var objects: [AnyObject] = []

    var isEmpty: Bool { objects.isEmpty }

    func add(_ object: AnyObject) { objects.append(object) }

    func release() { objects = [] }
}
