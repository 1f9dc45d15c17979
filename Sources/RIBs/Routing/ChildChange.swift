// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A child that a router is just attaching or detaching.
///
/// `attachChild` and `detachChild` show only what happens to the child. This type does the rest: it
/// records the change, notices mistakes and keeps the cost low. The child's base class is looked up
/// once, and so is the time. A child that is in no list of children is known to be new without a
/// search among its siblings.
///
/// What may attach further children is called by `attachChild` itself. Deep trees attach within
/// each other, and recorded stacks have a limited depth.
struct ChildChange {
    fileprivate let child: any Routing
    /// The child, if it is of this module's base class.
    fileprivate let placed: (any PlacedRouting)?
    /// When the child was attached.
    fileprivate(set) var attachTime = Timestamp()
    /// When the child was detached, on the recorder's clock; nil when nothing is recorded of it.
    fileprivate var detachTime: UInt64?
    /// The child's index in the list that it leaves; nil if it is in none.
    fileprivate var index: Int?
    /// The last expectation from before the detach; nil when nothing was expected to go.
    fileprivate var lastExpectation: UInt64?
    /// True for the call of `detachChild` that records the detach.
    fileprivate var isRecorded = false
    private let isOffThread: Bool

    /// Begins a change. Records a violation if this thread does not own the tree. Call `end` after
    /// the change.
    ///
    /// - Parameter parent: The id of the router whose children change.
    init(of child: any Routing, below parent: ObjectID) {
        isOffThread = OwnerThread.begin(parent)
        self.child = child
        placed = child as? any PlacedRouting
    }

    /// The interactor of the child, if it is of this module's base class and reports to nobody what
    /// happens to it.
    var unobservedInteractor: Interactor? {
        LifecycleEvents.areObserved ? nil : placed?.record.interactor
    }

    func end() { if isOffThread { OwnerThread.end() } }
}

// MARK: - Attaching

extension Router {
    /// Adds a child to the list of children, unless that is a mistake, and records it.
    ///
    /// - Returns: False if the child is not to be activated and loaded: it was not added, or an
    ///   observer detached it again at once.
    func insert(_ change: inout ChildChange) -> Bool {
        if LifecycleEvents.areObserved { announceAttach(of: change) }
        let placed = change.placed
        if let placed {
            if stands(below: placed) {
                Recorder.shared.violated(
                    .attachedBelowItself, placed.recordedID, other: recordedID)
                return false
            }
            if placed.record.listCount > 0 { recordSecondAttach(of: placed) }
        }
        guard !attached.contains(change.child, placed: placed) else { return false }
        attached.append(change.child, placed: placed)
        SubtreeState.arrivals.increment()
        guard recordAttach(&change) else { return false }
        MissingDetaches.noteHeld(by: self)
        return true
    }

    /// Reports to observers that a child is about to be attached, unless it is not to be added.
    private func announceAttach(of change: ChildChange) {
        if let placed = change.placed, stands(below: placed) { return }
        guard !attached.contains(change.child, placed: change.placed) else { return }
        LifecycleEvents.report(.willAttach, of: .router(change.child), below: .router(self))
    }

    /// Records that a child was attached and that its subtree is in use again.
    ///
    /// - Returns: False if an observer removed it again at once.
    private func recordAttach(_ change: inout ChildChange) -> Bool {
        var time: UInt64?
        if let placed = change.placed {
            if !recordedID.isNone {
                time = Recorder.withShared { $0.attached(placed.recordedID, to: recordedID) }
            }
            placed.record.willLoad(below: link)
            placed.takePlace(isLaunched: false, below: nil, at: time ?? Recorder.now)
        }
        change.child.cancelExpectationOfSubtree(change.placed)
        guard LifecycleEvents.areObserved else {
            change.attachTime = Timestamp(of: time)
            return true
        }
        // Observers may take long, so the time of the activation is looked up after them.
        LifecycleEvents.report(.attached, of: .router(change.child), below: .router(self))
        return keeps(change.child)
    }

