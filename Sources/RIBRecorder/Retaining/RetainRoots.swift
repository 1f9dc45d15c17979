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
        /// Of others, whose memory is kept: to hold one itself, if only to look, may free it under a
        /// lock that its `deinit` takes.
        var kept: [ObjectID: UInt] = [:]
    }

    private let state = Protected(State())

    deinit {
        for address in state.withLock({ $0.kept.values }) { Self.giveUp(address) }
    }

    func add(_ router: ObjectID, at address: UInt) {
        state.withLock { $0.addresses[router] = address }
    }

    func add(_ object: AnyObject, _ id: ObjectID) {
        let place = Unmanaged.passUnretained(object).toOpaque()
        ObjectReference.keepMemory(of: place)
        let known = state.withLock { $0.kept.updateValue(UInt(bitPattern: place), forKey: id) }
        known.map(Self.giveUp)
    }

    func remove(_ id: ObjectID) {
        let kept = state.withLock { state in
            state.addresses.removeValue(forKey: id) == nil
                ? state.kept.removeValue(forKey: id) : nil
        }
        kept.map(Self.giveUp)
    }

    private static func giveUp(_ address: UInt) {
        UnsafeMutableRawPointer(bitPattern: address).map(ObjectReference.giveUpMemory(of:))
    }

    /// Whether there are objects that do not take themselves out.
    var hasKept: Bool { state.withLock { !$0.kept.isEmpty } }

    /// Those that are wanted and were here just now, in the order of their ids.
    func all(where isWanted: (ObjectID) -> Bool) -> [(id: ObjectID, address: UInt)] {
        let state = state.withLock { $0 }
        var all = state.addresses.filter { isWanted($0.key) }.map {
            (id: $0.key, address: $0.value)
        }
        all += self.state.withLock { state in
            state.kept.filter { id, address in
                isWanted(id)
                    && UnsafeMutableRawPointer(bitPattern: address)
                        .map(ObjectReference.isLiving) == true
            }.map { (id: $0.key, address: $0.value) }
        }
        return all.sorted { $0.id < $1.id }
    }
}
