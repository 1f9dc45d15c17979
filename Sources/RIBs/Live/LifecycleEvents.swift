// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees

/// What happens to the RIBs of this process, for your own logs and traces.
///
/// Handlers get a RIB's events in the order of the recording: attached, activated, loaded; then
/// detached, deactivated (a ``PlainRIB`` the other way round). Before each change comes the event
/// that announces it, such as `willAttach` before `attached`. A parent becomes active before the
/// routers below it, and inactive after them. A test double reports nothing itself: handlers get
/// only what a ``Router`` does with it, and paths begin anew below it.
///
/// While nothing observes, each event costs one atomic load.
public enum LifecycleEvents {
    static let observers = LifecycleObservers()

    /// Whether there are observers, so that events must be made.
    static var areObserved: Bool { observers.areThere }

    /// Calls a handler with each event from now on, until the returned observation is ended.
    ///
    /// The handler is called at once, on the thread that makes the change and outside all locks.
    /// Older handlers are called first. A handler may attach and detach RIBs, and observe and
    /// cancel. All handlers are notified of such a change before the handler's own call returns, so
    /// later handlers get the newer change first. If it detaches a RIB that is just being attached,
    /// the RIB is inactive when the attaching call returns. A RIB that is being detached may be
    /// attached again only after the detaching call.
    ///
    /// - Returns: The observation; keep it. Any thread may end or release it. A call that has begun
    ///   on another thread may still continue then.
    public static func observe(
        _ handler: @escaping @Sendable (LifecycleEvent) -> Void
    ) -> RIBSubscription {
        let number = observers.add(handler)
        return subscription { observers.remove(number) }
    }
}

/// Something that just happened to a RIB, or is about to, for observers of ``LifecycleEvents``.
public struct LifecycleEvent: Equatable, Sendable {
    /// What may happen to a RIB: to its router or its interactor, or to itself if it has no base
    /// classes.
    public enum Kind: String, CaseIterable, Sendable {
        /// A router became the root of a tree.
        case launched
        /// A router is about to be attached below another one. A root is not: it is launched.
        case willAttach
        /// A router was attached below another one.
        case attached
        /// A router is about to be detached.
        case willDetach
        /// A router is being detached.
        case detached
        /// A router is about to load; what it does in `didLoad` comes later.
        case loaded
        /// An interactor is about to become active.
        case willBecomeActive
        /// An interactor becomes active; what it does in `didBecomeActive` comes later.
        case activated
        /// An interactor is about to become inactive. What it does in its own `willResignActive`
        /// comes later, and so does what is below it.
        case willResignActive
        /// An interactor is inactive; so is what is below it.
        case deactivated
        /// A worker begins to work; what it does in `didStart` comes later.
        case workerStarted
        /// A worker's work has ended.
        case workerStopped

        /// Whether it comes before the change: the name begins with `will`.
        public var isAhead: Bool { rawValue.hasPrefix("will") }
    }

    /// What happened, or is about to.
    public let kind: Kind
    /// The RIB's place, such as `Root/LoggedIn/OffGame`.
    public let ribPath: String
    /// The place of the RIB above; nil for a root.
    public let parentPath: String?
    /// The name of the type that it happened to: a router, an interactor, a worker or a RIB without
    /// base classes.
    public let type: String
    /// The serial id of that object in the recording; nil when it is not recorded.
    public let id: UInt64?
}

/// The runtime's calls where something happens, which do their work only for observers. What
/// observers did must be looked at after each report of what is about to happen. It is reported
/// once: an observer that makes the change itself is not called again for that.
extension LifecycleEvents {
    /// Reports an event of a RIB, and of what it is attached to or detached from.
    static func report(
        _ kind: LifecycleEvent.Kind, of rib: @autoclosure () -> LiveRIB,
        below parent: @autoclosure () -> LiveRIB? = nil
    ) {
        guard areObserved else { return }
        let (rib, parent) = (rib(), parent())
        let place = (parent?.path).map(rib.place(below:)) ?? rib.place
        // What is only about to be attached still has its old parent.
        if parent != nil, kind != .willAttach { rib.remember(place.parentPath) }
        notify(kind, rib.key, place, rib.typeName, rib.id)
    }

    /// Reports an event of a worker or an interactor, be it without base class.
    static func report(
        _ kind: LifecycleEvent.Kind, of object: AnyObject, at place: @autoclosure () -> LivePlace
    ) {
        guard areObserved else { return }
        notify(
            kind, ObjectIdentifier(object), place(), String(describing: type(of: object)),
            recordedID(of: object))
    }

