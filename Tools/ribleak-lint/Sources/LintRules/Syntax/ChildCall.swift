// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A call by which a router attaches or detaches a child.
package struct ChildCall {
    package enum Kind { case attach, detach }

    package let kind: Kind
    package let call: FunctionCallExprSyntax
    /// What is attached or detached, as the call names it.
    package let child: ExprSyntax
    /// The property of the router that holds the child; nil if none does or it cannot be told.
    package let property: String?
    /// The method of the router that it calls for that; nil for `attachChild` and `detachChild`.
    package let helper: String?
    package let place: EnclosingCode
    /// The router.
    package let type: String

    /// Reads a call; nil when it is none of the two.
    package init?(_ call: FunctionCallExprSyntax, _ types: TypeTable) {
        guard let name = call.functionName else { return nil }
        let place = EnclosingCode(of: call)
        guard let type = place.type, types.role(of: type) == .router else { return nil }
        if ["forEach", "map", "flatMap"].contains(name) {
            // `child.map(detachChild)`
            guard let receiver = call.receiver, let passed = call.arguments.first?.expression,
                let kind = Self.kinds[passed.ownMemberName ?? ""]
            else { return nil }
            (self.kind, child, helper) = (kind, receiver, nil)
        } else if let kind = Self.kinds[name] {
            guard call.isOwn, let child = call.arguments.first?.expression else { return nil }
            (self.kind, self.child, helper) = (kind, child, nil)
        } else {
            guard call.isOwn, let child = Self.detached(by: name, call, type, types) else {
                return nil
            }
            (kind, self.child, helper) = (.detach, child, name)
        }
        property = child.ownProperty
        (self.call, self.place, self.type) = (call, place, type)
    }

    private static let kinds: [String: Kind] = ["attachChild": .attach, "detachChild": .detach]

    /// The argument that a method of the router detaches.
    private static func detached(
        by name: String, _ call: FunctionCallExprSyntax, _ type: String, _ types: TypeTable
    ) -> ExprSyntax? {
        guard !call.arguments.isEmpty else { return nil }
        let methods = types.methods(named: name, ofRouter: type)
        return call.arguments.first { argument in
            guard let property = argument.expression.ownProperty,
                types.property(property, of: type).map({ types.isRouting($0.type) }) == true
            else { return false }
            let label = argument.label?.text ?? "_"
            return !methods.isEmpty && methods.allSatisfy { $0.detachedLabels.contains(label) }
        }?.expression
    }
}

extension FunctionCallExprSyntax {
    /// Whether it calls a method of `self` or of its superclass.
    package var isOwn: Bool {
        guard let receiver else { return calledExpression.unwrapped.variableName != nil }
        return receiver.isSelf || receiver.is(SuperExprSyntax.self)
    }
}

extension TypeTable {
    /// The methods of a router, also those that extensions of the base classes add.
    fileprivate func methods(named name: String, ofRouter type: String) -> [MethodFacts] {
        let bases = ["Router", "ViewableRouter", "Routing", "ViewableRouting"]
        let others = bases.filter { !lineage(of: type).contains($0) }
        return methods(name, of: type)
            + others.flatMap(parts).flatMap(\.methods).filter { $0.name == name }
    }

    /// Whether a type is a router, or a protocol of one.
    package func isRouting(_ name: String?) -> Bool {
        guard let name else { return false }
        return role(of: name) == .router
            || lineage(of: name).contains { Self.routings.contains($0) }
    }

    private static let routings: Set = ["Routing", "ViewableRouting", "LaunchRouting"]

    /// Whether a protocol of a class demands a method, so that others may call it.
    package func demands(_ method: String, of type: String) -> Bool {
        lineage(of: type).compactMap(self.type).contains { part in
            part.kind == .protocol && part.methods.contains { $0.name == method }
        }
    }
}
