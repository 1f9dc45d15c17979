import RIBTrace

/// What tells whose the subscriptions of nobody's are by the code that made them, and when those owners were
/// active since.
struct Makers {
    /// A subscription of nobody's, as far as was seen when it was made and since.
    struct Made {
        /// When it was made, in nanoseconds on the trace's clock.
        let madeAt: UInt64
        let moment: Int
        /// What judgements found of it while it was alive, and its end.
        var sights: [Sight] = []
    }

    /// One look at a subscription.
    struct Sight {
        /// Nanoseconds on the trace's clock.
        let at: UInt64
        let counts: DeliveryCounts
        let isAlive: Bool
        /// The test that this belongs to, if that ran alone.
        let scope: ScopeID
        /// When that began.
        let since: UInt64
    }

    /// An owner that became active, or no longer is.
    struct Change {
        let at: UInt64
        let owner: ObjectID
        let isActive: Bool
    }

    /// More subscriptions of nobody's, and more changes while one is alive, are not followed.
    private static let most = 1 << 20
    /// Of more looks at one subscription, only the first ones count.
    private static let mostSights = 16

    var parts = OnlyParts()
    private(set) var made: [SubscriptionID: Made] = [:]
    /// The subscriptions of each test at which it looked: what a test's judgement takes must not depend on
    /// how many there are of others.
    private var seenByTest: [ScopeID: [SubscriptionID]] = [:]
    /// Those since the oldest of these was made, in the order of time.
    private var changes: [Change] = []
    private var changesOfOwner: [ObjectID: [Change]] = [:]
    private var interactors: [ObjectID: ObjectID] = [:]

    /// The interactor of a router; none for another object, and for a router that has several.
    func interactor(of router: ObjectID) -> ObjectID? { interactors[router] }

    mutating func give(_ interactor: ObjectID, to router: ObjectID) {
        let known = interactors[router]
        interactors[router] = known == nil || known == interactor ? interactor : ObjectID.none
    }

    mutating func add(_ id: SubscriptionID, at time: UInt64) {
        guard made.count < Self.most else { return }
        made[id] = Made(madeAt: time, moment: parts.nextMoment())
    }

    /// Takes that something was seen of a subscription that shows whose it is.
    mutating func remove(_ id: SubscriptionID) {
        made[id] = nil
        if made.isEmpty { (changes, changesOfOwner) = ([], [:]) }
    }

    mutating func see(_ id: SubscriptionID, _ sight: Sight) {
        guard made[id]?.sights.count ?? .max < Self.mostSights else { return }
        made[id]?.sights.append(sight)
        if !sight.scope.isNone { seenByTest[sight.scope, default: []].append(id) }
    }

    /// The subscriptions that were looked at, in a test or at all, each once.
    func seen(in scope: ScopeID?) -> Set<SubscriptionID> {
        if let scope { return Set(seenByTest[scope] ?? []).filter { made[$0] != nil } }
        return Set(made.lazy.filter { !$0.value.sights.isEmpty }.map(\.key))
    }

    /// Takes the last look at a subscription, which is forgotten if it delivered nothing after anyone became
    /// inactive.
    mutating func end(_ id: SubscriptionID, _ sight: Sight) {
        guard let madeAt = made[id]?.madeAt else { return }
        let hasDoubt =
            sight.counts.lastAt > madeAt
            && changes(since: madeAt).first { !$0.isActive }.map { $0.at < sight.counts.lastAt }
                == true
        if hasDoubt || made[id]?.sights.isEmpty == false { see(id, sight) } else { remove(id) }
    }

    /// Takes that an owner becomes active, or is no longer.
    @inline(__always)
    mutating func note(_ owner: ObjectID, isActive: Bool, at time: UInt64) {
        if !made.isEmpty { add(Change(at: time, owner: owner, isActive: isActive)) }
    }

    @inline(never)
    private mutating func add(_ change: Change) {
        guard changes.count < Self.most else {
            // What is not followed to its end shows nothing.
            (made, changes, changesOfOwner) = ([:], [], [:])
            return
        }
        changes.append(change)
        changesOfOwner[change.owner, default: []].append(change)
    }

    func changes(since time: UInt64) -> ArraySlice<Change> { Self.part(of: changes, since: time) }

    /// The same of one owner.
    func changes(of owner: ObjectID, since time: UInt64) -> ArraySlice<Change> {
        Self.part(of: changesOfOwner[owner] ?? [], since: time)
    }

    private static func part(of changes: [Change], since time: UInt64) -> ArraySlice<Change> {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].at <= time { low = middle + 1 } else { high = middle }
        }
        return changes[low...]
    }
}
