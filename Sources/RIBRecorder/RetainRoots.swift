import RIBTrace

/// What stands in the tree, or did, as far as nothing else that is here leads there: where the search for
/// retain paths begins.
///
/// These are the routers that have or had children or were launched, or attached where no router holds
/// them, and RIBs without base classes.
final class RetainRoots: Sendable {
    private struct State {
        /// Of objects that take themselves out in their `deinit`.
        var addresses: [ObjectID: UInt] = [:]
        /// Others.
        var objects: [ObjectID: WeakObject] = [:]
    }

    private struct WeakObject {
        weak var object: AnyObject?
    }

    private let state = Protected(State())

    func add(_ router: ObjectID, at address: UInt) {
        state.withLock { $0.addresses[router] = address }
    }

    func add(_ object: AnyObject, _ id: ObjectID) {
        state.withLock { $0.objects[id] = WeakObject(object: object) }
    }

    func remove(_ id: ObjectID) {
        state.withLock { state in
            if state.addresses.removeValue(forKey: id) == nil { state.objects[id] = nil }
        }
    }

    /// Those that are wanted and were here just now, in the order of their ids.
    func all(where isWanted: (ObjectID) -> Bool) -> [(id: ObjectID, address: UInt)] {
        let state = state.withLock { $0 }
        var all = state.addresses.filter { isWanted($0.key) }.map {
            (id: $0.key, address: $0.value)
        }
        for (id, weak) in state.objects where isWanted(id) {
            // Without the lock: whoever looks may be the last to hold it.
            guard let object = weak.object else { continue }
            all.append((id, UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())))
        }
        return all.sorted { $0.id < $1.id }
    }
}
