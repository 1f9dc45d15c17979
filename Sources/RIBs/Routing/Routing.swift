// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

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
    ///
    /// - Parameter child: The router to add.
    func attachChild(_ child: any Routing)

    /// Makes a router inactive and takes it out of the tree.
    ///
    /// - Parameter child: The router to take out.
    func detachChild(_ child: any Routing)
}

/// What happens once in the life of a router.
public enum RouterLifecycle {
    /// The router has loaded.
    case didLoad
}

/// Tells those who follow a router's life.
protocol LifecycleSubject: AnyObject {
    func notify(_ event: RouterLifecycle)
    /// Says that the router is freed.
    func finish()
}

/// A walk over a router and all below it, parents first.
///
/// It is no call that the routers are handed to, since deep trees walk within each other: each frame
/// more is one for each level.
struct SubtreeWalk {
    // Holding what was visited keeps its address from being used again during the walk, and ends
    // the walk of a router that was attached below itself.
    private var visited: [ObjectIdentifier: any Routing] = [:]
    private var pending: [any Routing] = []
    /// Apart, since most routers have no children: then nothing is allocated.
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

    /// Has the children of a router visited that `next` gave, as they are now.
    mutating func goBelow(_ router: any Routing) {
        if router.children.isEmpty { return }
        visited[ObjectIdentifier(router)] = router
        pending.append(contentsOf: router.children.reversed())
    }
}

extension Routing {
    /// Calls `body` with this router and all below it, parents first.
    ///
    /// `body` may change the tree: the children of a router are read after its own call.
    func forEachInSubtree(_ body: (any Routing) -> Void) {
        var walk = SubtreeWalk(from: self)
        while let router = walk.next() {
            body(router)
            walk.goBelow(router)
        }
    }

    /// Calls `body` with each recorded object of this router and of all below it.
    ///
    /// - Parameter recorded: This router, if it is recorded.
    func forEachRecordedPartInSubtree(
        _ recorded: (any RecordedObject)?, _ body: (RecordedPart) -> Void
    ) {
        recorded?.forEachRecordedPart(body)
        if children.isEmpty { return }
        forEachInSubtree {
            if $0 !== self { ($0 as? any RecordedObject)?.forEachRecordedPart(body) }
        }
    }
}
