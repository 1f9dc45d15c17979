// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees

/// What happens to the RIBs of this process, as it happens: for logs and traces of your own.
///
/// Handlers hear of a RIB's way in the order of the recording: attached, activated, loaded; then
/// detached, deactivated (a ``PlainRIB`` the other way round). A parent becomes active before and
/// inactive after the routers below it. A test double cannot say what it does: only what a
/// ``Router`` does with it is heard of, and paths begin anew below it.
///
/// While nobody observes, this costs one atomic load where something happens.
public enum LifecycleEvents {
    static let observers = LifecycleObservers()

    /// Whether it pays to find out what observers want to know.
    @inline(__always)
    static var areObserved: Bool { observers.areThere }

    /// Tells all who observe.
    static func notify(_ event: LifecycleEvent) { observers.notify(event) }
}

/// Something that just happened to a RIB, as observers of ``LifecycleEvents`` hear of it.
public struct LifecycleEvent: Equatable, Sendable {
    /// What may happen to a RIB.
    public enum Kind: String, CaseIterable, Sendable {
        /// A router, or a RIB without base classes, became the root of a tree.
        case launched
        /// A router, or a RIB without base classes, came into the tree below another one.
        case attached
        /// A router, or a RIB without base classes, leaves the tree.
        case detached
        /// A router is about to load; what it does in `didLoad` comes later.
        case loaded
        /// An interactor, or a RIB without base classes, becomes active; what it does in
        /// `didBecomeActive` comes later.
        case activated
        /// An interactor, or a RIB without base classes, is inactive; so is what is below it.
        case deactivated
        /// A worker begins to work; what it does in `didStart` comes later.
        case workerStarted
        /// A worker's work has ended.
        case workerStopped
    }

    /// What happened.
    public let kind: Kind
    /// The RIB's place, such as `Root/LoggedIn/OffGame`.
    public let ribPath: String
    /// The place of the RIB above; nil for a root.
    public let parentPath: String?
    /// The type's name of whatever it happened to: a router, an interactor, a worker or a RIB
    /// without base classes.
    public let type: String
    /// The serial id of that object in the recording; nil when it is not recorded.
    public let id: UInt64?
}

/// What the runtime calls where something happens. Each finds out only what somebody wants to know.
extension LifecycleEvents {
    /// Tells of a RIB by its router, or by itself if it is without base classes.
    ///
    /// - Parameter parent: What it is attached to or detached from.
    @inline(__always)
    static func happened(
        _ kind: LifecycleEvent.Kind, to rib: @autoclosure () -> LiveRIB,
        below parent: @autoclosure () -> LiveRIB? = nil
    ) {
        guard areObserved else { return }
        notify(kind, rib(), parent())
    }

    @inline(never)
    private static func notify(_ kind: LifecycleEvent.Kind, _ rib: LiveRIB, _ parent: LiveRIB?) {
        let place = parent.map(rib.place(below:)) ?? rib.place
        if parent != nil { rib.remember(place.parentPath) }
        notify(kind, place, rib.typeName, rib.id)
    }

    /// Tells of an interactor of a base class.
    @inline(__always)
    static func happened(_ kind: LifecycleEvent.Kind, to interactor: Interactor) {
        guard areObserved else { return }
        notify(
            kind, interactor.livePlace, String(describing: type(of: interactor)),
            interactor.recordedID)
    }

    /// Tells of a worker, in the RIB of its interactor.
    @inline(__always)
    static func happened(_ kind: LifecycleEvent.Kind, to worker: Worker) {
        guard areObserved else { return }
        notify(kind, worker)
    }

    @inline(never)
    private static func notify(_ kind: LifecycleEvent.Kind, _ worker: Worker) {
        let typeName = String(describing: type(of: worker))
        // A double's worker, and one whose interactor is freed, has only its own name.
        let place =
            worker.workplace?.interactor?.livePlace
            ?? LivePlace(path: "\(RIBName(type: typeName))", parentPath: nil)
        notify(kind, place, typeName, worker.recordedID)
    }

    /// Tells of an interactor without base class, which a router drives.
    static func happened(
        _ kind: LifecycleEvent.Kind, to double: any Interactable, at place: LivePlace
    ) {
        notify(kind, place, String(describing: type(of: double)), .none)
    }

