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
