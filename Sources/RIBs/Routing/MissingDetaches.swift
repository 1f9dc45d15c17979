// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Finds children that a router keeps attached although its own fields show that the flow has left
/// them.
///
/// A flow that goes back without `detachChild` leaves only one trace: the field that had the child
/// has another one of its class by now, or none. That is a sign and no proof, so it is only a
/// warning. Children that the router or its interactor refers to in any way count as in use. So do
/// those that were not seen in a field when they, or the next child, were attached, such as the
/// cells of a list.
///
/// It runs in tests only: when a router is detached, or freed as the root of its tree, and at the
/// end of the test.
package enum MissingDetaches {
    /// Classes whose fields belong to this module. A generic class counts for all its arguments.
    private static let bases = [
        ObjectIdentifier(LaunchRouter<Interactor, any ViewControllable>.self),
        ObjectIdentifier(ViewableRouter<Interactor, any ViewControllable>.self),
        ObjectIdentifier(Router<Interactor>.self),
        ObjectIdentifier(PresentableInteractor<any Presentable>.self),
        ObjectIdentifier(Interactor.self),
    ]

    /// Records such children in the trees that were launched, at the end of a test that runs alone.
    ///
    /// - Parameter time: When the test began, on the recorder's clock. Children that were attached
    ///   before do not count.
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
        // Checked before the fields are read, which takes longer.
        guard children.contains(where: isAsked) else { return }
        let recorder = Recorder.shared
        guard let fields = recorder.fields(of: parent, below: bases) else { return }
        let others =
            recorder.fields(of: parent.interactable, below: bases)?.referred ?? []
        // The index of the youngest child of each class that a field has.
        var held: [ObjectIdentifier: Int] = [:]
        for (index, child) in children.enumerated()
        where fields.held.contains(address(of: child)) {
            held[Self.type(of: child)] = index
        }
        for (index, child) in children.enumerated() where isAsked(child) {
            let address = address(of: child)
            if fields.referred.contains(address) || others.contains(address) { continue }
            if let other = held[Self.type(of: child)] {
                // A field that has an older one never had this one.
                if other > index { recordViolation(.replacedWhileAttached, child, parent) }
            } else if fields.hasEmpty {
                recordViolation(.clearedWhileAttached, child, parent)
            }
        }
    }

    /// Notes which of a router's two youngest children are in a field of the router. The older one
    /// may have been stored after it was attached.
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
