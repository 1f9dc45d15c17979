// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One settling, as the trace records it: a judgement of which objects are alive.
struct Settling {
    let reason: SettleReason
    let scope: ScopeID
    /// Nanoseconds on the trace's clock.
    let timestamp: UInt64
    /// Objects that were skipped.
    var unjudged: UInt32 = 0
}

/// The objects that settlings found alive though they should have been freed.
package struct LeakModel {
    /// Objects that were skipped at the last settling of the whole process.
    private(set) var unjudged: UInt32 = 0
    /// Why the whole process last settled; nil when it never did.
    package private(set) var lastSettling: SettleReason?
    /// Shareable objects that were found alive after the components of their RIBs were freed.
    private(set) var outlivedComponent: Set<ObjectID> = []
    /// Recorded as alive since the last settling; used once that is complete.
    private(set) var survivors: [ObjectID] = []
    /// The objects that already have a finding.
    private(set) var reported: Set<ObjectID> = []
    /// For how many nanoseconds each survivor was overdue.
    private var expectedFor: [UInt64] = []
    private var found: [JudgedLeak] = []
    /// What was found alive at a deadline, or when a RIB above it went, but by no settling since.
    private var overdue = OverdueLeaks()
    private var leaked: Set<ObjectID> = []

    /// Whether this or an earlier settling found the object leaked, and it is not freed.
    package func isLeaked(_ id: ObjectID) -> Bool { leaked.contains(id) }

    /// - Parameter overdue: For how many nanoseconds it should have been gone.
    mutating func noteAlive(_ object: ObjectID, expectedFor overdue: UInt64) {
        survivors.append(object)
        expectedFor.append(overdue)
    }

    /// Sets the survivors, as if a recorder had written them.
    mutating func setSurvivors(_ survivors: [ObjectID]) {
        self.survivors = survivors
        expectedFor = survivors.map { _ in 0 }
    }

    mutating func noteFreed(_ object: ObjectID, at timestamp: UInt64) {
        if leaked.remove(object) != nil { overdue.freed(object, at: timestamp) }
    }

    /// Withdraws what was found about a RIB that is attached again: it was in use after all.
    mutating func noteAttached(_ object: ObjectID) { forgetOverdue(object) }

    /// The objects that settlings and deadlines found leaked, without those that they keep alive.
    package var culprits: Set<ObjectID> { Set((found + overdue.all).map(\.culprit)) }

    /// Adds the objects that something was found about.
    func addReferences(to objects: inout Set<ObjectID>) {
        objects.formUnion(outlivedComponent)
        objects.formUnion(survivors)
        objects.formUnion(leaked)
        for leak in found + overdue.all {
            objects.insert(leak.culprit)
            objects.formUnion(leak.victims)
            leak.heldBy.map { _ = objects.insert($0) }
        }
    }

    mutating func add(_ leaks: [JudgedLeak]) {
        found += leaks
        reported.formUnion(leaks.map(\.culprit))
    }

    /// Judges the survivors.
    mutating func settle(
        _ settling: Settling, in tree: TreeModel, _ departures: DepartureModel,
        _ retentions: RetentionModel
    ) {
        defer { (survivors, expectedFor) = ([], []) }
        let (reason, scope) = (settling.reason, settling.scope)
        if reason == .request || reason == .exit {
            lastSettling = reason
            unjudged = settling.unjudged
        }
        if reason != .treeEnd, reason != .deadline { forgetOverdueInUse(in: tree) }
        var known: [ObjectID: Bool] = [:]
        leaked.formUnion(
            survivors.filter {
                tree.nodes[$0]?.isDestroyed == false && !tree.isInUse($0, known: &known)
            })
        switch reason {
        case .treeEnd: settleTreeEnd(settling, in: tree, departures, retentions)
        case .deadline: settleDeadline(at: settling.timestamp, in: tree)
        case .request, .exit, .scopeEnd:
            outlivedComponent.formUnion(
                survivors.filter { leaked.contains($0) && outlives($0, in: tree) })
            add(
                folded(scope: scope, in: tree)
                    + departures.missingDetaches(
                        in: reason == .scopeEnd ? scope : nil, tree, besides: reported))
            // A settling now confirms what a deadline found, with all that it keeps alive by now.
            for survivor in survivors { overdue.remove(survivor) }
        }
    }

    /// Notes the objects that are freed only now, with the RIBs above that kept them.
    private mutating func settleTreeEnd(
        _ settling: Settling, in tree: TreeModel, _ departures: DepartureModel,
        _ retentions: RetentionModel
    ) {
        let scope = settling.scope
        let left = survivors.first.map {
            departures.missingDetaches(in: scope, below: $0, tree, besides: reported)
        }
        add(left ?? [])
        let waits = Dictionary(zip(survivors, expectedFor)) { first, _ in first }
        survivors = survivors.filter { !isOfLivingRIB($0, in: tree, retentions) }
        for var leak in folded(scope: scope, in: tree) {
            // What RIBs may share says only at the end whether it outlives them all.
            guard let node = tree.nodes[leak.culprit], !node.kind.mayBeShared else { continue }
            let wait = waits[leak.culprit]
            let keeper = tree.detachedAncestor(of: leak.culprit)
            leak.ended = JudgedLeak.End(keeper: keeper, after: keeper == nil ? nil : wait)
            overdue.add(
                leak, foundAt: settling.timestamp, expectedFor: wait ?? 0,
                owners: tree.owners(of: leak.culprit).count, saysWhenFreed: true)
        }
    }

    /// Whether a RIB that stays keeps an object, or the RIBs that go showed one view again and
    /// again.
    private func isOfLivingRIB(
        _ id: ObjectID, in tree: TreeModel, _ retentions: RetentionModel
    ) -> Bool {
        if tree.nodes[id]?.kind == .view, tree.routers(of: id).count > 1 { return true }
        var known: [ObjectID: Bool] = [:]
        return retentions[id]?.steps.contains { step in
            guard let node = tree.nodes[step.holderObject], !node.kind.isTreeNode else {
                return false
            }
            return tree.isInUse(step.holderObject, known: &known)
        } ?? false
    }

    /// Keeps what a deadline found until a settling says more about it.
    private mutating func settleDeadline(at timestamp: UInt64, in tree: TreeModel) {
        let waits = Dictionary(zip(survivors, expectedFor)) { first, _ in first }
        for leak in folded(scope: .none, in: tree) {
            let kind = tree.nodes[leak.culprit]?.kind
            overdue.add(
                leak, foundAt: timestamp, expectedFor: waits[leak.culprit] ?? 0,
                owners: tree.owners(of: leak.culprit).count,
                // Other objects may have no base class. Their end is noticed only when the recorder
                // checks.
                saysWhenFreed: kind == .router || kind == .interactor)
        }
        var known: [ObjectID: ObjectID] = [:]
        for survivor in survivors where leaked.contains(survivor) {
            let culprit = culprit(of: survivor, known: &known, in: tree)
            if culprit != survivor { overdue.add(victim: survivor, of: culprit) }
        }
    }

    /// The leaks that settlings found, and the outcome of what was found before.
    func judgedLeaks(in tree: TreeModel, _ retentions: RetentionModel) -> [JudgedLeak] {
        guard !overdue.isEmpty else { return found }
        var model = self
        model.forgetOverdueInUse(in: tree)
        let known = Set(found.flatMap { [$0.culprit] + $0.victims })
        model.survivors = model.overdue.orphans(isFreed: tree.isFreed)
            .filter { !known.contains($0) }
        return found
            + model.overdue.leaks(
                isFreed: tree.isFreed, owners: { tree.owners(of: $0).count },
                wasKept: { retentions.wasKept($0) })
            + model.folded(scope: .none, in: tree)
    }

    private mutating func forgetOverdue(_ culprit: ObjectID) {
        for object in overdue.remove(culprit) { leaked.remove(object) }
    }

    private mutating func forgetOverdueInUse(in tree: TreeModel) {
        var known: [ObjectID: Bool] = [:]
        for culprit in overdue.alive where tree.isInUse(culprit, known: &known) {
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
}

// MARK: - Culprits and victims

extension LeakModel {
    /// Groups what a leaked router, interactor or view keeps alive under the object nearest the
    /// root.
    private func folded(scope: ScopeID, in tree: TreeModel) -> [JudgedLeak] {
        var victims: [ObjectID: [ObjectID]] = [:]
        var culprits: [ObjectID] = []
        var known: [ObjectID: ObjectID] = [:]
        // A trace may name an object twice.
        var seen: Set<ObjectID> = []
        for survivor in survivors where leaked.contains(survivor) && seen.insert(survivor).inserted
        {
            let culprit = culprit(of: survivor, known: &known, in: tree)
            if culprit == survivor {
                culprits.append(culprit)
            } else {
                victims[culprit, default: []].append(survivor)
            }
        }
        return culprits.filter { !reported.contains($0) }.map { culprit in
            JudgedLeak(
                culprit: culprit, victims: victims[culprit] ?? [],
                kind: FindingKind(leaked: tree.nodes[culprit]?.kind ?? .object), scope: scope,
                detach: tree.detachStack(above: culprit),
                sharing: scope.isNone
                    ? nil : sharing(of: [culprit] + (victims[culprit] ?? []), in: tree))
        }
    }

    /// What is known now of the shareable ones among some objects.
    private func sharing(of objects: [ObjectID], in tree: TreeModel) -> JudgedLeak.Sharing {
        JudgedLeak.Sharing(
            outlivedComponent: outlivedComponent.intersection(objects),
            handedOutAgain: Set(
                objects.filter {
                    tree.nodes[$0]?.kind.mayBeShared == true && tree.isHandedOutAgain($0)
                }))
    }

    /// The leaked object nearest the root that owns the given one, directly or through others.
    ///
    /// - Parameter known: The culprits found since the tree changed.
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
    let culprit: ObjectID
    var victims: [ObjectID]
    var kind: FindingKind
    let scope: ScopeID
    /// Where its RIB was detached, or its view dismissed.
    let detach: StackID
    /// How late the culprit was freed, if it was.
    var late: Lateness?
    /// What was known of the shareable objects of this leak when a test was judged. Later events do
    /// not contradict its assertion. Nil outside of tests: then all events count.
    var sharing: Sharing?
    /// How the leak ended; nil while the object is alive, as far as is known.
    var ended: End?
    /// A worker, workflow or component that holds the culprit, and is the cause if no RIB shares
    /// it.
    var heldBy: ObjectID?
    /// Whether a victim was not found to be kept alive by the culprit: only the tree says that they
    /// belong together.
    var mayHideMore = false

    /// The leak without objects that a test ignores; nil if no object is left.
    ///
    /// - Parameter kind: Returns the kind of a leak of the given object, for when another object
    ///   becomes the culprit.
    func ignoring(
        _ ignored: Set<ObjectID>, kind: (ObjectID) -> FindingKind
    ) -> JudgedLeak? {
        let rest = ([culprit] + victims).filter { !ignored.contains($0) }
        guard let first = rest.first else { return nil }
        if first == culprit {
            var leak = self
            leak.victims = Array(rest.dropFirst())
            return leak
        }
        return JudgedLeak(
            culprit: first, victims: Array(rest.dropFirst()), kind: kind(first), scope: scope,
            detach: detach, late: late, sharing: sharing,
            ended: ended, mayHideMore: mayHideMore)
    }

    /// Whether RIBs share objects.
    struct Sharing {
        /// Those that were alive after the components of their RIBs were freed.
        let outlivedComponent: Set<ObjectID>
        /// See `TreeModel.isHandedOutAgain`.
        let handedOutAgain: Set<ObjectID>
    }

    /// The end of a leak: the object was freed at last, as something let it go.
    struct End {
        /// The RIB above it that was detached then; nil where the whole tree ended, or anything
        /// else let the object go.
        var keeper: ObjectID?
        /// For how many nanoseconds it should have been gone, at least; nil where the whole tree
        /// ended.
        var after: UInt64?
    }
}
