// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

// What `attachChild` and `detachChild` do besides changing the child: they record, notice mistakes
// and keep the cost low. `placed` is the child, if it is of this module's base class, which is
// looked up once, as the time is.
//
// An *expectation* is the recorder's note that an object should be freed soon. An attach cancels
// those about the child and all below it, and a detach makes them. A router is *at its end* while
// it is freed, or its interactor becomes or is inactive.
//
// What may attach further children is called by `attachChild` itself. Deep trees attach within each
// other, and recorded stacks have a limited depth.

extension Router {
    // MARK: - Attaching

    /// Adds a child to the list of children, unless that is a mistake, and records it. `time`
    /// receives when, on the recorder's clock, if that is recorded.
    ///
    /// - Returns: False if the child is not to be activated and loaded: it was not added, or an
    ///   observer detached it again at once.
    func insert(
        _ child: any Routing, _ placed: (any PlacedRouting)?, at time: inout UInt64?
    ) -> Bool {
        if LifecycleEvents.areObserved, placed.map({ !stands(below: $0) }) ?? true,
            !attached.contains(child, placed: placed)
        {
            LifecycleEvents.report(.willAttach, of: .router(child), below: .router(self))
        }
        if let placed {
            if stands(below: placed) {
                Recorder.shared.violated(
                    .attachedBelowItself, placed.recordedID, other: recordedID)
                return false
            }
            // What a router without base class has done with the child is not known.
            if placed.record.listCount > 0, let parent = placed.record.lastParent,
                parent.keeps(placed)
            {
                Recorder.shared.violated(
                    .attachedTwice, placed.recordedID, other: parent.recordedID)
            }
        }
        guard !attached.contains(child, placed: placed) else { return false }
        attached.append(child, placed: placed)
        SubtreeState.arrivals.increment()
        guard recordAttach(of: child, placed, at: &time) else { return false }
        MissingDetaches.noteHeld(by: self)
        return true
    }

    /// Records that a child's subtree is in use again. False if an observer removed it at once.
    private func recordAttach(
        of child: any Routing, _ placed: (any PlacedRouting)?, at time: inout UInt64?
    ) -> Bool {
        if let placed {
            if !recordedID.isNone {
                time = Recorder.withShared { $0.attached(placed.recordedID, to: recordedID) }
            }
            placed.record.willLoad(below: link)
            placed.takePlace(isLaunched: false, below: nil, at: time ?? Recorder.now)
        }
        child.cancelExpectationOfSubtree(placed)
        guard LifecycleEvents.areObserved else { return true }
        // Observers may take long, so the time of the activation is looked up after them.
        LifecycleEvents.report(.attached, of: .router(child), below: .router(self))
        time = nil
        return keeps(child)
    }

    /// Whether this is the given router, or is attached somewhere below it.
    private func stands(below router: any PlacedRouting) -> Bool {
        if router === self { return true }
        // Nearly every router that is attached has no children yet.
        guard !router.children.isEmpty else { return false }
        var child: any PlacedRouting = self
        // Deeper trees are not searched: their lists of children may have been set by hand.
        for _ in 0..<1 << 16 {
            guard let parent = child.record.lastParent, parent.keeps(child) else { return false }
            if parent === router { return true }
            child = parent
        }
        return false
    }

    // MARK: - Detaching

    /// Records that a router is about to be removed, or that it is no child.
    ///
    /// - Returns: For `endDetach`: when the child was detached, if that was recorded, and the last
    ///   expectation from before, if there was any. Nil if the router is not a child, or a call
    ///   further out is detaching it.
    func beginDetach(
        of child: any Routing, _ placed: (any PlacedRouting)?
    ) -> (time: UInt64?, lastExpectation: UInt64?)? {
        // A `willResignActive` may detach its own router; only the outer call is recorded.
        if record.leaving.contains(ObjectIdentifier(child)) { return nil }
        guard attached.contains(child) else {
            let childID = RIBs.recordedID(of: child)
            if !childID.isNone {
                Recorder.shared.violated(.detachedNonChild, childID, other: recordedID)
            }
            return nil
        }
        record.leaving.append(ObjectIdentifier(child))
        let lastExpectation = Recorder.withShared(\.lastExpectation)
        LifecycleEvents.report(.willDetach, of: .router(child), below: .router(self))
        return (recordDetach(of: child, placed), lastExpectation)
    }