    private static func notify(
        _ kind: LifecycleEvent.Kind, _ place: LivePlace, _ type: String, _ id: ObjectID
    ) {
        notify(
            LifecycleEvent(
                kind: kind, ribPath: place.path, parentPath: place.parentPath, type: type,
                id: id.isNone ? nil : id.rawValue))
    }
}

extension Interactor {
    /// Where its RIB is; by its own name alone when no router of a base class owns it.
    final var livePlace: LivePlace {
        if let router = follower as? any PlacedRouting { return LiveRIB.router(router).place }
        return lastPlace
            ?? LivePlace(
                path: "\(RIBName(type: String(describing: type(of: self))))", parentPath: nil)
    }
}

/// Those who want to hear of lifecycle events.
final class LifecycleObservers: Sendable {
    typealias Handler = @Sendable (LifecycleEvent) -> Void

    private struct State {
        /// Oldest first.
        var handlers: [(number: UInt64, handle: Handler)] = []
        var arrivals: UInt64 = 0
    }

    private let state = Protected(State())
    private let count = AtomicCounter()

    /// Whether there are any.
    @inline(__always)
    var areThere: Bool { count.value > 0 }

    /// - Returns: What to `remove` it by.
    func add(_ handler: @escaping Handler) -> UInt64 {
        state.withLock { state in
            state.arrivals += 1
            state.handlers.append((state.arrivals, handler))
            count.value = UInt64(state.handlers.count)
            return state.arrivals
        }
    }

    func remove(_ number: UInt64) {
        // Released without the lock: a handler may hold anything.
        let removed = state.withLock { state in
            let index = state.handlers.firstIndex { $0.number == number }
            let removed = index.map { state.handlers.remove(at: $0) }
            count.value = UInt64(state.handlers.count)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// Calls each handler that is there when its turn comes.
    func notify(_ event: LifecycleEvent) {
        for (number, handle) in state.withLock({ $0.handlers }) {
            let isObserving = state.withLock { state in
                state.handlers.contains { $0.number == number }
            }
            // Attributed to no one: an observer's subscriptions are not those of a RIB that becomes
            // active just now.
            if isObserving { Recorder.shared.attributing(to: nil) { handle(event) } }
        }
    }
}

/// An interactor, or a double of one, whose activations are reported to observers of ``LifecycleEvents``.
///
/// It stands in for the interactor only while somebody observes.
final class ObservedInteractable: Interactable {
    private let router: any Routing
    let interactable: any Interactable
    private let ancestor: LiveRIB

    fileprivate init(of router: any Routing, within ancestor: LiveRIB) {
        self.router = router
        interactable = router.interactable
        self.ancestor = ancestor
    }

    var isActive: Bool { interactable.isActive }

    func activate() {
        change(.activated) { $0.activate() }
        // An observer may have taken the RIB out before it was active.
        if interactable.isActive, !isStillThere { deactivate() }
    }

    func deactivate() {
        change(.deactivated) { $0.deactivate() }
    }

    private var isStillThere: Bool {
        if let placed = router as? any PlacedRouting { return placed.keepsItsPlace }
        return LiveTree(of: [ancestor]).place(of: .router(router)) != nil
    }

    private func change(_ kind: LifecycleEvent.Kind, _ body: (any Interactable) -> Void) {
        let place = LiveRIB.router(router).place(within: ancestor)
        if let interactor = interactable as? Interactor {
            // It tells itself, but its router may be just being freed.
            interactor.lastPlace = place
            return body(interactor)
        }
        let wasActive = interactable.isActive
        body(interactable)
        if interactable.isActive != wasActive {
            LifecycleEvents.happened(kind, to: interactable, at: place)
        }
    }
}

extension Routing {
    /// What to activate and deactivate: the interactor itself, unless somebody observes. So stacks
    /// that are recorded below have no frame more.
    ///
    /// - Parameter ancestor: The RIB that this one is somewhere below, or this one.
    func interactable(within ancestor: @autoclosure () -> LiveRIB) -> any Interactable {
        guard LifecycleEvents.areObserved else { return interactable }
        return ObservedInteractable(of: self, within: ancestor())
    }
}
