// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace

extension Router {
    /// Records that a child came, and that its subtree is in use again.
    ///
    /// - Returns: Now; nil if an observer took it out again at once.
    func recordAttach(of child: any Routing, _ placed: (any PlacedRouting)?) -> Moment? {
        var time: UInt64?
        if let placed {
            if !recordedID.isNone {
                time = Recorder.withShared { $0.attached(placed.recordedID, to: recordedID) }
            }
            placed.willLoad(below: link)
            placed.takePlace(isLaunched: false, below: nil, at: time ?? Recorder.now)
        }
        child.cancelExpectationOfSubtree(placed)
        guard LifecycleEvents.areObserved else { return Moment(of: time) }
        LifecycleEvents.happened(.attached, to: .router(child), below: .router(self))
        return keeps(child) ? Moment() : nil
    }

    /// True for this router itself, and for one that it is attached below.
    func stands(below router: any PlacedRouting) -> Bool {
        if router === self { return true }
        // Nearly every router that is attached has no children yet.
        guard router.hasChildren else { return false }
        var child: any RecordedRouting = self
        for _ in 0..<Self.deepestTree {
            guard let parent = child.lastParent, let routing = child as? any Routing,
                parent.keeps(routing)
            else { return false }
            if parent === router { return true }
            child = parent
        }
        return false
    }

    /// Deeper trees are not climbed: their lists of children may have been set by hand.
    private static var deepestTree: Int { 1 << 16 }

    /// Records what can be seen of a tree only while its root is being freed.
    func recordEndOfRoot() {
        if !attached.isEmpty {
            ForgottenChildren.record(below: self)
            Recorder.shared.treeEnds(recordedID)
        }
        // What goes because all of the tree was made inactive goes by right.
        if !isAtItsEnd { Recorder.withShared { $0.keptAtEnd(ofRoot: self) } }
    }

    /// What should be gone and goes with a router, itself left out.
    func partsToGo(with router: any Routing & RecordedObject) -> [ObjectID] {
        var parts: [ObjectID] = []
        router.forEachRecordedPartInSubtree(router) { part in
            guard part.id != router.recordedID, Recorder.shared.isExpectedToGo(part.id) else {
                return
            }
            parts.append(part.id)
        }
        return parts
    }

    /// Records that a child comes which this router, or another one, has already.
    ///
    /// What a router without base class has done with the child, nobody knows.
    func recordSecondAttach(of child: any PlacedRouting) {
        guard let parent = child.lastParent, parent.keeps(child) else { return }
        Recorder.shared.violated(.attachedTwice, child.recordedID, other: parent.recordedID)
    }

    /// Records that a router is to be taken out that is no child.
    func recordDetach(ofStranger child: any Routing) {
        let childID = RIBs.recordedID(of: child)
        guard !childID.isNone else { return }
        Recorder.shared.violated(.detachedNonChild, childID, other: recordedID)
    }

    /// Records that a child goes.
    ///
    /// - Returns: When, on the recorder's clock; nil when nothing is recorded of it.
    func recordDetach(of child: any Routing, _ placed: (any PlacedRouting)?) -> UInt64? {
        var time: UInt64?
        if let placed {
            // What goes with its parent was looked at when that went.
            if placed.hasChildren, !isAtItsEnd { ForgottenChildren.record(below: child) }
            if !recordedID.isNone {
                time = Recorder.withShared { $0.detached(placed.recordedID, from: recordedID) }
            }
            let now = time ?? Recorder.now
            placed.leavePlace(at: now)
            placed.noteLeft(at: isAtItsEnd ? nil : now)
        }
        LifecycleEvents.happened(.detached, to: .router(child), below: .router(self))
        return time
    }

    /// Has the subtree of a child that went watched, unless another router took it meanwhile or has
    /// had it all the time: then the second attachment is the mistake.
    ///
    /// - Parameter detach: As `recordDetach` says.
    func expectDeallocation(
        of child: any Routing, _ placed: (any PlacedRouting)?, since detach: UInt64?
    ) {
        guard !child.interactable.isActive, placed.map({ $0.listCount == 0 }) ?? true else {
            return
        }
        let moment = detach.flatMap { placed?.momentOfDeactivation(since: $0) }
        child.expectDeallocationOfSubtree(placed, at: moment ?? Moment())
    }
}
