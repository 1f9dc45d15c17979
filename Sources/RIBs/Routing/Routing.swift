// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The lifecycle of a router, for others to follow.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol RouterScope: AnyObject {
    /// Publishes what happens to the router, and completes when the router is freed.
    var lifecycle: RIBStream<RouterLifecycle> { get }
}

/// What a router needs of its children.
///
/// A test double that conforms to this can stand in for a router; it needs no base class.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Routing: RouterScope {
    /// The interactor whose activity this router drives.
    var interactable: any Interactable { get }

    /// The routers attached to this one, oldest first.
    var children: [any Routing] { get }

    /// Loads the router, once. Only its parent or `launch` calls this.
    func load()

    /// Adds a router to the tree below this one, makes it active and loads it.
    func attachChild(_ child: any Routing)

    /// Makes a router inactive and removes it from the tree.
    func detachChild(_ child: any Routing)
}

/// An event in the life of a router, which happens once.
public enum RouterLifecycle {
    /// The router has loaded.
    case didLoad
}

/// A walk over a router and all below it, parents first. No function with a closure: deep trees
/// walk within each other, and an extra frame would count for each level.
struct SubtreeWalk {
    // Holding what was visited keeps its address from being used again, and ends circles.
    private var visited: [ObjectIdentifier: any Routing] = [:]
    private var pending: [any Routing] = []
    /// Stored separately, so that a router without children, as most are, takes no allocation.
    private var root: (any Routing)?

    init(from root: any Routing) { self.root = root }

    /// The next router; nil after the last.
    mutating func next() -> (any Routing)? {
        if let first = root.take() { return first }
        while let router = pending.popLast() {
            if visited.updateValue(router, forKey: ObjectIdentifier(router)) == nil {
                return router
            }
        }
        return nil
    }

    /// Adds the current children of a router that `next` returned.
    mutating func goBelow(_ router: any Routing) {
        if router.children.isEmpty { return }
        visited[ObjectIdentifier(router)] = router
        pending.append(contentsOf: router.children.reversed())
    }
}

extension Routing {
    /// Calls `body` with this router and all below it, parents first. It may change the tree: the
    /// children of a router are read after its own call.
    func forEachInSubtree(_ body: (any Routing) -> Void) {
        var walk = SubtreeWalk(from: self)
        while let router = walk.next() {
            body(router)
            walk.goBelow(router)
        }
    }

    /// Calls `body` with each recorded object of this router and of all below it.
    func forEachRecordedPartInSubtree(
        _ recorded: (any RecordedObject)?, _ body: (RecordedPart) -> Void
    ) {
        recorded?.forEachRecordedPart(body)
        if children.isEmpty { return }
        forEachInSubtree {
            if $0 !== self { ($0 as? any RecordedObject)?.forEachRecordedPart(body) }
        }
    }

    /// Expects this router and all below it to be freed no more. `recorded` is this, if known.
    /// Called when this router is attached, or a RIB without base classes above it becomes active.
    func cancelExpectationOfSubtree(_ recorded: (any RecordedObject)? = nil) {
        if Recorder.withShared(\.expectsAnything) {
            let recorded = recorded ?? self as? any RecordedObject
            forEachRecordedPartInSubtree(recorded) { Recorder.shared.cancelExpectation(for: $0.id) }
        }
        // RIBs without base classes are not among the children, but become active with them.
        if RouterRecord.plainParents.value > 0 {
            forEachInSubtree { $0.forEachPlainChild { $0.activateSubtree() } }
        }
        SubtreeState.arrivals.increment()
    }

    /// Expects this router and all below it to be freed. `recorded` is this, if known.
    func expectDeallocationOfSubtree(
        _ recorded: (any RecordedObject)? = nil, at time: UInt64? = nil,
        detachedFrom parent: ObjectID = .none
    ) {
        let recorded = recorded ?? self as? any RecordedObject
        recorded?.expectDeallocationOfParts(at: time, detachedFrom: parent)
        let additions = SubtreeState.additions
        var walk = SubtreeWalk(from: self)
        while let router = walk.next() {
            let placed = router as? any PlacedRouting
            // This was done before, and nothing was attached or started in any tree since.
            if let placed, placed.record.subtree.isReleased { continue }
            if router !== self {
                (placed ?? router as? any RecordedObject)?
                    .expectDeallocationOfParts(detachedFrom: parent)
            }
            router.forEachPlainChild { $0.leave() }
            placed?.record.subtree.released = additions
            walk.goBelow(router)
        }
    }

    private func forEachPlainChild(_ body: (PlainRIBNode) -> Void) {
        guard RouterRecord.plainParents.value > 0 else { return }
        (self as? any PlacedRouting)?.record.plainChildren?.living.forEach(body)
    }

    /// Finds what this RIB, which is just detached, keeps of the RIBs that were detached below it.
    ///
    /// Both are freed together now, so it is looked for at this moment. Only what nothing but the
    /// leaving RIBs keeps is recorded: anything else may still be released in time. Call it after
    /// the RIBs became inactive, since that is when they clean up.
    ///
    /// - Parameter last: The last expectation that counts. What the RIB itself detaches while it
    ///   leaves goes with it.
    func judgeDetachedBelow(detachedFrom parent: ObjectID, upTo last: UInt64) {
        var leaving: [any RecordedObject] = []
        forEachInSubtree {
            if let recorded = $0 as? any RecordedObject { leaving.append(recorded) }
        }
        leaving.removeAll(where: \.recordedID.isNone)
        Recorder.shared.ribsLeave(Set(leaving.map(\.recordedID)), from: parent, upTo: last) {
            var parts: [RecordedPart] = []
            for recorded in leaving { recorded.forEachRecordedPart { parts.append($0) } }
            return parts.filter(\.isOfOneRIB).map {
                ($0.id, ObjectReference.address(of: $0.object))
            }
        }
    }
}
