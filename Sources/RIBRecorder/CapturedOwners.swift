import RIBHeap

/// Finds the owner of a subscription by what its closure captures; set up when it is first asked.
final class CapturedOwners: Sendable {
    /// Nanoseconds for a search after the first one, which looks at types for the first time.
    private static let laterLimit: UInt64 = 100_000_000

    private enum State {
        case new
        case ready(CaptureSearch)
        case unavailable
    }

    private let state = Protected(State.new)

    /// The activity of the only RIB part that a field of an object keeps or captures.
    ///
    /// - Parameters:
    ///   - holder: The address of an object that lives until this comes back.
    ///   - fields: The names of the field; the first that the object has counts.
    ///   - classes: Of those who have an activity, and of those who refer to them.
    ///   - active: Those who can be owners now.
    ///   - limit: Nanoseconds after which to give up.
    ///   - clock: The time in nanoseconds.
    /// - Returns: Nil when there is none, more than one, or one that is not active.
    func owner(
        of holder: UInt, in fields: [String], _ classes: OwnerClasses,
        among active: ActiveOwners, within limit: UInt64, clock: () -> UInt64
    ) -> Activity? {
        let isFirst = setUp(for: classes)
        return state.withLock { state in
            guard case .ready(let search) = state else { return nil }
            let limit = isFirst ? limit : min(limit, Self.laterLimit)
            let start = clock()
            let found = search.found(by: holder, in: fields) { clock() &- start >= limit }
            guard let object = found?.first, found?.count == 1 else { return nil }
            let owners = search.references(of: object).compactMap(active.activity(at:))
            guard let owner = owners.first, owners.allSatisfy({ $0 === owner }) else { return nil }
            return owner
        }
    }

    /// Sets up what searches need, unless that has been done.
    ///
    /// Without the lock: it loads a library, and code that the loader runs on another thread may wait
    /// for the lock.
    ///
    /// - Returns: True the first time.
    private func setUp(for classes: OwnerClasses) -> Bool {
        let isNew = state.withLock { state in
            if case .new = state { true } else { false }
        }
        guard isNew else { return false }
        let search = try? CaptureSearch(for: classes.owners, through: classes.referrers)
        state.withLock { state in
            if case .new = state { state = search.map(State.ready) ?? .unavailable }
        }
        return true
    }
}
