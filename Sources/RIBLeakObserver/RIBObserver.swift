// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Records the RIBs of another runtime, such as uber's, which cannot coexist with this package's
/// own.
///
/// Nothing here depends on uber's code, and all references are weak. You may call it from any
/// thread, but one thread at a time for each router. Where nothing is recorded, a call costs next
/// to nothing.
///
/// One file of an app reports all its RIBs:
///
/// ```swift
/// import RIBLeakObserver
/// import RIBs    // uber's
///
/// extension Router {
///     func attachChild(_ child: Routing) {
///         let view = (child as? ViewableRouting)?.viewControllable
///         RIBObserver.attached(child, interactor: child.interactable, view: view, to: self)
///         (self as Routing).attachChild(child)
///     }
///
///     func detachChild(_ child: Routing) {
///         (self as Routing).detachChild(child)
///         RIBObserver.detached(child)
///     }
/// }
/// ```
///
/// Within its module, Swift uses these functions in place of uber's functions with the same names.
/// The cast to the protocol calls uber's own.
public enum RIBObserver {
    /// Records that a router is the root of a tree. Call it before the launch.
    ///
    /// - Parameters:
    ///   - root: The router.
    ///   - interactor: Its interactor.
    ///   - view: Its view, if it has one.
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
    /// - Parameters:
    ///   - child: The router.
    ///   - interactor: Its interactor.
    ///   - view: Its view, if it has one.
    ///   - parent: The router that it is attached to.
    public static func attached(
        _ child: AnyObject, interactor: AnyObject, view: AnyObject? = nil, to parent: AnyObject
    ) {
        guard let node = ObservedRouter.of(child), let above = ObservedRouter.of(parent) else {
            return
        }
        node.move(below: above)
        Recorder.shared.attached(node.id, to: above.id)
        node.take(interactor: interactor, view: view)
        node.forEachBelow { $0.cancelExpectations() }
    }

    /// Records that a router was detached. It, all routers below it, and their interactors and
    /// views should be freed soon, unless it is attached again.
    ///
    /// Does nothing for a router that is not attached.
    ///
    /// - Parameter child: The router.
    public static func detached(_ child: AnyObject) {
        guard let node = ObservedRouter.of(child), let above = node.move(below: nil) else {
            return
        }
        Recorder.shared.detached(node.id, from: above.id)
        node.forEachBelow { $0.expectDeallocations() }
    }
}

/// The record of a router of another runtime. It lives until the recorder finds that the router was
/// freed.
final class ObservedRouter: Sendable {
    private struct State {
        weak var router: AnyObject?
        weak var interactor: AnyObject?
        weak var view: AnyObject?
        weak var parent: ObservedRouter?
        var children: [ObservedRouter] = []
    }

    /// The most routers to visit. A larger tree may be a ring made by mistake.
    private static let mostBelow = 100_000

    let id: ObjectID
    private let state: Protected<State>

    private init(_ id: ObjectID, _ router: AnyObject) {
        self.id = id
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

    /// - Returns: Its previous parent.
    @discardableResult
    func move(below parent: ObservedRouter?) -> ObservedRouter? {
        let before = state.withLock { state in
            defer { state.parent = parent }
            return state.parent
        }
        before?.state.withLock { $0.children.removeAll { $0 === self } }
        parent?.state.withLock { $0.children.append(self) }
        return before
    }

    /// Calls a function with this router and all routers below it.
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

    func expectDeallocations() {
        let router = state.withLock { $0.router }
        if let router { Recorder.shared.expectDeallocation(of: router, id: id) }
        for part in parts {
            Recorder.shared.expectDeallocation(of: part.object, id: part.id, within: part.limit)
        }
    }

    private struct Part {
        let object: AnyObject
        let id: ObjectID
        /// The nanoseconds within which it should be freed.
        let limit: UInt64
    }

    /// The interactor and the view, if they are alive.
    private var parts: [Part] {
        let (interactor, view) = state.withLock { ($0.interactor, $0.view) }
        let recorder = Recorder.shared
        return [
            interactor.map {
                Part(
                    object: $0, id: recorder.identify($0, as: .interactor),
                    limit: ExpectationTime.object)
            },
            view.map {
                Part(
                    object: $0, id: recorder.identify($0, as: .view), limit: ExpectationTime.view)
            },
        ].compactMap { $0 }
    }
}
