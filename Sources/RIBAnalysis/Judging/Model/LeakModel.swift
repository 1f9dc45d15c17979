// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One settling, as the trace records it: a judgement of which objects are alive, in one scope (a
/// test) or in the whole process.
struct Settling {
    let reason: SettleReason
    let scope: ScopeID
    /// Nanoseconds on the trace's clock.
    let timestamp: UInt64
    /// Objects that were skipped.
    var unjudged: UInt32 = 0
}

/// The objects that settlings found alive though they should have been freed. `TraceModel` tells it
/// what is found alive, what is freed or attached, and when a settling is complete.
///
/// `noteAlive` makes an object one of `survivors`; the settling that follows makes it one of
/// `leaked`, unless it is in use, and groups it: a *culprit* and the *victims* that it keeps alive.
/// A settling of a scope, on request or at the exit is final: its leaks go to `found`. One at a
/// deadline or the end of a tree may be early: its leaks stay `overdue` until a final one confirms
/// them or the culprit is in use again; `judgedLeaks` decides on those that were freed first.
package struct LeakModel {
    /// Objects that were skipped at the last settling of the whole process.
    private(set) var unjudged: UInt32 = 0
    /// Why the whole process last settled; nil when it never did.
    package private(set) var lastSettling: SettleReason?
    /// Shareable objects that were found alive after the components of their RIBs were freed.
    private(set) var outlivedComponent: Set<ObjectID> = []
    /// Recorded as alive since the last settling; used once that is complete.
    private(set) var survivors: [ObjectID] = []
    /// For how many nanoseconds each survivor was overdue.
    private var waits: [ObjectID: UInt64] = [:]
    /// The culprits of `found`, which get no second finding. A victim may become a culprit later.
    private(set) var reported: Set<ObjectID> = []
    /// Only ever grows.
    private var found: [JudgedLeak] = []
    /// By culprit.
    private var overdue: [ObjectID: Overdue] = [:]
    /// What `isLeaked` says: an object leaves when it is freed or in use again.
    private var leaked: Set<ObjectID> = []

    /// A culprit that was found alive at a deadline, or when a RIB above it went, with the objects
    /// it keeps alive, until a settling says more.
    private struct Overdue {
        var leak: JudgedLeak
        /// Nanoseconds on the trace's clock.
        let foundAt: UInt64
        /// Nanoseconds since it was released.
        let expectedFor: UInt64
        let owners: Int
        /// Whether the culprit records at once when it is freed.
        let saysWhenFreed: Bool
        var freedAt: UInt64?
    }

    /// Whether this or an earlier settling found the object leaked, and it is not freed.
    package func isLeaked(_ id: ObjectID) -> Bool { leaked.contains(id) }

    /// - Parameter overdue: For how many nanoseconds it should have been gone.
    mutating func noteAlive(_ object: ObjectID, expectedFor overdue: UInt64) {
        // A trace may name an object twice.
        guard waits[object] == nil else { return }
        survivors.append(object)
        waits[object] = overdue
    }

    /// Sets the survivors that a running test asks about, as if a recorder had written them.
    mutating func setSurvivors(_ objects: [ObjectID]) {
        (survivors, waits) = ([], [:])
        for object in objects { noteAlive(object, expectedFor: 0) }
    }

    mutating func noteFreed(_ object: ObjectID, at timestamp: UInt64) {
        if leaked.remove(object) != nil { overdue[object]?.freedAt = timestamp }
    }

    private var all: [JudgedLeak] { found + overdue.values.map(\.leak) }

    /// The objects that settlings and deadlines found leaked, without those that they keep alive.
    package var culprits: Set<ObjectID> { Set(all.map(\.culprit)) }

    /// The objects that something was found about: the tree must not forget them.
    package var objects: Set<ObjectID> { Set(all.flatMap { [$0.culprit] + $0.victims }) }

    mutating func add(_ leaks: [JudgedLeak]) {
        found += leaks
        reported.formUnion(leaks.map(\.culprit))
    }

    mutating func settle(
        _ settling: Settling, in tree: TreeModel, _ departures: DepartureModel,
        _ retentions: RetentionModel
    ) {
        defer { (survivors, waits) = ([], [:]) }
        let (reason, scope) = (settling.reason, settling.scope)
        if reason == .request || reason == .exit {
            lastSettling = reason
            unjudged = settling.unjudged
        }
        // An early settling leaves this to a final one: `judgedLeaks` omits these culprits anyway.
        if reason != .treeEnd, reason != .deadline { forgetOverdueInUse(in: tree) }
        var known: [ObjectID: Bool] = [:]
        leaked.formUnion(
            survivors.filter {
                tree.nodes[$0]?.isDestroyed == false && !tree.isInUse($0, known: &known)
            })
        switch reason {
        case .treeEnd: settleTreeEnd(settling, in: tree, departures, retentions)
        case .deadline: settleDeadline(settling, in: tree)
        case .request, .exit, .scopeEnd:
            outlivedComponent.formUnion(
                survivors.filter { leaked.contains($0) && outlives($0, in: tree) })
            let left = departures.missingDetaches(in: tree, besides: reported, hasEnded: false) {
                _, departed, _ in reason != .scopeEnd || departed == scope
            }
            add(folded(scope: scope, in: tree) + left)
            // A settling now confirms what a deadline found, with all that it keeps alive by now.
            for survivor in survivors where overdue[survivor]?.freedAt == nil {
                overdue[survivor] = nil
            }
        }
    }

    /// Notes the objects that are freed only now, with the RIBs above that kept them.
    private mutating func settleTreeEnd(
        _ settling: Settling, in tree: TreeModel, _ departures: DepartureModel,
        _ retentions: RetentionModel
    ) {
        let scope = settling.scope
        // Where a whole tree ends, the recorder names its root as alive.
        if let root = survivors.first {
            add(
                departures.missingDetaches(in: tree, besides: reported, hasEnded: true) {
                    _, departed, router in departed == scope && tree.isBelow(router, root)
                })
        }
        survivors = survivors.filter { !isOfLivingRIB($0, in: tree, retentions) }
        for var leak in folded(scope: scope, in: tree) {
            // What RIBs may share says only at the end whether it outlives them all.
            guard let node = tree.nodes[leak.culprit], !node.kind.mayBeShared else { continue }
            (leak.hasEnded, leak.keeper) = (true, tree.detachedAncestor(of: leak.culprit))
            leak.keptFor = leak.keeper == nil ? nil : waits[leak.culprit]
            add(overdue: leak, settling, in: tree)
        }
    }

    private mutating func add(overdue leak: JudgedLeak, _ settling: Settling, in tree: TreeModel) {
        let kind = tree.nodes[leak.culprit]?.kind
        // Of other objects, which may have no base class, the recorder notices the end only when it
        // checks.
        let saysWhenFreed = kind == .router || kind == .interactor
        overdue[leak.culprit] = Overdue(
            leak: leak, foundAt: settling.timestamp, expectedFor: waits[leak.culprit] ?? 0,
            owners: tree.owners(of: leak.culprit).count, saysWhenFreed: saysWhenFreed)
    }

    /// Whether a RIB that stays keeps an object, or the RIBs that go showed one view again and
    /// again. The routers on its path are those that go: the search began at them.
    private func isOfLivingRIB(
        _ id: ObjectID, in tree: TreeModel, _ retentions: RetentionModel
    ) -> Bool {
        if tree.nodes[id]?.kind == .view, tree.routers(of: id).count > 1 { return true }
        var known: [ObjectID: Bool] = [:]
        return retentions[id]?.steps.contains { step in
            tree.nodes[step.holderObject]?.kind.isTreeNode == false
                && tree.isInUse(step.holderObject, known: &known)
        } ?? false
    }

    /// Keeps what a deadline found until a settling says more about it.
    private mutating func settleDeadline(_ settling: Settling, in tree: TreeModel) {
        for leak in folded(scope: .none, in: tree) { add(overdue: leak, settling, in: tree) }
        var known: [ObjectID: ObjectID] = [:]
        for survivor in survivors where leaked.contains(survivor) {
            let culprit = culprit(of: survivor, known: &known, in: tree)
            if culprit != survivor, overdue[culprit]?.leak.victims.contains(survivor) == false {
                overdue[culprit]?.leak.victims.append(survivor)
            }
        }
    }

    /// The leaks that settlings found, and the outcome of what was found before.
    func judgedLeaks(in tree: TreeModel, _ retentions: RetentionModel) -> [JudgedLeak] {
        guard !overdue.isEmpty else { return found }
        var model = self
        model.forgetOverdueInUse(in: tree)
        let known = Set(found.flatMap { [$0.culprit] + $0.victims })
        let late = model.overdue.values.sorted { $0.leak.culprit < $1.leak.culprit }
        // Victims that are alive though their culprit was freed after its deadline.
        let victims = late.filter { $0.freedAt != nil && !$0.leak.hasEnded }.flatMap(\.leak.victims)
        model.survivors = Set(victims).filter { !tree.isFreed($0) && !known.contains($0) }.sorted()
        return found + late.compactMap { Self.outcome(of: $0, in: tree, retentions) }
            + model.folded(scope: .none, in: tree)
    }

    /// The leak that follows. A culprit that is alive is leaked, and so is one that was freed but
    /// was seen to be kept by something else than pending work. Any other culprit that was freed
    /// was late. One that got another owner after it was judged may have been used by that.
    private static func outcome(
        of overdue: Overdue, in tree: TreeModel, _ retentions: RetentionModel
    ) -> JudgedLeak? {
        var leak = overdue.leak
        guard let freedAt = overdue.freedAt else {
            leak.victims.removeAll(where: tree.isFreed)
            return leak
        }
        guard overdue.owners == tree.owners(of: leak.culprit).count else { return nil }
        if leak.hasEnded { return leak }
        let late = freedAt - min(freedAt, overdue.foundAt)
        let freedAfter = overdue.expectedFor.addingReportingOverflow(late).partialValue
        leak.victims.removeAll { !tree.isFreed($0) }
        if retentions.wasKept(leak.culprit) {
            leak.hasEnded = true
            leak.keptFor = overdue.saysWhenFreed ? freedAfter : overdue.expectedFor
        } else {
            leak.kind = .lateDeallocation
            leak.late = Lateness(
                freedAfter: freedAfter, late: late, isUpperBound: !overdue.saysWhenFreed)
        }
        return leak
    }

    /// Withdraws what was found about an object that is attached again: it was in use after all.
    mutating func forgetOverdue(_ culprit: ObjectID) {
        guard let known = overdue[culprit], known.freedAt == nil else { return }
        overdue[culprit] = nil
        leaked.subtract([culprit] + known.leak.victims)
    }

    private mutating func forgetOverdueInUse(in tree: TreeModel) {
        var known: [ObjectID: Bool] = [:]
        for culprit in overdue.keys where tree.isInUse(culprit, known: &known) {
            forgetOverdue(culprit)
        }
    }

    /// Whether a shareable object outlives all its users: each had a component, and none of those
    /// is left.
    private func outlives(_ id: ObjectID, in tree: TreeModel) -> Bool {
        guard tree.nodes[id]?.kind.mayBeShared == true else { return false }
        return tree.users(of: id).allSatisfy { router in
            tree.components[router].flatMap { tree.nodes[$0] }?.isDestroyed ?? false
        }
    }

    /// Groups what a leaked router, interactor or view keeps alive under the object nearest the
    /// root.
    private func folded(scope: ScopeID, in tree: TreeModel) -> [JudgedLeak] {
        var victims: [ObjectID: [ObjectID]] = [:]
        var culprits: [ObjectID] = []
        var known: [ObjectID: ObjectID] = [:]
        for survivor in survivors where leaked.contains(survivor) {
            let culprit = culprit(of: survivor, known: &known, in: tree)
            if culprit == survivor {
                culprits.append(culprit)
            } else {
                victims[culprit, default: []].append(survivor)
            }
        }
        return culprits.filter { !reported.contains($0) }.map { culprit in
            let objects = [culprit] + (victims[culprit] ?? [])
            var leak = JudgedLeak(
                culprit: culprit, victims: Array(objects.dropFirst()),
                kind: FindingKind(leaked: tree.nodes[culprit]?.kind ?? .object), scope: scope,
                detach: tree.detachStack(above: culprit))
            if scope.isNone { return leak }
            leak.outlivedComponent = outlivedComponent.intersection(objects)
            leak.handedOutAgain = Set(objects.filter(tree.isHandedOutAgain))
            return leak
        }
    }

    /// The leaked object nearest the root that owns the given one, directly or through others.
    private func culprit(
        of id: ObjectID, known: inout [ObjectID: ObjectID], in tree: TreeModel
    ) -> ObjectID {
        var culprit = id
        var climbed: Set<ObjectID> = [id]
        while let node = tree.nodes[culprit] {
            if let found = known[culprit] {
                culprit = found
                break
            }
            let holders = [node.parent] + tree.owners(of: culprit)
            guard let holder = holders.first(where: { isLeaked($0) && !climbed.contains($0) })
            else { break }
            climbed.insert(holder)
            culprit = holder
        }
        for object in climbed { known[object] = culprit }
        return culprit
    }
}