    private func recordDetach(of child: any Routing, _ placed: (any PlacedRouting)?) -> UInt64? {
        var time: UInt64?
        if let placed {
            // What leaves together with its parent was handled when the parent left.
            if !placed.children.isEmpty, !record.isAtItsEnd { MissingDetaches.record(below: child) }
            if !recordedID.isNone {
                time = Recorder.withShared { $0.detached(placed.recordedID, from: recordedID) }
            }
            let now = time ?? Recorder.now
            placed.record.since = now
            placed.record.noteDetached(at: record.isAtItsEnd ? nil : now)
        }
        LifecycleEvents.report(.detached, of: .router(child), below: .router(self))
        return time
    }

    /// Expects the subtree of an inactive child that was removed to be freed. If another router has
    /// the child, the second attachment is the mistake.
    func endDetach(
        of child: any Routing, _ placed: (any PlacedRouting)?,
        _ detach: (time: UInt64?, lastExpectation: UInt64?)
    ) {
        if let index = record.leaving.lastIndex(of: ObjectIdentifier(child)) {
            record.leaving.remove(at: index)
        }
        guard !child.interactable.isActive, placed.map({ $0.record.listCount == 0 }) ?? true
        else { return }
        let time = detach.time.flatMap { placed?.timeOfDeactivation(since: $0) }
        child.expectDeallocationOfSubtree(placed, at: time, detachedFrom: recordedID)
        // A RIB that was detached is freed: all below it was looked at when it was. Doing that
        // again at each level would take a deep tree time that grows with its square.
        if record.isAtItsEnd, record.parentLink != nil { return }
        if let last = detach.lastExpectation {
            child.judgeDetachedBelow(detachedFrom: recordedID, upTo: last)
        }
    }
}

/// The children of a router, oldest first. Routers of the base class count the lists that contain
/// them, so that a new child needs no search among siblings, of which there may be thousands.
struct AttachedChildren {
    private(set) var routers: [any Routing] = []

    var isEmpty: Bool { routers.isEmpty }

    /// Faster for one that is known to be of the base class.
    func contains(_ child: any Routing, placed: (any PlacedRouting)? = nil) -> Bool {
        placed?.record.listCount != 0 && index(of: child) != nil
    }

    /// Searches from the youngest, which is usually removed first.
    private func index(of child: any Routing) -> Int? {
        // `first` would allocate in debug builds.
        if !routers.isEmpty, routers[0] === child { return 0 }
        return routers.lastIndex { $0 === child }
    }

    mutating func append(_ child: any Routing, placed: (any PlacedRouting)?) {
        placed?.record.listCount += 1
        routers.append(child)
    }

    mutating func remove(_ child: any Routing, placed: (any PlacedRouting)?) {
        guard let index = index(of: child) else { return }
        routers.remove(at: index)
        placed?.record.listCount -= 1
    }

    /// Takes the list that the host set. Returns the old one, whose `deinit`s may run any code.
    mutating func replace(by new: [any Routing]) -> [any Routing] {
        for router in new { (router as? any PlacedRouting)?.record.listCount += 1 }
        for router in routers { (router as? any PlacedRouting)?.record.listCount -= 1 }
        defer { routers = new }
        return routers
    }
}

extension Array {
    /// Removes the first element that is the same object as the given one.
    public mutating func removeElementByReference(_ element: Element) {
        if let index = firstIndex(where: { $0 as AnyObject === element as AnyObject }) {
            remove(at: index)
        }
    }
}
