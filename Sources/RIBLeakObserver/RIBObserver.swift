// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Records the RIBs of another runtime, such as uber's, which cannot coexist with this package's
/// own.
///
/// Nothing here depends on uber's code, and all references are weak. You may call it from any
/// thread, but one thread at a time for each router. Where nothing is recorded, a call costs next
/// to nothing.
///
/// One file of an app reports all its RIBs: ``RIBLeakObserver`` shows it.
public enum RIBObserver {
    /// Records that a router is the root of a tree, with its interactor and, if it has one, its
    /// view. Call it before the launch.
    public static func launched(
        _ root: AnyObject, interactor: AnyObject, view: AnyObject? = nil
    ) {
        guard let node = ObservedRouter.of(root) else { return }
        Recorder.shared.launched(node.id)
        node.take(interactor: interactor, view: view)
    }

    /// Records that a router is attached to another one. Call it before the actual attachment,
    /// during which the router may attach others.
    ///
    /// `follow` is called once for each parent, with two functions: one to call whenever the
    /// activity of the parent's interactor changes, the other when the parent is being freed,
    /// before its properties are. So what a router keeps until its whole tree is freed is found.
    public static func attached(
        _ child: AnyObject, interactor: AnyObject, view: AnyObject? = nil, to parent: AnyObject,
        follow: ((@escaping @Sendable (Bool) -> Void, @escaping @Sendable () -> Void) -> Void)? =
            nil
    ) {
        guard let node = ObservedRouter.of(child), let above = ObservedRouter.of(parent)
        else { return }
        node.move(below: above)
        Recorder.shared.attached(node.id, to: above.id)
        node.take(interactor: interactor, view: view)
        node.forEachBelow { $0.cancelExpectations() }
        above.noteHeldChildren()
        if let follow, above.beginFollowing() {
            follow({ above.activityChanged(to: $0) }, { above.isFreed() })
        }
    }

    /// Records that a router is about to be detached. Call it before the actual detachment, during
    /// which the RIB may detach its own children. So what it keeps of the RIBs that were detached
    /// below it before, and the children that it has left without detaching them, are found.
    public static func willDetach(_ child: AnyObject) {
        guard let node = ObservedRouter.of(child) else { return }
        node.forEachBelow { $0.recordLeftChildren() }
        let last = Recorder.shared.lastExpectation
        node.state.withLock { $0.lastExpectation = last }
    }

    /// Records that a router was detached; nothing for one that is not attached. It, all routers
    /// below it, and their interactors and views should be freed soon, unless it is attached again.
    public static func detached(_ child: AnyObject) {
        guard let node = ObservedRouter.of(child), let above = node.move(below: nil)
        else { return }
        Recorder.shared.detached(node.id, from: above.id)
        node.forEachBelow { $0.expectDeallocations(detachedFrom: above.id) }
        node.recordKept(afterLeaving: above.id)
    }
}

/// The record of a router of another runtime, until the recorder finds that it was freed.
final class ObservedRouter: Sendable {
    fileprivate struct State {
        weak var router: AnyObject?
        weak var interactor: AnyObject?
        weak var view: AnyObject?
        weak var parent: ObservedRouter?
        var children: [ObservedRouter] = []
        var isFollowed = false
        var wasActive = false
        /// Whether its interactor became inactive, though the router is in use.
        var isInactive = false
        var wasDetached = false
        /// The last expectation before its own detachment; nil unless it was detached.
        var lastExpectation: UInt64?
        /// Whether a field of its parent had it.
        var wasHeld = false
        /// Whether it is recorded as left behind.
        var wasForgotten = false
        /// The classes of the runtime that it inherits from, once they are asked for.
        var bases: [ObjectIdentifier]?

        var isRoot: Bool { parent == nil && !wasDetached }
    }

    /// The most routers to visit. A larger tree may be a ring made by mistake.
    private static let mostBelow = 100_000

    let id: ObjectID
    private let address: UInt
    fileprivate let state: Protected<State>

    private init(_ id: ObjectID, _ router: AnyObject) {
        self.id = id
        address = ObjectReference.address(of: router)
        state = Protected(State(router: router))
    }

    /// The record of a router; nil when nothing is recorded.
    static func of(_ router: AnyObject) -> ObservedRouter? {
        Recorder.shared.companion(of: router, as: .router) { ObservedRouter($0, router) }
    }

    /// Stores the router's parts and records which of them are new.
    func take(interactor: AnyObject, view: AnyObject?) {
        let known = parts
        state.withLock { ($0.interactor, $0.view) = (interactor, view) }
        for part in parts where !known.contains(where: { $0.object === part.object }) {
            Recorder.shared.owned(part.id, by: id)
        }
    }

    @discardableResult
    func move(below parent: ObservedRouter?) -> ObservedRouter? {
        let before = state.withLock { state in
            defer { state.parent = parent }
            state.wasDetached = parent == nil
            if parent != nil { state.lastExpectation = nil }
            return state.parent
        }
        before?.state.withLock { $0.children.removeAll { $0 === self } }
        parent?.state.withLock { $0.children.append(self) }
        return before
    }

    func forEachBelow(_ body: (ObservedRouter) -> Void) {
        var pending = [self]
        var count = 0
        while let next = pending.popLast(), count < Self.mostBelow {
            body(next)
            count += 1
            pending += next.state.withLock { $0.children }
        }
    }

