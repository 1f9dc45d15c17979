import RIBTrace

extension Routing {
    /// Calls `body` with this router and all below it, parents first.
    ///
    /// `body` may change the tree: the children of a router are read after its own call.
    func forEachInSubtree(_ body: (any Routing) -> Void) {
        body(self)
        if children.isEmpty { return }
        // Holding what was visited keeps its address from being used again during the walk, and
        // ends the walk of a router that was attached below itself.
        var visited: [ObjectIdentifier: any Routing] = [ObjectIdentifier(self): self]
        var pending = Array(children.reversed())
        while let router = pending.popLast() {
            guard visited.updateValue(router, forKey: ObjectIdentifier(router)) == nil else {
                continue
            }
            body(router)
            pending.append(contentsOf: router.children.reversed())
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
