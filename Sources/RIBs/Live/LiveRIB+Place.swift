import RIBTrees

extension LiveRIB {
    /// The RIB it was last attached to, if that lives and can be asked: a router without base class
    /// says nothing of what it does.
    private var above: LiveRIB? {
        switch self {
        case .router(let router):
            guard let router = router as? any PlacedRouting else { return nil }
            if let parent = router.lastParent as? any Routing { return .router(parent) }
            return router.place.plainParent.map(LiveRIB.plain)
        case .plain(let node):
            return node.parentRIB
        }
    }

    /// The path of what it was last attached to, as an observer was told.
    private var toldParentPath: String? {
        switch self {
        case .router(let router): (router as? any PlacedRouting)?.place.parentPath
        case .plain(let node): node.state.withLock { $0.place.parentPath }
        }
    }

    /// Its place by what is above it, as far as that is known.
    var place: LivePlace {
        let parentPath = above?.path ?? toldParentPath
        return LivePlace(path: path, parentPath: parentPath)
    }

    /// Its path, on the way up.
    var path: String {
        var path = RIBPath()
        var next: LiveRIB? = self
        // RIBs that are attached in a circle by mistake run out of room.
        while let rib = next, path.hasRoom() {
            path.add(type: rib.typeName)
            next = rib.above
            if next == nil, let parentPath = rib.toldParentPath { path.end(with: parentPath) }
        }
        return path.description
    }

    /// The place of a RIB that another one attaches or detaches.
    func place(below parent: LiveRIB) -> LivePlace {
        let parentPath = parent.path
        return LivePlace(
            path: parentPath + "/\(RIBName(type: typeName))", parentPath: parentPath)
    }

    /// Its place as a RIB that is somewhere below another one.
    ///
    /// - Complexity: O(RIBs below) for one without base class, which does not know its place.
    func place(within ancestor: LiveRIB) -> LivePlace {
        if case .router(let router) = self, !(router is any PlacedRouting) {
            return LiveTree(of: [ancestor]).place(of: self) ?? place(below: ancestor)
        }
        return place
    }

    /// Remembers its parent's path for when that is being freed.
    func remember(_ parentPath: String?) {
        switch self {
        case .router(let router): (router as? any PlacedRouting)?.place.parentPath = parentPath
        case .plain(let node): node.state.withLock { $0.place.parentPath = parentPath }
        }
    }
}
