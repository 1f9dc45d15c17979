// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees

/// A RIB of the living tree: its router, or a RIB that is one object. For the tree's thread.
/// Snapshots (`LiveTree`) and `LifecycleEvents` use it to treat both alike.
enum LiveRIB {
    case router(any Routing)
    case plain(PlainRIBNode)

    /// - Parameter object: The `object` of a RIB; nil for a router without base class.
    init?(_ object: AnyObject) {
        if let node = object as? PlainRIBNode {
            self = .plain(node)
        } else if let router = object as? any PlacedRouting {
            self = .router(router)
        } else {
            return nil
        }
    }

    /// The router, or the node of a RIB without base classes.
    var object: AnyObject {
        switch self {
        case .router(let router): router
        case .plain(let node): node
        }
    }

    /// The record of a router with base class.
    private var record: RouterRecord? { (object as? any PlacedRouting)?.record }

    private var node: PlainRIBNode? { if case .plain(let node) = self { node } else { nil } }

    /// Identifies the RIB while it lives.
    var key: ObjectIdentifier { ObjectIdentifier(object) }

    /// Its id in the recording, if it has one.
    var id: ObjectID { node?.id ?? recordedID(of: object) }

    var typeName: String { String(describing: node?.type ?? type(of: object)) }

    var isActive: Bool {
        switch self {
        case .router(let router): router.interactable.isActive
        case .plain(let node): node.state.withLock { $0.isActive }
        }
    }

    /// When it took its current place, on the recorder's clock; nil when that is unknown.
    var since: UInt64? {
        let since = node?.state.withLock { $0.since } ?? record?.since ?? 0
        return since == 0 ? nil : since
    }

    /// Its relation to the tree when nothing is known to be above it.
    var standing: RIBTree.Node.Standing {
        if let node { return node.standing }
        guard let router = object as? any PlacedRouting, router.record.since != 0 else {
            return .unattached
        }
        if router.record.lastParent != nil || router.record.plainParent != nil {
            return router.keepsItsPlace ? .attached : .detached
        }
        return router.record.isLaunched ? .launched : .orphaned
    }

    /// What is attached to it, oldest first.
    var children: [LiveRIB] {
        switch self {
        case .router(let router):
            let routers = router.children.map(LiveRIB.router)
            // Costs nothing where no RIB lacks base classes.
            guard RouterRecord.plainParents.value > 0, let plain = record?.plainChildren
            else { return routers }
            return Self.merged(routers, plain.living.map(LiveRIB.plain))
        case .plain(let node):
            return Self.merged(
                node.routers.living.map(LiveRIB.router),
                node.plainChildren.living.map(LiveRIB.plain))
        }
    }

    /// The list of the RIBs without base classes that are attached to it, for one that will be.
    var plainChildrenOrNew: WeakObjects<PlainRIBNode>? {
        node?.plainChildren ?? record?.plainChildrenOrNew()
    }

    /// Merges two lists, oldest first. A RIB of unknown age counts as old as the one before it.
    private static func merged(_ routers: [LiveRIB], _ plain: [LiveRIB]) -> [LiveRIB] {
        var merged: [LiveRIB] = []
        var rest = plain[...]
        for router in routers {
            let since = router.since ?? 0
            while let next = rest.first, let begin = next.since, begin < since {
                merged.append(next)
                rest.removeFirst()
            }
            merged.append(router)
        }
        return merged + rest
    }
}

/// A RIB's place in the living tree.
struct LivePlace {
    /// Such as `Root/LoggedIn`.
    let path: String
    let parentPath: String?
}

extension LiveRIB {
    /// What it was last attached to, if that lives and, having a base class, can be asked.
    private var above: LiveRIB? {
        if let node { return node.parentRIB }
        return record?.lastParent.map(LiveRIB.router) ?? record?.plainParent.map(LiveRIB.plain)
    }

    /// The path of its last parent, as an observer was notified of it.
    private var rememberedParentPath: String? {
        node?.state.withLock { $0.parentPath } ?? record?.parentPath
    }

    /// Its place by what is above it, as far as that is known.
    var place: LivePlace {
        LivePlace(path: path, parentPath: above?.path ?? rememberedParentPath)
    }

    /// Its path, built from here up to the root.
    var path: String {
        var path = RIBPath()
        var next: LiveRIB? = self
        // RIBs attached in a circle by mistake fill the path, which ends the loop.
        while let rib = next, path.hasRoom() {
            path.add(type: rib.typeName)
            next = rib.above
            if next == nil, let parentPath = rib.rememberedParentPath { path.end(with: parentPath) }
        }
        return path.description
    }

    /// The place of a RIB that the one at a path attaches or detaches.
    func place(below path: String) -> LivePlace {
        LivePlace(path: "\(path)/\(typeName.ribName)", parentPath: path)
    }

    /// Its place as a RIB somewhere below another one. One without base class does not know its
    /// place: that takes time with the RIBs below.
    func place(within ancestor: LiveRIB) -> LivePlace {
        if record != nil || node != nil { return place }
        return LiveTree(of: [ancestor]).place(of: self) ?? place(below: ancestor.path)
    }

    /// Remembers its parent's path for when that is being freed.
    func remember(_ parentPath: String?) {
        record?.parentPath = parentPath
        node?.state.withLock { $0.parentPath = parentPath }
    }

    /// False where the interactor is a test double, of which nothing is recorded.
    var recordsItsParts: Bool {
        guard case .router(let router) = self else { return true }
        return !id.isNone && !recordedID(of: router.interactable).isNone
    }

    /// Calls `body` with the id of each recorded part, and the part if it can be had.
    func forEachPart(_ body: (ObjectID, AnyObject?) -> Void) {
        switch self {
        case .router(let router):
            (router as? any RecordedObject)?.forEachRecordedPart { part in
                if !part.id.isNone { body(part.id, part.object) }
            }
        case .plain(let node):
            // As they were when it said that it is attached: asking again would run its code.
            body(node.id, nil)
            for part in node.state.withLock({ $0.parts }) { body(part, nil) }
            node.activity.forEachRecordedPart { body($0.id, $0.object) }
        }
    }
}