    private static func notify(
        _ kind: LifecycleEvent.Kind, _ object: ObjectIdentifier, _ place: LivePlace,
        _ type: String, _ id: ObjectID
    ) {
        let event = LifecycleEvent(
            kind: kind, ribPath: place.path, parentPath: place.parentPath, type: type,
            id: id.isNone ? nil : id.rawValue)
        kind.isAhead ? observers.announce(event, of: object) : observers.notify(event)
    }
}

extension Interactor {
    /// The place of its RIB. It is its own name alone if no router of the base class owns it.
    final var livePlace: LivePlace {
        activeness.follower.map { LiveRIB.router($0).place } ?? record.lastPlace
            ?? LivePlace(path: "\(type(of: self))".ribName, parentPath: nil)
    }
}

extension Worker {
    /// Its own name alone for one of a test double or a freed interactor.
    final var livePlace: LivePlace {
        workplace?.interactor?.livePlace
            ?? LivePlace(path: "\(type(of: self))".ribName, parentPath: nil)
    }
}

final class LifecycleObservers: Sendable {
    private struct State {
        /// Oldest first.
        var handlers: [(number: UInt64, handle: @Sendable (LifecycleEvent) -> Void)] = []
        var arrivals: UInt64 = 0
        /// What is being announced now, of which objects.
        var announced: [LifecycleEvent.Kind: Set<ObjectIdentifier>] = [:]
    }

    /// Its number is how many there are.
    private let state = Protected(State())

    var areThere: Bool { state.number > 0 }

    /// - Returns: The number to `remove` it by.
    func add(_ handler: @escaping @Sendable (LifecycleEvent) -> Void) -> UInt64 {
        state.withLock { state in
            state.arrivals += 1
            state.handlers.append((state.arrivals, handler))
            self.state.number = UInt64(state.handlers.count)
            return state.arrivals
        }
    }

    func remove(_ number: UInt64) {
        // Released without the lock: a handler may hold anything.
        let before = state.withLock { state in
            defer {
                state.handlers.removeAll { $0.number == number }
                self.state.number = UInt64(state.handlers.count)
            }
            return state.handlers
        }
        withExtendedLifetime(before) {}
    }

    /// Same as `notify`, unless that change of the object is being announced already.
    func announce(_ event: LifecycleEvent, of object: ObjectIdentifier) {
        guard state.withLock({ $0.announced[event.kind, default: []].insert(object).inserted })
        else { return }
        notify(event)
        state.withLock { _ = $0.announced[event.kind]?.remove(object) }
    }

    /// Calls each handler that is still there when its turn comes.
    func notify(_ event: LifecycleEvent) {
        for (number, handle) in state.withLock({ $0.handlers }) {
            guard state.withLock({ $0.handlers.contains { $0.number == number } }) else { continue }
            // An observer's subscriptions are not those of what is just becoming active.
            Recorder.shared.attributing(to: nil) { handle(event) }
        }
    }
}

/// An interactor, or a double, that reports its activations. Used only while something observes.
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
    var isActiveStream: RIBStream<Bool> { interactable.isActiveStream }

    func activate() {
        change(.willBecomeActive, .activated) { $0.activate() }
        // An observer may have detached the RIB before it was active.
        if interactable.isActive, !isStillThere { deactivate() }
    }

    func deactivate() { change(.willResignActive, .deactivated) { $0.deactivate() } }

    private var isStillThere: Bool {
        if let placed = router as? any PlacedRouting { return placed.keepsItsPlace }
        return LiveTree(of: [ancestor]).place(of: .router(router)) != nil
    }

    private func change(
        _ kindBefore: LifecycleEvent.Kind, _ kind: LifecycleEvent.Kind,
        _ body: (any Interactable) -> Void
    ) {
        let place = LiveRIB.router(router).place(within: ancestor)
        if let interactor = interactable as? Interactor {
            // It reports the events itself, but its router may be in its `deinit`.
            interactor.record.lastPlace = place
            return body(interactor)
        }
        if interactable.isActive != (kind == .activated) {
            LifecycleEvents.report(kindBefore, of: interactable, at: place)
            // An observer may have detached the RIB.
            if kind == .activated, !isStillThere { return }
        }
        let wasActive = interactable.isActive
        body(interactable)
        if interactable.isActive != wasActive {
            LifecycleEvents.report(kind, of: interactable, at: place)
        }
    }
}

extension Routing {
    /// What to activate and deactivate: the interactor itself, unless something observes, so that
    /// recorded stacks get no extra frame. `ancestor` is this RIB, or one somewhere above.
    func interactable(within ancestor: @autoclosure () -> LiveRIB) -> any Interactable {
        guard LifecycleEvents.areObserved else { return interactable }
        return ObservedInteractable(of: self, within: ancestor())
    }
}
