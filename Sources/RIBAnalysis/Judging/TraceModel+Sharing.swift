import RIBTrace

extension TraceModel {
    /// Later objects among which the next router of a type is looked for.
    private static var farthestRouter: UInt64 { 10_000 }

    /// True for what several RIBs used, and for a component whose builder made the next RIB of the
    /// kind without another one: then the builder keeps it.
    func isHandedOutAgain(_ id: ObjectID) -> Bool {
        let users = users(of: id)
        guard nodes[id]?.kind == .component, let router = users.max() else {
            return users.count > 1
        }
        return nextRouter(like: router).map { component(of: $0) == nil } ?? false
    }

    private func nextRouter(like router: ObjectID) -> ObjectID? {
        guard let type = nodes[router]?.type else { return nil }
        var next = router.rawValue
        for _ in 0..<Self.farthestRouter where next < .max {
            next += 1
            if let node = nodes[ObjectID(next)], node.kind == .router, node.type == type {
                return ObjectID(next)
            }
        }
        return nil
    }
}
