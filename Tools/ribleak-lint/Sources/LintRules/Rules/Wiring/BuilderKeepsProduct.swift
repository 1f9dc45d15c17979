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
        good: [
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                func build() -> ProfileRouting {
                    ProfileRouter(interactor: ProfileInteractor(), viewController: ProfileView())
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private weak var last: ProfileRouting?
                func build() -> ProfileRouting {
                    let router = ProfileRouter(interactor: ProfileInteractor(), viewController: ProfileView())
                    last = router
                    return router
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private let parentView: ViewControllable
                init(dependency: ProfileDependency, parentView: ViewControllable) {
                    self.parentView = parentView
                    super.init(dependency: dependency)
                }
                func build() -> ProfileRouting {
                    ProfileRouter(interactor: ProfileInteractor(), viewController: parentView)
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private var view: ViewControllable?
                func use(_ view: ViewControllable) { self.view = view }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private var built = 0
                func build() -> ProfileRouting {
                    built += 1
                    let view = ProfileView()
                    return ProfileRouter(interactor: ProfileInteractor(), viewController: view)
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                func build() -> ProfileRouting {
                    var view: ProfileView
                    view = ProfileView()
                    return ProfileRouter(interactor: ProfileInteractor(), viewController: view)
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private var pending: ProfileRouting?
                func build() -> ProfileRouting {
                    let router = ProfileRouter(interactor: ProfileInteractor(), viewController: ProfileView())
                    pending = router
                    defer { pending = nil }
                    return router
                }
            }
            """,
            """
            protocol SettingsBuildable: Buildable { func build() -> Routing }
            final class RootRouter: Router<Interactor> {
                private var settings: Routing?
                func attachSettings(_ builder: SettingsBuildable) {
                    let router = builder.build()
                    settings = router
                    attachChild(router)
                }
            }
            """,
            """
            final class ProfileView: ViewControllable {}
            final class Screens {
                let view = ProfileView()
            }
            """,
            """
            final class WalletRouter: Router<Interactor> {}
            final class HomeComponent: Component<EmptyDependency> {
                var wallet: WalletRouter { WalletRouter(interactor: Interactor()) }
            }
            """,
        ],
        bad: [
            """
            final class ProfileComponent {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: Router<ProfileInteractor> {}
            final class ProfileBuilder: MultiStageComponentizedBuilder<
                ProfileComponent, ProfileRouter, Void
            > {
                private var interactor: ProfileInteractor!
                override func finalStageBuild(
                    with component: ProfileComponent, _ dependency: Void
                ) -> ProfileRouter {
                    ↓interactor = ProfileInteractor()
                    return ProfileRouter(interactor: interactor)
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private var router: ProfileRouting?
                func build() -> ProfileRouting {
                    let router = ProfileRouter(interactor: ProfileInteractor(), viewController: ProfileView())
                    ↓self.router = router
                    return router
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                ↓private let view = ProfileView()
                func build() -> ProfileRouting {
                    ProfileRouter(interactor: ProfileInteractor(), viewController: view)
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                ↓private lazy var interactor: Interactable = ProfileInteractor()
                func build() -> ProfileRouting {
                    ProfileRouter(interactor: interactor, viewController: ProfileView())
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private var views: [String: ProfileView] = [:]
                func build(named name: String) -> ProfileRouting {
                    let view = ProfileView()
                    ↓views[name] = view
                    return ProfileRouter(interactor: ProfileInteractor(), viewController: view)
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private static var all: [ProfileRouting] = []
                func build() -> ProfileRouting {
                    let router = makeRouter()
                    ↓Self.all.append(router)
                    return router
                }
                private func makeRouter() -> ProfileRouting {
                    ProfileRouter(interactor: ProfileInteractor(), viewController: ProfileView())
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Builder<ProfileDependency> {
                private var interactor: ProfileInteractor?
                func build() -> ProfileRouting {
                    ↓interactor = ProfileInteractor()
                    return ProfileRouter(interactor: interactor!, viewController: ProfileView())
                }
            }
            """,
            """
            protocol ProfileRouting: ViewableRouting {}
            protocol ProfileDependency: Dependency {}
            final class ProfileView: ViewControllable {}
            final class ProfileInteractor: Interactor {}
            final class ProfileRouter: ViewableRouter<Interactable, ViewControllable>, ProfileRouting {}
            final class ProfileBuilder: Buildable {
                private var router: ProfileRouting?
                func build() -> ProfileRouting {
                    ↓router = makeRouter()
                    return router!
                }
                private func makeRouter() -> ProfileRouting {
                    ProfileRouter(interactor: ProfileInteractor(), viewController: ProfileView())
                }
            }
            """,
            """
            protocol SettingsRouting: Routing {}
            protocol SettingsBuildable: Buildable { func build() -> SettingsRouting }
            final class AccountBuilder: SimpleComponentizedBuilder<EmptyComponent, SettingsRouting> {
                private let settings: SettingsBuildable
                private var child: SettingsRouting?
                init(settings: SettingsBuildable) {
                    self.settings = settings
                    super.init { EmptyComponent() }
                }
                override func build(with component: EmptyComponent) -> SettingsRouting {
                    let router = settings.build()
                    ↓child = router
                    return router
                }
            }
            """,
            """
            final class WalletRouter: Router<Interactor> {}
            final class HomeComponent: Component<EmptyDependency> {
                var wallet: WalletRouter { ↓shared { WalletRouter(interactor: Interactor()) } }
            }
            """,
        ])

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.declarations.filter { isBuilder($0.name, file.types) && !$0.isDouble }.flatMap {
            type in
            type.variables.compactMap { madeWithBuilder($0, in: type, file.types) }
                + StoredValues(in: type.node).found.compactMap { kept($0, by: type, file.types) }
        } + file.calls.compactMap { shared(by: $0, file.types) }
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
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let property = types.property(name, of: type.name), property.holds,
            let made = binding.initializer?.value.calledName, isProduct(made, types)
        else { return nil }
        return Violation(
            at: variable, "`\(type.name)` makes one `\(made)` and holds it in `\(name)`.",
            fix: "Make it in the method that builds.", subject: name)
    }

    /// A property that a method gives a product.
    private static func kept(
        _ store: StoredValues.StoredValue, by type: TypeDeclaration, _ types: TypeTable
    ) -> Violation? {
        let name = store.property
        guard let property = types.property(name, of: type.name), property.holds,
            !types.methods(of: type.name).contains(where: { $0.clears.contains(name) }),
            let product = product(store.value, property, type.name, types)
        else { return nil }
        return Violation(
            at: store.node, "`\(type.name)` holds the `\(product)` that it built in `\(name)`.",
            subject: name)
    }

    /// The type of a value that was built here; nil for what came from elsewhere.
    private static func product(
        _ value: ExprSyntax, _ property: PropertyFacts, _ builder: String, _ types: TypeTable
    ) -> String? {
        var value = value.unwrapped
        for _ in 0..<32 {
            guard let name = value.variableName else { break }
            guard case .value(let origin)? = value.meaning(ofLocal: name) else { return nil }
            value = origin.unwrapped
        }
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

extension PropertyFacts {
    /// Whether what it gets stays alive.
    fileprivate var holds: Bool { isStored && ownership == .strong && !isWrapped && !isClosure }
}
