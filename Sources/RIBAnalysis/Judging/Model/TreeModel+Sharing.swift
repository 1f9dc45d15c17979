// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

extension TreeModel {
    /// How many later objects are searched for the next router of a type.
    private static var farthestRouter: UInt64 { 10_000 }

    /// Whether several RIBs used the object. For a component, whether its builder made the next RIB
    /// of the kind without a new component: then the builder keeps it.
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

    /// A limit for the ancestors that are checked.
    private static var mostAncestors: Int { 64 }

    /// The RIBs that used an object, with what `ObjectOrigin` needs about them.
    func usersOfOrigin(of id: ObjectID) -> ObjectOrigin.Users {
        var users = ObjectOrigin.Users()
        let holders = holders(of: id)
        for holder in holders {
            guard let node = nodes[holder] else { continue }
            users.names.insert(RIBName(type: definitions.text(node.type)).description)
            if node.kind == .component {
                users.components.insert(Self.withoutArguments(definitions.text(node.type)))
            } else if node.kind == .interactor || node.kind.standsInTree {
                let lineage = lineage(of: holder).map(Self.withoutArguments)
                users.types.formUnion(lineage.prefix(1))
                users.superclasses.formUnion(lineage.dropFirst())
            }
            guard node.kind.standsInTree else { continue }
            users.routerStacks.append(definitions.recordedStack(node.allocation).addresses)
            if let component = component(of: holder), component != id {
                users.components.insert(Self.withoutArguments(typeName(of: component)))
            }
            // Below a RIB of the same kind, a type does not show which of the two RIBs ran the
            // code.
            if hasAncestor(of: node.type, above: holder) { return ObjectOrigin.Users() }
        }
        return users
    }

    private func hasAncestor(of type: StringID, above router: ObjectID) -> Bool {
        var above = nodes[router]?.lastParent ?? .none
        for _ in 0..<Self.mostAncestors {
            guard let node = nodes[above] else { return false }
            if node.type == type { return true }
            above = node.lastParent
        }
        return false
    }

    private static func withoutArguments(_ type: String) -> String {
        String(type.withoutGenericArguments)
    }
}