/// A leaked object, the culprit, and the objects that it keeps alive, as one settling found them.
struct JudgedLeak {
    var culprit: ObjectID
    var victims: [ObjectID]
    var kind: FindingKind
    let scope: ScopeID
    /// Where its RIB was detached, or its view dismissed.
    let detach: StackID
    /// How late the culprit was freed, if it was.
    var late: Lateness?
    /// Its objects that outlived the components of their RIBs when a test was judged: later events
    /// do not contradict its assertion. Nil outside of tests: then all events count.
    var outlivedComponent: Set<ObjectID>?
    /// Those that several RIBs used, as far as was known then.
    var handedOutAgain: Set<ObjectID>?
    /// Whether the object was freed at last, as something let it go; false while it is alive, as
    /// far as is known.
    var hasEnded = false
    /// The RIB above it that was detached then; nil where the whole tree ended, or anything else
    /// let the object go.
    var keeper: ObjectID?
    /// For how many nanoseconds it should have been gone, at least; nil where the whole tree ended.
    var keptFor: UInt64?
    /// A worker, workflow or component that holds the culprit, and is the cause if no RIB shares
    /// it. Set by `TraceModel.grouped`, as is `mayHideMore`.
    var heldBy: ObjectID?
    /// Whether a victim was not found to be kept alive by the culprit: only the tree says that they
    /// belong together.
    var mayHideMore = false

    /// The leak without objects that a test ignores; nil if no object is left.
    func ignoring(_ ignored: Set<ObjectID>, in tree: TreeModel) -> JudgedLeak? {
        let rest = ([culprit] + victims).filter { !ignored.contains($0) }
        guard let first = rest.first else { return nil }
        var leak = self
        leak.victims = Array(rest.dropFirst())
        if first != culprit {
            let kind = FindingKind(leaked: tree.nodes[first]?.kind ?? .object)
            (leak.culprit, leak.kind, leak.heldBy) = (first, kind, nil)
        }
        return leak
    }
}