    func cancelExpectations() {
        Recorder.shared.cancelExpectation(for: id)
        for part in parts { Recorder.shared.cancelExpectation(for: part.id) }
    }

    func expectDeallocations(detachedFrom parent: ObjectID) {
        if let router = state.withLock({ $0.router }) {
            Recorder.shared.expectDeallocation(of: router, id: id, detachedFrom: parent)
        }
        for part in parts {
            Recorder.shared.expectDeallocation(
                of: part.object, id: part.id, within: part.limit, detachedFrom: parent)
        }
    }

    /// The interactor and the view, if alive, and the nanoseconds in which to be freed.
    private var parts: [(object: AnyObject, id: ObjectID, limit: UInt64)] {
        let known: [(AnyObject?, ObjectKind, UInt64)] = state.withLock {
            [
                ($0.interactor, .interactor, ExpectationTime.object),
                ($0.view, .view, ExpectationTime.view),
            ]
        }
        return known.compactMap { object, kind, limit in
            object.map { ($0, Recorder.shared.identify($0, as: kind), limit) }
        }
    }

    // MARK: - What only shows at a router's end

    /// - Returns: False from the second call on.
    func beginFollowing() -> Bool {
        state.withLock { state in
            defer { state.isFollowed = true }
            return !state.isFollowed
        }
    }

    /// Uber's router makes its interactor inactive in its `deinit`, before it lets go of children.
    func activityChanged(to isActive: Bool) {
        // Never released under the lock: its `deinit` calls back.
        let router = state.withLock { $0.router }
        let isEnding = state.withLock { state in
            if router == nil { return !isActive && state.isRoot }
            if isActive { state.wasActive = true }
            state.isInactive = !isActive && state.wasActive
            return false
        }
        if isEnding { forEachBelow { $0.recordLeftChildren() } }
    }

    /// Records what can be seen only while the router is being freed.
    func isFreed() {
        let state = state.withLock { $0 }
        guard state.router == nil else { return }
        if state.isRoot { Recorder.shared.treeEnds(id) }
        // Objects that are freed because the whole tree was made inactive are no leaks.
        guard state.isRoot ? !state.isInactive : state.lastExpectation != nil else { return }
        Recorder.shared.recordKeptObjects(
            ofEndingRootAt: address, id, upTo: state.lastExpectation)
    }

    /// Records what it keeps of the RIBs that were detached below it before it was itself.
    func recordKept(afterLeaving parent: ObjectID) {
        guard let last = state.withLock({ $0.lastExpectation }) else { return }
        var leaving: [ObservedRouter] = []
        forEachBelow { leaving.append($0) }
        Recorder.shared.ribsLeave(Set(leaving.map(\.id)), from: parent, upTo: last) {
            leaving.flatMap { router in
                [(id: router.id, address: router.address)]
                    + router.parts.map { ($0.id, ObjectReference.address(of: $0.object)) }
            }
        }
    }

    /// Notes, in tests, which of its two youngest children a field has: `recordLeftChildren` asks.
    /// The app may have stored the older one only after it was attached.
    func noteHeldChildren() {
        let (router, children) = state.withLock { ($0.router, $0.children.suffix(2)) }
        guard let router, Recorder.shared.isInTest else { return }
        let bases = state.withLock { $0.bases } ?? Self.bases(of: router)
        state.withLock { $0.bases = bases }
        for child in children {
            guard let object = child.state.withLock({ $0.wasHeld ? nil : $0.router })
            else { continue }
            let isHeld = Recorder.shared.hasField(router, referringTo: object, below: bases)
            child.state.withLock { $0.wasHeld = isHeld }
        }
    }

    /// Records the attached children that its fields show to be left behind.
    func recordLeftChildren() {
        let (children, interactor) = state.withLock { ($0.children, $0.interactor) }
        if children.isEmpty || !Recorder.shared.isInTest { return }
        let attached = children.compactMap { child -> AttachedChild? in
            let (object, isAsked) = child.state.withLock {
                ($0.router, $0.wasHeld && !$0.wasForgotten)
            }
            return object.map { AttachedChild($0, child.id, isAsked: isAsked) }
        }
        let left = Recorder.shared.recordLeftChildren(
            attached, of: address, id, interactor: interactor.map(ObjectReference.address),
            below: state.withLock { $0.bases ?? [] })
        for child in children where left.contains(child.id) {
            child.state.withLock { $0.wasForgotten = true }
        }
    }

    /// The runtime's classes above an object's own: those of the base class's module. If the
    /// object's class is of that module too, only the base class.
    private static func bases(of object: AnyObject) -> [ObjectIdentifier] {
        let types = sequence(first: Mirror(reflecting: object), next: \.superclassMirror)
            .map(\.subjectType)
        let modules = types.map { String(reflecting: $0).prefix { $0 != "." } }
        guard types.count > 1, let base = types.last else { return [] }
        let isOwn = modules.first == modules.last
        let others = isOwn ? [] : zip(types, modules).filter { $0.1 == modules.last }.map(\.0)
        return (others.isEmpty ? [base] : others).map { ObjectIdentifier($0) }
    }
}
