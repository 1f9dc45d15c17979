// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Code that runs before any activity, or beside it.
struct EarlyCode {
    let type: String
    let role: Role
    /// Where it is, in words.
    let words: String

    /// Nil for code that is not known to run there.
    init?(_ place: EnclosingCode, _ file: CheckedFile) {
        guard let type = place.type, let member = place.member, !place.isStatic,
            let role = file.types.role(of: type), [.interactor, .router, .worker].contains(role)
        else { return nil }
        let roots = role == .router ? ["init", "didLoad"] : ["init"]
        (self.type, self.role) = (type, role)
        if let root = roots.first(where: { $0 == member }) {
            words = Self.words(root)
        } else if let root = roots.first(where: { Self.calls(of: $0, type, file).contains(member) })
        {
            words =
                "`\(member)()`, which \(root == "init" ? "its initializer" : "`didLoad()`") calls"
        } else {
            return nil
        }
    }

    private static func words(_ root: String) -> String {
        root == "init" ? "its initializer" : "`didLoad()`"
    }

    /// The methods of the type that an initializer or `didLoad` calls at once, as statements.
    private static func calls(of root: String, _ type: String, _ file: CheckedFile) -> Set<String> {
        let parts = file.declarations.filter { $0.name == type }
        let bodies =
            root == "init"
            ? parts.flatMap(\.initializers).map(\.body)
            : parts.flatMap(\.functions).filter { $0.name.text == root }.map(\.body)
        let names = bodies.flatMap { body in
            (body?.statements ?? []).compactMap { item -> String? in
                item.item.as(FunctionCallExprSyntax.self)?.calledExpression.ownMemberName
            }
        }
        return Set(names)
    }
}
