// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A view or presenter that code names.
struct ViewReference {
    /// The name of the variable or property.
    let name: String
    /// Its type; nil for what a base class declares.
    private let type: String?

    /// Reads the receiver of a call or the owner of an assigned property; nil when it is no view.
    init?(_ expression: ExprSyntax, _ place: EnclosingCode, _ types: TypeTable) {
        guard let owner = place.type else { return nil }
        let expression = expression.unwrapped
        if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
            Self.parts.contains(member.declName.baseName.text),
            let view = ViewReference(base, place, types)
        {
            self = view
            return
        }
        guard let name = expression.ownMemberName ?? Self.member(ofOwner: expression) else {
            return nil
        }
        if let property = types.property(name, of: owner) {
            guard let type = property.type, Self.isView(type, types) else { return nil }
            (self.name, self.type) = (name, type)
            return
        }
        guard let role = types.role(of: owner), Self.inherited[name]?.contains(role) == true else {
            return nil
        }
        self.name = name
        type =
            types.lineage(of: owner).flatMap(types.parts).lazy
            .compactMap {
                $0.arguments.values.lazy.compactMap(\.last).first { Self.isView($0, types) }
            }
            .first
    }

    /// The member in `owner.presenter` of a closure that gets its owner as a parameter.
    private static func member(ofOwner expression: ExprSyntax) -> String? {
        guard let member = expression.as(MemberAccessExprSyntax.self),
            let base = member.base?.variableName,
            ["owner", "this", "strongSelf", "weakSelf", "`self`"].contains(base)
        else { return nil }
        return member.declName.baseName.text
    }

    /// Whether every class that it may be calls the main queue itself in a method.
    func movesToMain(in method: String, _ types: TypeTable) -> Bool {
        guard let type else { return false }
        let classes = types.directHeirs(of: type) + [type]
        return classes.flatMap { types.methods(method, of: $0) }
            .contains { !$0.uses.isDisjoint(with: Self.movers) }
    }

    private static let movers: Set = [
        "DispatchQueue", "MainActor", "MainScheduler", "OperationQueue", "RunLoop", "Task",
    ]

    private static func isView(_ type: String, _ types: TypeTable) -> Bool {
        if let role = types.role(of: type) { return role == .viewController || role == .presenter }
        return types.lineage(of: type).contains { name in
            name.hasSuffix("Presentable") || name.hasSuffix("ViewControllable")
                || name.hasPrefix("UI") && kits.contains(where: name.hasSuffix)
        }
    }

    /// The ends of the names of UIKit's views.
    private static let kits = ["View", "ViewController", "Label", "Button", "Control", "Field"]
    /// Properties by which a view leads to itself.
    private static let parts: Set = ["view", "uiviewController", "uiView"]
    /// The properties of the base classes.
    private static let inherited: [String: Set<Role>] = [
        "presenter": [.interactor], "viewController": [.router, .presenter],
    ]
}