    /// Records the attach of a child that this router, or another one, already has.
    ///
    /// What a router without base class has done with the child is not known.
    private func recordSecondAttach(of child: any PlacedRouting) {
        guard let parent = child.record.lastParent, parent.keeps(child) else { return }
        Recorder.shared.violated(.attachedTwice, child.recordedID, other: parent.recordedID)
    }

    /// Whether this is the given router, or is attached somewhere below it.
    private func stands(below router: any PlacedRouting) -> Bool {
        if router === self { return true }
        // Nearly every router that is attached has no children yet.
        guard router.hasChildren else { return false }
        var child: any PlacedRouting = self
        for _ in 0..<Self.deepestTree {
            guard let parent = child.record.lastParent, parent.keeps(child) else { return false }
            if parent === router { return true }
            child = parent
        }
        return false
    }

    /// Deeper trees are not searched: their lists of children may have been set by hand.
    private static var deepestTree: Int { 1 << 16 }
}

// MARK: - Detaching

extension Router {
    /// Records that a child is about to be removed.
    func prepareToRemove(_ change: inout ChildChange) {
        change.index = attached.index(of: change.child)
        // A `willResignActive` may detach its own router; only the outer call is recorded.
        guard !record.leaving.contains(ObjectIdentifier(change.child)) else { return }
        if change.index != nil {
            change.isRecorded = true
            record.leaving.append(ObjectIdentifier(change.child))
            change.lastExpectation = Recorder.withShared(\.lastExpectation)
            LifecycleEvents.report(.willDetach, of: .router(change.child), below: .router(self))
            recordDetach(&change)
        } else {
            recordDetach(ofStranger: change.child)
        }
    }

    private func recordDetach(_ change: inout ChildChange) {
        if let placed = change.placed {
            // What leaves together with its parent was handled when the parent left.
            if placed.hasChildren, !record.isAtItsEnd {
                MissingDetaches.record(below: change.child)
            }
            if !recordedID.isNone {
                change.detachTime = Recorder.withShared {
                    $0.detached(placed.recordedID, from: recordedID)
                }
            }
            let now = change.detachTime ?? Recorder.now
            placed.record.since = now
            placed.record.noteDetached(at: record.isAtItsEnd ? nil : now)
        }
        LifecycleEvents.report(.detached, of: .router(change.child), below: .router(self))
    }

    /// Records that a router that is not a child is to be removed.
    private func recordDetach(ofStranger child: any Routing) {
        let childID = RIBs.recordedID(of: child)
        guard !childID.isNone else { return }
        Recorder.shared.violated(.detachedNonChild, childID, other: recordedID)
    }

    /// Removes an inactive child from the list of children, and expects its subtree to be freed.
    func remove(_ change: ChildChange) {
        attached.remove(change.child, placed: change.placed, expectedAt: change.index)
        guard change.isRecorded else { return }
        if let index = record.leaving.lastIndex(of: ObjectIdentifier(change.child)) {
            record.leaving.remove(at: index)
        }
        expectDeallocation(after: change)
    }

    /// Expects a detached subtree to be freed, unless another router has attached the child
    /// meanwhile, or had it all the time. Then the second attachment is the mistake.
    private func expectDeallocation(after change: ChildChange) {
        guard !change.child.interactable.isActive,
            change.placed.map({ $0.record.listCount == 0 }) ?? true
        else { return }
        let timestamp = change.detachTime.flatMap {
            change.placed?.timeOfDeactivation(since: $0)
        }
        change.child.expectDeallocationOfSubtree(
            change.placed, at: timestamp ?? Timestamp(), detachedFrom: recordedID)
        // A RIB that was detached is freed: all below it was looked at when it was. Doing that
        // again at each level would take a deep tree time that grows with its square.
        if record.isAtItsEnd, record.parentLink != nil { return }
        if let last = change.lastExpectation {
            change.child.judgeDetachedBelow(detachedFrom: recordedID, upTo: last)
        }
    }
}
