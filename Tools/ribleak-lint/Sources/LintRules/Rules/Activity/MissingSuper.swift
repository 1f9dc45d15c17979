// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A lifecycle method that leaves out what its superclass does.
package enum MissingSuper: Rule {
    package static let description = RuleDescription(
        id: "missing-super", severity: .warning,
        summary: "An override of a lifecycle method does not call `super` on each path.",
        reason: """
            What the superclasses begin or end there does not happen: subscriptions are not made, or \
            not ended. It shows only once a superclass has something to do.
            """,
        fix: "Call the same method of `super`, before anything can return.",
        examples: PackageResources.missing_super_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.declarations.filter { !$0.isDouble }.flatMap { type in
            type.functions.compactMap { violation($0, type, file.types) }
        }
    }

    private static func violation(
        _ function: FunctionDeclSyntax, _ type: TypeDeclaration, _ types: TypeTable
    ) -> Violation? {
        let name = function.name.text
        guard function.modifiers.contains(where: { $0.name.text == "override" }),
            isLifecycle(name, of: type, types), let body = function.body
        else { return nil }
        let paths = ReturnPaths(through: body) { callsSuper(name, $0, type.name, types) }
        guard paths.missIt else { return nil }
        let called = BodyFacts(body).superCalls
        let others = called.filter { lifecycle.contains($0) && $0 != name }.sorted()
        let message =
            callsSuper(name, Syntax(body), type.name, types)
            ? "`\(name)` can return without a call of `super.\(name)`."
            : others.first.map { "`\(name)` calls `super.\($0)`, and not `super.\(name)`." }
                ?? "`\(name)` does not call `super.\(name)`."
        return Violation(
            at: function, message, subject: name,
            // What the base classes of RIBs have is empty.
            severity: hasEmptySuper(name, type, types) ? .note : nil,
            edit: called.isEmpty ? SourceEdit.superCall(in: function, body) : nil)
    }

    /// Whether no class between a type and the base classes of RIBs has the method.
    private static func hasEmptySuper(
        _ name: String, _ type: TypeDeclaration, _ types: TypeTable
    ) -> Bool {
        // So is what the system has for a view that is loaded.
        guard let role = type.role, role != .viewController || name == "viewDidLoad" else {
            return false
        }
        let above = types.classes(above: type.name).dropFirst()
        return above.allSatisfy { one in !one.methods.contains { $0.name == name } }
            && types.lineage(of: type.name).contains { $0 != type.name && !types.declares($0) }
    }

    /// Whether code calls the method of the superclass, itself or by methods of the same type.
    private static func callsSuper(
        _ name: String, _ code: Syntax, _ type: String, _ types: TypeTable
    ) -> Bool {
        let facts = BodyFacts(code)
        if facts.superCalls.contains(name) { return true }
        let reached = types.methods(reachedFrom: Set(facts.uses).subtracting([name]), of: type)
        return types.methods(of: type).contains {
            $0.name != name && reached.contains($0.name) && $0.body.superCalls.contains(name)
        }
    }

    private static func isLifecycle(
        _ name: String, of type: TypeDeclaration, _ types: TypeTable
    ) -> Bool {
        switch type.role {
        case .interactor: ["didBecomeActive", "willResignActive"].contains(name)
        case .router: name == "didLoad"
        case .worker: ["didStart", "didStop"].contains(name)
        case .viewController: viewMethods.contains(name)
        // Only view controllers of the system have these, if the class above is not of the sources.
        case nil:
            viewMethods.contains(name) && types.foreignSuperclass(of: type.name) != nil
                && types.methods(name, of: type.name).allSatisfy(\.isOverride)
        default: false
        }
    }

    private static let viewMethods: Set = [
        "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillDisappear",
        "viewDidDisappear",
    ]
    private static let lifecycle = viewMethods.union([
        "didBecomeActive", "willResignActive", "didLoad", "didStart", "didStop",
    ])
}
