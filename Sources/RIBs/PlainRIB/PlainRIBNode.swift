// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees

/// The recorder's companion of a `PlainRIB`: its place in the tree and its activity. It owns no
/// object of the host, and lives until a sweep finds that the RIB was freed.
final class PlainRIBNode: Sendable {
    struct State {
        weak var rib: (any PlainRIB)?
        /// The parent; none for a root, nil while the RIB is detached.
        var parent: ObjectID?
        var siblings: WeakObjects<PlainRIBNode>?
        var isActive = false
        /// The parts that are known to be its own.
        var parts: Set<ObjectID> = []
        /// When it was attached or detached, on the recorder's clock; 0 before.
        var since: UInt64 = 0
        var isRoot = false
        weak var above: AnyObject?
        /// Same as ``RouterRecord/parentPath``.
        var parentPath: String?
    }

    let id: ObjectID
    let activity: Activity
    /// Those attached here. A node lives as long as the recorder knows its RIB.
    let plainChildren = WeakObjects<PlainRIBNode>()
    /// The routers whose RIBs are attached here. This RIB holds them.
    let routers = WeakObjects<any Routing>()
    let type: Any.Type
    private let address: UInt
    let state: Protected<State>

    private init(_ id: ObjectID, _ rib: any PlainRIB) {
        self.id = id
        activity = Activity(owner: id)
        type = Swift.type(of: rib)
        address = ObjectReference.address(of: rib)
        state = Protected(State(rib: rib))
    }

    deinit { Recorder.shared.ownerEnds(activity, at: address) }

    /// The node of a RIB; nil when nothing is recorded.
    static func of(_ rib: any PlainRIB) -> PlainRIBNode? {
        Recorder.shared.companion(of: rib, as: .rib) { PlainRIBNode($0, rib) }
    }

    /// The node of a RIB that may be in its `deinit`; nil when it reported nothing before.
    static func existing(of rib: any PlainRIB) -> PlainRIBNode? {
        let node = Recorder.shared.existingCompanion(of: rib, as: PlainRIBNode.self)
        // With another type, the node belongs to an earlier RIB with the same address.
        return node?.type == Swift.type(of: rib) as Any.Type ? node : nil
    }

    // MARK: - Being attached and detached

    func attach(to parent: AnyObject?) {
        // Nothing is recorded above the root, and of a test double above.
        let above =
            (parent as? any PlainRIB).flatMap(Self.of).map(LiveRIB.plain)
            ?? (parent as? any PlacedRouting).map(LiveRIB.router)
        let siblings = above?.plainChildrenOrNew
        let (parentID, isRoot) = (above?.id ?? .none, parent == nil)
        if !isRoot {
            if !stands(above: above) {
                LifecycleEvents.report(.willAttach, of: .plain(self), below: above)
            }
            // Asked again: an observer may have moved RIBs.
            if stands(above: above) {
                return Recorder.shared.violated(.attachedBelowItself, id, other: parentID)
            }
            // A freed parent does not count.
            if let known = state.withLock({ $0.parent }), !known.isNone, parentRIB != nil {
                Recorder.shared.violated(.attachedTwice, id, other: known)
            }
        }
        let previous = state.withLock { state in
            state.since = Recorder.now
            state.isRoot = isRoot
            state.above = above?.object
            state.parentPath = nil
            defer { (state.parent, state.siblings) = (parentID, siblings) }
            return state.siblings
        }
        previous?.remove(self)
        siblings?.add(self)
        SubtreeState.arrivals.increment()
        if let rib = state.withLock({ $0.rib }) { Recorder.shared.plainRIBAttached(rib, id) }
        if isRoot {
            Recorder.shared.launched(id)
            LiveRoots.shared.add(.plain(self))
        } else {
            Recorder.shared.attached(id, to: parentID)
        }
        LifecycleEvents.report(isRoot ? .launched : .attached, of: .plain(self), below: above)
        // An observer may have removed it again.
        if state.withLock({ $0.parent }) != nil { activateSubtree() }
    }

    /// - Parameter rib: The RIB of this node, which may be in its `deinit`.
    func detach(_ rib: any PlainRIB) {
        if LifecycleEvents.areObserved, state.withLock({ $0.parent }) != nil {
            LifecycleEvents.report(.willDetach, of: .plain(self), below: parentRIB)
        }
        let place = state.withLock { state in
            defer { (state.parent, state.siblings) = (nil, nil) }
            return state.parent.map { ($0, state.siblings) }
        }
        guard let (parent, siblings) = place else { return }
        let left = deactivatedSubtree()
        siblings?.remove(self)
        state.withLock { $0.since = Recorder.now }
        Recorder.shared.detached(id, from: parent)
        LifecycleEvents.report(.detached, of: .plain(self), below: parentRIB)
        // Already expected if it was detached with its parent, but it may have got new parts since.
        expectDeallocation(of: rib)
        for node in left where node !== self { node.expectDeallocation() }
    }

    /// Marks this RIB and everything below it as active again, after a RIB above was attached.
    func activateSubtree() {
        guard announceActivation() else { return }
        // A mistaken circle of RIBs ends where all are active.
        let isNew = state.withLock { state in
            defer { state.isActive = true }
            return !state.isActive
        }
        guard let rib = state.withLock({ $0.rib }) else { return }
        recordParts(of: rib)
        guard isNew else { return }
        Recorder.shared.activated(activity, of: rib)
        Recorder.shared.cancelExpectation(for: id)
        forEachPart(of: rib) { Recorder.shared.cancelExpectation(for: $0.id) }
        LifecycleEvents.report(.activated, of: .plain(self))
        // An observer may have removed it again.
        guard state.withLock({ $0.isActive }) else { return }
        for child in plainChildren.living { child.activateSubtree() }
        for router in routers.living { router.cancelExpectationOfSubtree() }
    }

