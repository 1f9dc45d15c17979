// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A RIB without base classes, as SwiftUI apps write them: an object that is its own router and
/// interactor, with containers for state, views and publishers, and subscriptions that it disposes
/// of by hand.
///
/// Such a RIB reports when it is attached and detached, and gets the same findings as one made of a
/// ``Router`` and an ``Interactor``. Its reports are only recorded: they change nothing in the app
/// and keep nothing alive.
///
/// Its name in reports is its type's without `RIB` or `Container`: `CounterRIB` is at
/// `Root/Counter`. Call its methods on the thread that owns the tree.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol PlainRIB: SubscriptionOwner {
    /// The other objects of the RIB, which must be freed with it: its containers and views. By
    /// default none. Do not list what its parent shares with it, unless the parent lists it as
    /// well. It is read at each `didAttach` and `didDetach`.
    var ribParts: [AnyObject] { get }
}

extension PlainRIB {
    /// Nothing.
    public var ribParts: [AnyObject] { [] }

    /// Reports that this RIB is part of the tree and active from now on: below a `PlainRIB` or a
    /// `Router`, or as the root without a parent.
    public func didAttach(to parent: AnyObject?) {
        PlainRIBNode.of(self)?.attach(to: parent)
    }

    /// Reports that this RIB, and each `PlainRIB` below it, is out of the tree and inactive. They
    /// and their parts should be freed soon, unless they are attached again.
    ///
    /// Call it after you have disposed of the subscriptions: what they deliver later is a finding.
    /// Detach the children first. Those that are still attached count as detached with this RIB.
    /// You may call it in `deinit`. It does nothing if this RIB is not attached.
    public func didDetach() {
        PlainRIBNode.existing(of: self)?.detach(self)
    }

    /// Runs `body` with this RIB as the owner of what the calling thread subscribes to in it.
    /// Subscriptions are followed where ``SubscriptionTracking`` is enabled. One that delivers a
    /// value after `didDetach` is a finding if code of this type or of its parts made it.
    public func subscribing<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let node = PlainRIBNode.of(self) else { return try body() }
        return try Recorder.shared.attributing(to: node.activity, body)
    }

    /// Makes a router's RIB active below this one, then loads it. The router must be attached
    /// nowhere, and this RIB must hold it.
    public func attachChild(_ child: any Routing) {
        let node = PlainRIBNode.of(self)
        if let node, !node.willActivate(child) { return }
        // `within` gives observers of `LifecycleEvents` its place: below this RIB, if recorded.
        child.interactable(within: node.map(LiveRIB.plain) ?? .router(child)).activate()
        child.load()
    }

    /// Makes a router that is attached here inactive. It and all below it should be freed soon,
    /// unless it is attached again. One that is not attached here only becomes inactive.
    public func detachChild(_ child: any Routing) {
        let node = PlainRIBNode.existing(of: self)
        let isRecorded = node?.willDeactivate(child) ?? false
        child.interactable(within: node.map(LiveRIB.plain) ?? .router(child)).deactivate()
        if isRecorded { child.expectDeallocationOfSubtree() }
    }
}
