import RIBTrace

/// The objects that should be freed, held weakly until they are.
final class Expectations: Sendable {
    /// An object that was still there when asked.
    struct Survivor {
        let id: ObjectID
        let scope: ScopeID
        /// False while main-queue work that was pending when the expectation began has not run.
        let mainQueueRan: Bool
    }

    private struct Expectation {
        weak var object: AnyObject?
        let scope: ScopeID
        let sequenceNumber: UInt64
    }

    private struct State {
        var expectations: [ObjectID: Expectation] = [:]
        var lastSequenceNumber: UInt64 = 0
        /// Main-queue work that was pending at this expectation, and before it, has run.
        var servedSequenceNumber: UInt64 = 0
    }

    private let state = Protected(State())

    /// Counts the expectations that ever began.
    var lastSequenceNumber: UInt64 { state.withLock { $0.lastSequenceNumber } }

    /// - Parameter scope: The test the object was let go in.
    func add(_ object: AnyObject, _ id: ObjectID, scope: ScopeID) {
        state.withLock { state in
            guard state.expectations[id] == nil else { return }
            state.lastSequenceNumber += 1
            state.expectations[id] = Expectation(
                object: object, scope: scope, sequenceNumber: state.lastSequenceNumber)
        }
    }

    func remove(_ id: ObjectID) {
        _ = state.withLock { $0.expectations.removeValue(forKey: id) }
    }

    /// Whether an object should be freed.
    func contains(_ id: ObjectID) -> Bool { state.withLock { $0.expectations[id] != nil } }

    /// Says that the main-queue work that was pending at an expectation has run.
    func mainQueueRan(upTo sequenceNumber: UInt64) {
        state.withLock { $0.servedSequenceNumber = max($0.servedSequenceNumber, sequenceNumber) }
    }

    /// The objects that are still there, in the order of their ids; forgets those that are gone.
    func survivors() -> [Survivor] {
        // Loading a weak reference makes a strong one for a moment, and letting go of it may run
        // the object's deinit, which comes back here: so never inside the lock.
        let (candidates, served) = state.withLock { ($0.expectations, $0.servedSequenceNumber) }
        var found: [Survivor] = []
        for (id, expectation) in candidates {
            if expectation.object == nil {
                remove(id)
            } else {
                found.append(
                    Survivor(
                        id: id, scope: expectation.scope,
                        mainQueueRan: expectation.sequenceNumber <= served))
            }
        }
        return found.sorted { $0.id < $1.id }
    }
}
