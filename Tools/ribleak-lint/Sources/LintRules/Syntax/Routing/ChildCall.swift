// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A call by which a router attaches or detaches a child.
package struct ChildCall {
    package enum Kind { case attach, detach }

    package let kind: Kind
    package let call: FunctionCallExprSyntax
    /// What is attached or detached, as the call names it.
    package private(set) var child: ExprSyntax
    /// The property of the router that holds the child; nil if none does or it cannot be told.
    package let property: String?
    /// The method of the router that it calls for that; nil for `attachChild` and `detachChild`.
    package let helper: String?
    package let place: EnclosingCode
    /// The router.
    package let type: String

    /// Reads a call; nil when it is none of the two.
    package init?(_ call: FunctionCallExprSyntax, _ types: TypeTable) {
        // The cheap questions first: this looks at each call of the sources.
        guard let name = call.functionName else { return nil }
        let passed = call.arguments.first?.expression
        if ["forEach", "map", "flatMap"].contains(name) {
            // `child.map(detachChild)`
            guard let receiver = call.receiver, let kind = Self.kinds[passed?.ownMemberName ?? ""]
            else { return nil }
            (self.kind, child, helper) = (kind, receiver, nil)
        } else {
            guard let passed, call.isOwn, name.first?.isLowercase == true else { return nil }
            (kind, child, helper) =
                Self.kinds[name].map { ($0, passed, nil) } ?? (.detach, passed, name)
        }
        place = EnclosingCode(of: call)
        guard let type = place.type, types.role(of: type) == .router else { return nil }
        if let helper {
            guard let detached = Self.detached(by: helper, call, type, types) else { return nil }
            child = detached
        }
        property = child.ownProperty
        (self.call, self.type) = (call, type)
    }

    private static let kinds: [String: Kind] = ["attachChild": .attach, "detachChild": .detach]

    /// The argument that a method of the router detaches.
    private static func detached(
        by name: String, _ call: FunctionCallExprSyntax, _ type: String, _ types: TypeTable
    ) -> ExprSyntax? {
        guard !call.arguments.isEmpty else { return nil }
        let methods =
            types.methods(name, of: type) + types.extensionMethods(ofRoutersUsedBy: [name])
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
    /// The methods among some names that extensions add to all routers.
    func extensionMethods(ofRoutersUsedBy names: Set<String>) -> [MethodFacts] {
        ["Router", "ViewableRouter", "Routing", "ViewableRouting"].flatMap { type in
            let used = self.methods(reachedFrom: names, of: type)
            return parts(of: type).flatMap(\.methods).filter { used.contains($0.name) }
        }
    }

    /// Whether the sources have all classes of a router but those of RIBs.
    func hasOnlyKnownMethods(router name: String) -> Bool {
        foreignSuperclass(of: name).flatMap(role) == .router
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

/// What is attached, detached or stored, as far as a name says it.
struct AttachedObject: Hashable {
    let name: String
    /// The value of the local name; nil for members and parameters.
    private let value: SyntaxIdentifier?

    init?(_ expression: ExprSyntax) {
        guard let name = expression.ownMemberName else { return nil }
        self.name = name
        guard let local = expression.variableName.flatMap(expression.meaning(ofLocal:)) else {
            value = nil
            return
        }
        switch local {
        case .value(let origin): value = origin.id
        case .parameter: value = nil
        case .unknown: return nil
        }
    }
}
