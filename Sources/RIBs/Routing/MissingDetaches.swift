// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Finds children that a router keeps attached although its own fields show that the flow has left
/// them: see `Recorder.recordLeftChildren(_:of:_:interactor:below:)`. In tests only: when a router
/// is detached, or freed as the root of its tree, and at the end of the test.
package enum MissingDetaches {
    /// Classes whose fields belong to this module. A generic class counts for all its arguments.
    private static let bases = [
        ObjectIdentifier(LaunchRouter<Interactor, any ViewControllable>.self),
        ObjectIdentifier(ViewableRouter<Interactor, any ViewControllable>.self),
        ObjectIdentifier(Router<Interactor>.self),
        ObjectIdentifier(PresentableInteractor<any Presentable>.self),
        ObjectIdentifier(Interactor.self),
    ]

    /// Records such children in the trees that were launched, at the end of a test that runs alone,
    /// unless they were attached before it began.
    package static func recordInLaunchedTrees(since time: UInt64) {
        for case .router(let root) in LiveRoots.shared.living { record(below: root, since: time) }
    }

    /// Records such children of a router and of all below it, each once.
    static func record(below router: any Routing, since time: UInt64 = 0) {
        if Recorder.withShared({ $0.currentScope.isNone }) { return }
        var walk = SubtreeWalk(from: router)
        while let next = walk.next() {
            if next.children.isEmpty { continue }
            if let placed = next as? any PlacedRouting, !placed.record.isAtItsEnd {
                record(of: placed, since: time)
            }
            walk.goBelow(next)
        }
    }

    /// Records such children of one router.
    private static func record(of parent: any PlacedRouting, since time: UInt64) {
        let children = parent.children.compactMap { $0 as? any PlacedRouting }
        let attached = children.map { child in
            AttachedChild(
                child, child.recordedID,
                isAsked: child.record.wasHeld && !child.record.wasForgotten
                    && child.record.since >= time)
        }
        let left = Recorder.shared.recordLeftChildren(
            attached, of: ObjectReference.address(of: parent), parent.recordedID,
            interactor: ObjectReference.address(of: parent.interactable), below: bases)
        for child in children where left.contains(child.recordedID) {
            child.record.wasForgotten = true
        }
    }

    /// Notes which of the two youngest children a field has. The older one may be stored late.
    static func noteHeld(by parent: any PlacedRouting) {
        if Recorder.withShared({ !$0.isInTest }) { return }
        for case let child as any PlacedRouting in parent.children.suffix(2)
        where !child.record.wasHeld {
            child.record.wasHeld = Recorder.shared.hasField(
                parent, referringTo: child, below: bases)
        }
    }
}
