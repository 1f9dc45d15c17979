import RIBRecorder
import RIBTrace
import RIBTrees

/// A RIB of the living tree: its router, with or without base class, or a RIB that is one object.
///
/// Use it on the thread of the tree.
enum LiveRIB {
    case router(any Routing)
    case plain(PlainRIBNode)

    /// What tells it from all others while it lives.
    var key: ObjectIdentifier {
        switch self {
        case .router(let router): ObjectIdentifier(router)
        case .plain(let node): ObjectIdentifier(node)
        }
    }

    /// Its id in the recording, if it has one.
    var id: ObjectID {
        switch self {
        case .router(let router): recordedID(of: router)
        case .plain(let node): node.id
        }
    }

    var typeName: String {
        switch self {
        case .router(let router): String(describing: type(of: router))
        case .plain(let node): String(describing: node.type)
        }
    }

    var isActive: Bool {
        switch self {
        case .router(let router): router.interactable.isActive
        case .plain(let node): node.state.withLock { $0.isActive }
        }
    }

    /// When it came to stand where it stands, on the recorder's clock; nil when nobody knows.
    var since: UInt64? {
        let since =
            switch self {
            case .router(let router): (router as? any PlacedRouting)?.place.since ?? 0
            case .plain(let node): node.state.withLock { $0.place.since }
            }
        return since == 0 ? nil : since
    }

    /// How it stands to the tree when nothing is known to be above it.
    var standing: RIBTree.Node.Standing {
        switch self {
        case .router(let router):
            guard let router = router as? any PlacedRouting, router.place.since != 0 else {
                return .unattached
            }
            if router.lastParent != nil || router.place.plainParent != nil {
                return router.keepsItsPlace ? .attached : .detached
            }
            return router.place.isLaunched ? .launched : .orphaned
        case .plain(let node):
            return node.standing
        }
    }

    /// What is attached to it, oldest first.
    var children: [LiveRIB] {
        switch self {
        case .router(let router):
            let routers = router.children.map(LiveRIB.router)
            // Where no RIB is without base classes, nobody pays for the look.
            guard PlainRIBParents.count.value > 0,
                let plain = (router as? any PlainRIBParent)?.plainChildren as? PlainChildren
            else { return routers }
            return Self.merged(routers, plain.living.map(LiveRIB.plain))
        case .plain(let node):
            return Self.merged(
                node.routers.map(LiveRIB.router), node.plainChildren.living.map(LiveRIB.plain))
        }
    }

    /// Two lists, each oldest first, as one. Of which nobody knows the age, that is as old as the
    /// one before it.
    private static func merged(_ routers: [LiveRIB], _ plain: [LiveRIB]) -> [LiveRIB] {
        if plain.isEmpty || routers.isEmpty { return routers + plain }
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
    /// The path of the RIB above; nil for a root.
    let parentPath: String?
}
