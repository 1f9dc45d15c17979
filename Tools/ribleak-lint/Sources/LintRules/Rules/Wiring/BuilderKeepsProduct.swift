// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A builder that holds what it built.
package enum BuilderKeepsProduct: Rule {
    package static let description = RuleDescription(
        id: "builder-keeps-product", severity: .error,
        summary: "A builder stores the router, interactor, presenter or view that it built.",
        reason: """
            The builder lives as long as the parent that owns it, so a child that it holds is not \
            freed when it is detached.
            """,
        fix: "Return the product, and hold it nowhere in the builder.",
        examples: PackageResources.builder_keeps_product_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        let builders = file.declarations.filter {
            isBuilder($0.name, file.types) && !$0.isDouble
        }
        let names = Set(builders.map(\.name))
        let found =
            builders.flatMap { type in
                type.variables.compactMap { madeWithBuilder($0, in: type, file.types) }
            }
            + file.kept.filter { names.contains($0.type) }.compactMap { kept($0, file.types) }
            + file.calls.compactMap { shared(by: $0, file.types) }
        return found.map { file.warning($0, ifStaying: EnclosingCode(of: $0.node).type) }
    }

    /// A router that a component gives each time it is asked, and so keeps after its detach.
    private static func shared(
        by call: FunctionCallExprSyntax, _ types: TypeTable
    ) -> Violation? {
        guard call.functionName == "shared", call.isOwn, let closure = call.closures.last,
            let component = EnclosingCode(of: call).type, types.role(of: component) == .component,
            let product = closure.results.compactMap(\.calledName).first(where: {
                types.role(of: $0) == .router
            })
        else { return nil }
        return Violation(
            at: call,
            "`\(component)` holds the `\(product)` that it made, also when it is detached.",
            fix: "Make a new one each time, without `shared`.", subject: product)
    }

    private static func isBuilder(_ name: String, _ types: TypeTable) -> Bool {
        if types.role(of: name) == .builder { return true }
        return types.type(name)?.kind != .protocol && types.lineage(of: name).contains("Buildable")
    }

    /// A property that holds a product from the beginning.
    private static func madeWithBuilder(
        _ variable: VariableDeclSyntax, in type: TypeDeclaration, _ types: TypeTable
    ) -> Violation? {
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let name = binding.pattern.name,
            let property = types.property(name, of: type.name), property.keeps,
            !property.isClosure, let made = binding.initializer?.value.calledName,
            isProduct(made, types)
        else { return nil }
        return Violation(
            at: variable, "`\(type.name)` makes one `\(made)` and holds it in `\(name)`.",
            fix: "Make it in the method that builds.", subject: name)
    }

    /// A property that a method gives a product.
    private static func kept(_ kept: KeptValue, _ types: TypeTable) -> Violation? {
        guard let keeper = types.keepers(of: kept.hold, in: kept.type).first,
            [.owner, .program].contains(keeper.root), keeper.links.count == 1,
            // The value of a lazy property is looked at above.
            let name = keeper.last?.property, name != kept.member,
            let property = types.property(name, of: kept.type), !property.isClosure,
            !types.methods(of: kept.type).contains(where: { $0.body.clears.contains(name) }),
            let product = kept.values.flatMap({ $0.objects() }).lazy
                .compactMap({ product($0, property, kept.type, types) }).first,
            let statement = kept.values.first?.nearest(CodeBlockItemSyntax.self)
        else { return nil }
        return Violation(
            at: statement, "`\(kept.type)` holds the `\(product)` that it built in `\(name)`.",
            subject: name, severity: types.livesOn(product) ? .note : nil)
    }

    /// The type of a value that was built here; nil for what came from elsewhere.
    private static func product(
        _ value: ExprSyntax, _ property: PropertyFacts, _ builder: String, _ types: TypeTable
    ) -> String? {
        guard let called = value.calledName else { return nil }
        if isProduct(called, types) { return called }
        // A method that builds: what the property is for says what it gives.
        let makers = types.methods(called, of: builder)
        if let made = makers.first?.returnType, makers.count == 1 {
            return isProduct(made, types) ? made : nil
        }
        guard called.hasPrefix("build"), let type = property.type, isProduct(type, types) else {
            return nil
        }
        return type
    }

    private static func isProduct(_ name: String, _ types: TypeTable) -> Bool {
        if let role = types.role(of: name) { return roles.contains(role) }
        // A plain view that has the protocols of one.
        return types.lineage(of: name).contains { products.contains($0) }
    }

    private static let roles: Set<Role> = [.router, .interactor, .presenter, .viewController]
    private static let products: Set = [
        "Routing", "ViewableRouting", "LaunchRouting", "Interactable", "Presentable",
        "ViewControllable",
    ]
}
