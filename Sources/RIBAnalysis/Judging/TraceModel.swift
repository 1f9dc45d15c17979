import RIBTrace

/// The state of a recorded process, built event by event, and the leaks judged on the way.
///
/// It trusts no trace: events about unknown objects are passed over, and walks along parents and
/// owners are bounded.
struct TraceModel {
    private(set) var nodes: [ObjectID: TracedNode] = [:]
    private(set) var subscriptions: [SubscriptionID: LedgerRecord] = [:]
    private(set) var images: [ImageID: ImageDefinition] = [:]
    private(set) var stacks: [StackID: StackDefinition] = [:]
    private(set) var leaks: [JudgedLeak] = []
    /// Objects that were passed over at the last settling of the whole process.
    private(set) var unjudged: UInt32 = 0
    /// Why the process last settled as a whole; nil when it never did.
    private(set) var lastSettling: SettleReason?

    private var strings: [StringID: String] = [:]
    private var scopeNames: [ScopeID: String] = [:]
    private var runningScopes: [ScopeID] = []
    /// Said to be alive since the last settling: counts once that is complete.
    private var survivors: [ObjectID] = []
    /// The views that are not shown any more.
    private var departed: Set<ObjectID> = []
    private var leaked: Set<ObjectID> = []
    private var reported: Set<ObjectID> = []

    /// Takes one more event, in time order.
    mutating func apply(_ event: TraceEvent) {
        switch event {
        case .stringDefined(let id, let text): strings[id] = text
        case .imageDefined(let image): images[image.id] = image
        case .stackDefined(let id, let stack): stacks[id] = stack
        case .scopeBegan(let scope, let name):
            scopeNames[scope] = text(name)
            runningScopes.append(scope)
        case .stillAlive(let object): survivors.append(object)
        case .settled(let reason, let scope, let unjudged):
            settle(reason, scope, unjudged: unjudged)
        case .subscribed, .firedWhileInactive, .subscriptionEnded, .stillSubscribed:
            applyToLedger(event)
        default:
            applyToTree(event)
        }
    }

    /// The name of a scope, or nil for none.
    func name(of scope: ScopeID) -> String? { scopeNames[scope] }

    /// True for what an earlier or this settling found alive though not in use, and is not freed.
    func isLeaked(_ id: ObjectID) -> Bool { leaked.contains(id) }

    private var currentScope: ScopeID { runningScopes.last ?? .none }

    private func text(_ id: StringID) -> String { strings[id] ?? "?" }

    private mutating func applyToTree(_ event: TraceEvent) {
        switch event {
        case .objectCreated(let id, let kind, let type, let stack):
            let type = text(type)
            nodes[id] = TracedNode(kind: kind, type: type, allocation: stack)
        case .objectDestroyed(let id):
            nodes[id]?.isDestroyed = true
            leaked.remove(id)
        case .owned(let id, let owner):
            nodes[id]?.owners.append(owner)
        case .launched(let router, _):
            nodes[router]?.isLaunched = true
        case .attached(let child, let parent, _):
            nodes[child]?.parent = parent
            nodes[child]?.lastParent = parent
            nodes[child]?.detach = nil
        case .detached(let child, _, let stack):
            nodes[child]?.parent = nil
            nodes[child]?.detach = stack
        case .viewAppeared(let view):
            nodes[view]?.departure = nil
            departed.remove(view)
        case .viewLeft(let view, let stack):
            let scope = currentScope
            nodes[view]?.departure = (stack, scope)
            departed.insert(view)
        default:
            break  // activity and loading are shown by other reports
        }
    }

    private mutating func applyToLedger(_ event: TraceEvent) {
        switch event {
        case .subscribed(let id, let owner, _, let chain, let stack):
            let chain = text(chain)
            subscriptions[id] = LedgerRecord(owner: owner, chain: chain, stack: stack)
        case .firedWhileInactive(let id, let stack, let sinceDeactivation):
            let scope = currentScope
            subscriptions[id]?.firing = (stack, sinceDeactivation, scope)
        case .subscriptionEnded(let id, _, let counts), .stillSubscribed(let id, let counts):
            subscriptions[id]?.counts = counts
        default:
            break  // not about a subscription
        }
    }

    private mutating func settle(_ reason: SettleReason, _ scope: ScopeID, unjudged: UInt32) {
        defer { survivors = [] }
        if reason == .scopeEnd {
            runningScopes.removeAll { $0 == scope }
        } else {
            lastSettling = reason
            self.unjudged = unjudged
        }
        var known: [ObjectID: Bool] = [:]
        leaked.formUnion(
            survivors.filter {
                nodes[$0]?.isDestroyed == false && !isInUse($0, known: &known)
            })
        let found =
            folded(survivors.filter(leaked.contains), scope: scope)
            + missingDetaches(in: reason == .scopeEnd ? scope : nil)
        leaks += found
        reported.formUnion(found.map(\.culprit))
    }

    /// Folds what a leaked router, interactor or view drags along under the one nearest the root.
    private func folded(_ survivors: [ObjectID], scope: ScopeID) -> [JudgedLeak] {
        var victims: [ObjectID: [ObjectID]] = [:]
        var culprits: [ObjectID] = []
        var known: [ObjectID: ObjectID] = [:]
        for survivor in survivors {
            let culprit = self.culprit(of: survivor, known: &known)
            if culprit == survivor {
                culprits.append(culprit)
            } else {
                victims[culprit, default: []].append(survivor)
            }
        }
        return culprits.filter { !reported.contains($0) }.map { culprit in
            JudgedLeak(
                culprit: culprit, victims: victims[culprit] ?? [],
                kind: FindingKind(leaked: nodes[culprit]?.kind ?? .object), scope: scope,
                detach: detachStack(above: culprit))
        }
    }

    /// The routers whose view is gone for good while they are still attached.
    private func missingDetaches(in scope: ScopeID?) -> [JudgedLeak] {
        var known: [ObjectID: Bool] = [:]
        return departed.sorted().compactMap { view in
            guard let departure = nodes[view]?.departure,
                scope == nil || scope == departure.scope,
                let router = nodes[view]?.owners.first(where: { nodes[$0]?.kind == .router }),
                nodes[router]?.parent != nil, isInUse(router, known: &known),
                !reported.contains(router)
            else { return nil }
            return JudgedLeak(
                culprit: router, victims: [], kind: .viewGoneStillAttached,
                scope: departure.scope, detach: departure.stack)
        }
    }
}
