// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Tells of the RIBs of another runtime, such as uber's, beside which this package's own cannot be.
///
/// Nothing here has a name of uber's, and nothing is held but by weak references. Any thread may call; what
/// concerns one router comes from one thread at a time. Where nothing is recorded, a call costs next to nothing.
///
/// One file of an app tells of all its RIBs:
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
/// In the module that it stands in, Swift takes these in place of uber's functions of the same names; uber's own are
/// reached through the protocol.
public enum RIBObserver {
    /// Says that a router is the root of a tree. Call it before it is launched.
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

    /// Says that a router is attached to another one. Call it before that is done: while it is, the router may
    /// attach others.
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

    /// Says that a router was detached: it, all routers below it, their interactors and views should be freed soon,
    /// unless it is attached again.
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
