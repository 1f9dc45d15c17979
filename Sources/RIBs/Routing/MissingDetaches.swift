// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Finds children that a router keeps attached though its own fields say that the flow has left them.
///
/// A flow that goes back without a `detachChild` leaves no trace but this: the field that a child
/// stood in has another one of its kind by now, or none. It is a sign and no proof, so it is only
/// warned of. Children that the router, or its interactor, refers to in any way are in use; so are those
/// that were not seen in a field when they were attached, or when the next one was, such as the cells of
/// a list.
///
/// Looked at in tests only: when a router is detached, or freed as the root of its tree, and at the end
/// of the test.
package enum MissingDetaches {
    /// Classes whose fields are this module's; what is generic counts for all its arguments.
    private static let bases = [
        ObjectIdentifier(LaunchRouter<Interactor, any ViewControllable>.self),
        ObjectIdentifier(ViewableRouter<Interactor, any ViewControllable>.self),
        ObjectIdentifier(Router<Interactor>.self),
        ObjectIdentifier(PresentableInteractor<any Presentable>.self),
        ObjectIdentifier(Interactor.self),
    ]

    /// Records such children in the trees that were launched, at the end of a test that runs alone.
    ///
    /// - Parameter time: When the test began, on the recorder's clock: what came before is not its own.
    package static func recordInLaunchedTrees(since time: UInt64) {
        for case .router(let root) in LiveRoots.shared.living { record(below: root, since: time) }
    }

    /// Records such children of a router and of all below it, each once.
    static func record(below router: any Routing, since time: UInt64 = 0) {
        if Recorder.withShared({ $0.currentScope.isNone }) { return }
        var walk = SubtreeWalk(from: router)
        while let next = walk.next() {
            if next.children.isEmpty { continue }
            if let placed = next as? any PlacedRouting, !placed.isAtItsEnd {
                record(of: placed, since: time)
            }
            walk.goBelow(next)
        }
    }

    /// Records such children of one router.
    private static func record(of parent: any PlacedRouting, since time: UInt64) {
        let children = parent.children.compactMap { $0 as? any PlacedRouting }
        func isAsked(_ child: any PlacedRouting) -> Bool {
            child.wasHeld && !child.wasForgotten && child.place.since >= time
        }
        // Before the fields are read, which takes longer.
        guard children.contains(where: isAsked) else { return }
        let recorder = Recorder.shared
        guard let fields = recorder.fields(of: parent, below: bases) else { return }
        let others =
            recorder.fields(of: parent.interactable, below: bases)?.referred ?? []
        // The youngest of each class that a field has.
        var held: [ObjectIdentifier: Int] = [:]
        for (index, child) in children.enumerated()
        where fields.held.contains(address(of: child)) {
            held[Self.type(of: child)] = index
        }
        for (index, child) in children.enumerated() where isAsked(child) {
            let address = address(of: child)
            if fields.referred.contains(address) || others.contains(address) { continue }
            if let other = held[Self.type(of: child)] {
                // A field that keeps an older one never had this.
                if other > index { recordViolation(.replacedWhileAttached, child, parent) }
            } else if fields.hasEmpty {
                recordViolation(.clearedWhileAttached, child, parent)
            }
        }
    }

    /// Notes which of a router's youngest children stand in a field of its own: the one that came just
    /// now, and the one before, which may have got its field after it was attached.
    static func noteHeld(by parent: any PlacedRouting) {
        if Recorder.withShared({ !$0.isInTest }) { return }
        for case let child as any PlacedRouting in parent.children.suffix(2) where !child.wasHeld {
            child.wasHeld = Recorder.shared.hasField(parent, referringTo: child, below: bases)
        }
    }

    private static func recordViolation(
        _ violation: LifecycleViolation, _ child: any PlacedRouting, _ parent: any PlacedRouting
    ) {
        child.wasForgotten = true
        Recorder.shared.violated(violation, child.recordedID, other: parent.recordedID)
    }

    private static func type(of object: AnyObject) -> ObjectIdentifier {
        ObjectIdentifier(Swift.type(of: object))
    }

    private static func address(of object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }
}
