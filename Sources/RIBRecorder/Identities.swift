import RIBTrace

/// The ids of objects that have no base class to carry one, such as views.
///
/// Keyed by address, which is reused; so each entry also holds its object weakly and counts only
/// while that is alive.
final class Identities: Sendable {
    private struct Identity {
        weak var object: AnyObject?
        let id: ObjectID
    }

    private struct State {
        var identities: [ObjectIdentifier: Identity] = [:]
        var sweepAt = 64
    }

    private let state = Protected(State())

    /// What asking for an object's id found.
    struct Found {
        let id: ObjectID
        /// True when the object had none before.
        let isNew: Bool
        /// The id of an object that was freed and whose address this one now has.
        let replaced: ObjectID?
    }

    /// The object's id, a new one from `counter` if it has none.
    func identify(_ object: AnyObject, counter: AtomicCounter) -> Found {
        state.withLock { state in
            let key = ObjectIdentifier(object)
            let known = state.identities[key]
            // The caller holds the object, so letting go of the loaded reference frees nothing.
            if let known, known.object === object {
                return Found(id: known.id, isNew: false, replaced: nil)
            }
            let id = ObjectID(counter.increment())
            state.identities[key] = Identity(object: object, id: id)
            return Found(id: id, isNew: true, replaced: known?.id)
        }
    }

    /// How many ids are kept, freed objects' among them.
    var count: Int { state.withLock { $0.identities.count } }

    /// True when so many were added since the last sweep that another pays.
    var isDueForSweep: Bool { state.withLock { $0.identities.count >= $0.sweepAt } }

    /// Forgets the objects that are gone.
    ///
    /// - Returns: Their ids.
    func sweep() -> [ObjectID] {
        // As in `Expectations.survivors`: weak references are loaded outside the lock.
        let candidates = state.withLock { $0.identities }
        let gone = candidates.filter { $0.value.object == nil }
        return state.withLock { state in
            var freed: [ObjectID] = []
            for (key, identity) in gone where state.identities[key]?.id == identity.id {
                state.identities[key] = nil
                freed.append(identity.id)
            }
            state.sweepAt = max(64, state.identities.count * 2)
            return freed.sorted()
        }
    }
}