    /// Reports that it is about to become active. False if an observer removed it from the tree.
    private func announceActivation() -> Bool {
        guard LifecycleEvents.areObserved else { return true }
        // Released after the lock.
        let (rib, isActive) = state.withLock { ($0.rib, $0.isActive) }
        guard rib != nil, !isActive else { return true }
        let wasThere = state.withLock { $0.parent != nil }
        LifecycleEvents.report(.willBecomeActive, of: .plain(self))
        return !wasThere || state.withLock { $0.parent != nil }
    }

    /// Marks this RIB and everything below it as detached, after a RIB above was detached.
    func leave() {
        for node in deactivatedSubtree() { node.expectDeallocation() }
    }

    /// Makes this RIB and the plain ones below it inactive.
    private func deactivatedSubtree() -> [PlainRIBNode] {
        var left: [PlainRIBNode] = []
        var pending = [self]
        while let node = pending.popLast() {
            if LifecycleEvents.areObserved, node.state.withLock({ $0.isActive }) {
                LifecycleEvents.report(.willResignActive, of: .plain(node))
            }
            let wasActive = node.state.withLock { state in
                defer { state.isActive = false }
                return state.isActive
            }
            guard wasActive else { continue }
            let rib = node.state.withLock { $0.rib }
            Recorder.shared.deactivated(node.activity) { rib.map { [$0] } ?? [] }
            LifecycleEvents.report(.deactivated, of: .plain(node))
            left.append(node)
            pending += node.plainChildren.living
        }
        return left
    }

    private func expectDeallocation() {
        if let rib = state.withLock({ $0.rib }) { expectDeallocation(of: rib) }
    }

    private func expectDeallocation(of rib: any PlainRIB) {
        recordParts(of: rib)
        // Not in its `deinit`: it is being freed already, and no weak reference to it may be made.
        if state.withLock({ $0.rib }) != nil {
            Recorder.shared.expectDeallocation(of: rib, id: id)
        }
        forEachPart(of: rib) { $0.expectDeallocation() }
        for router in routers.living { router.expectDeallocationOfSubtree() }
    }

    /// Records which parts the RIB owns, where that is new.
    func recordParts(of rib: any PlainRIB) {
        var parts: Set<ObjectID> = []
        forEachPart(of: rib) { part in
            (part.object as? any RecordedObject)?.wasInTree = true
            parts.insert(part.id)
        }
        let known = state.withLock { state in
            defer { state.parts = parts }
            return state.parts
        }
        for part in parts.subtracting(known).sorted() { Recorder.shared.owned(part, by: id) }
    }

    /// Calls `body` with each part. Runs host code.
    func forEachPart(of rib: any PlainRIB, _ body: (RecordedPart) -> Void) {
        for part in rib.ribParts where part !== rib {
            if let recorded = part as? any RecordedObject {
                recorded.forEachRecordedPart { if !$0.id.isNone { body($0) } }
            } else if let plain = part as? any PlainRIB {
                Self.of(plain).map { body(RecordedPart(part, $0.id)) }
            } else {
                recordedPart(part, as: .object).map(body)
            }
        }
    }

    /// Records that a router's RIB is attached. False if an observer removed it again at once.
    func willActivate(_ child: any Routing) -> Bool {
        LifecycleEvents.report(.willAttach, of: .router(child), below: .plain(self))
        let childID = recordedID(of: child)
        if !childID.isNone { Recorder.shared.attached(childID, to: id) }
        if let placed = child as? any PlacedRouting {
            placed.record.willLoad(below: nil)
            placed.takePlace(isLaunched: false, below: self, at: Recorder.now)
        }
        routers.add(child)
        child.cancelExpectationOfSubtree()
        guard LifecycleEvents.areObserved else { return true }
        LifecycleEvents.report(.attached, of: .router(child), below: .plain(self))
        return routers.contains(child)
    }

    /// Records that a router's RIB is detached, and returns false if it is not attached here.
    func willDeactivate(_ child: any Routing) -> Bool {
        guard routers.contains(child) else { return false }
        LifecycleEvents.report(.willDetach, of: .router(child), below: .plain(self))
        // An observer may have detached it itself.
        guard routers.contains(child) else { return false }
        routers.remove(child)
        let childID = recordedID(of: child)
        if !childID.isNone { Recorder.shared.detached(childID, from: id) }
        (child as? any PlacedRouting)?.record.since = Recorder.now
        LifecycleEvents.report(.detached, of: .router(child), below: .plain(self))
        return true
    }

    /// The RIB it was last attached to, while that lives.
    var parentRIB: LiveRIB? { state.withLock { $0.above }.flatMap(LiveRIB.init) }

    /// Whether a RIB is this one, or is attached somewhere below it.
    func stands(above rib: LiveRIB?) -> Bool {
        var next = rib
        // Deeper trees are not searched: they are mistakes themselves.
        for _ in 0..<1 << 16 {
            guard case .plain(let node)? = next else { return false }
            if node === self { return true }
            next = node.state.withLock({ $0.parent }) == nil ? nil : node.parentRIB
        }
        return false
    }

    /// Its relation to the tree.
    var standing: RIBTree.Node.Standing {
        // Retained until after the lock.
        let parent = parentRIB
        return state.withLock { state in
            if state.since == 0 { return .unattached }
            guard let parentID = state.parent else { return .detached }
            if state.isRoot { return .launched }
            return parent == nil && !parentID.isNone ? .orphaned : .attached
        }
    }
}
