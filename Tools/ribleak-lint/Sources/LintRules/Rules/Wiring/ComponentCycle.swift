// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A component that holds something which holds the component.
package enum ComponentCycle: Rule {
    package static let description = RuleDescription(
        id: "component-cycle", severity: .error,
        summary: "A component holds a builder or another object that holds the component.",
        reason: """
            The two keep each other alive, with all that the component shares, each time that the RIB \
            is built.
            """,
        fix: "Make a new one each time, without `shared` or a stored property.",
        good: [
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                var profileBuilder: ProfileBuildable { ProfileBuilder(dependency: self) }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                var scores: [Int] { shared { [] } }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            final class Scores {
                weak var source: ProfileDependency?
                init(source: ProfileDependency) { self.source = source }
            }
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                var scores: Scores { shared { Scores(source: self) } }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                var title: String {
                    shared {
                        let builder = ProfileBuilder(dependency: self)
                        return String(describing: type(of: builder))
                    }
                }
            }
            """,
            """
            final class ProfileBuilder: SimpleComponentizedBuilder<EmptyComponent, Routing> {}
            final class RootComponent: Component<EmptyDependency> {
                lazy var profileBuilder = ProfileBuilder { [weak self] in
                    self?.log()
                    return EmptyComponent()
                }
                private func log() {}
            }
            """,
            """
            final class Clock {
                init(of component: AnyObject) { print(component) }
            }
            final class RootComponent: Component<EmptyDependency> {
                var clock: Clock { shared { Clock(of: self) } }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                lazy var profileBuilder: ProfileBuildable = ProfileBuilder(dependency: parent)
                private let parent: ProfileDependency
                init(parent: ProfileDependency, dependency: EmptyDependency) {
                    self.parent = parent
                    super.init(dependency: dependency)
                }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            final class ProfileBuilder: Builder<ProfileDependency> {}
            final class Coordinator: ProfileDependency {
                func open() {
                    let builder = ProfileBuilder(dependency: self)
                    print(builder)
                }
            }
            """,
        ],
        bad: [
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                var profileBuilder: ProfileBuildable {
                    shared { ↓ProfileBuilder(dependency: self) }
                }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                lazy var profileBuilder: ProfileBuildable = ↓ProfileBuilder(dependency: self)
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                private var profileBuilder: ProfileBuildable?
                func prepare() {
                    profileBuilder = ↓ProfileBuilder(dependency: self)
                }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                var builders: [ProfileBuildable] {
                    return shared {
                        let builder = ↓ProfileBuilder(dependency: self)
                        return [builder]
                    }
                }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            final class ProfileComponent: Component<ProfileDependency> {}
            class BaseComponent<T>: Component<T> {}
            final class RootComponent: BaseComponent<EmptyDependency>, ProfileDependency {
                var profile: ProfileComponent {
                    shared { () -> ProfileComponent in ↓ProfileComponent(dependency: self) }
                }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            protocol Game {}
            final class GameAdapter: Game {
                private let builder: ProfileBuilder
                init(of dependency: ProfileDependency) {
                    builder = ProfileBuilder(dependency: dependency)
                }
            }
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                var game: Game { shared { ↓GameAdapter(of: self) } }
            }
            """,
            """
            final class ProfileBuilder: SimpleComponentizedBuilder<EmptyComponent, Routing> {}
            final class RootComponent: Component<EmptyDependency> {
                lazy var profileBuilder = ↓ProfileBuilder { self.child() }
                private func child() -> EmptyComponent { EmptyComponent() }
            }
            """,
            """
            protocol ProfileDependency: Dependency {}
            protocol ProfileBuildable: Buildable {}
            final class ProfileBuilder: Builder<ProfileDependency>, ProfileBuildable {}
            struct Scenes { let first: ProfileBuildable }
            final class RootComponent: Component<EmptyDependency>, ProfileDependency {
                lazy var scenes: Scenes = {
                    let scenes = ↓Scenes(first: ProfileBuilder(dependency: self))
                    return scenes
                }()
            }
            """,
        ])

    package static func check(_ file: CheckedFile) -> [Violation] {
        let types = file.types
        let stored = file.kept.flatMap { kept -> [Violation] in
            guard types.role(of: kept.type) == .component, let keeper = kept.keeperOfOwner(types),
                keeper.root == .owner, let property = keeper.links.first?.property
            else { return [] }
            return violations(kept.values, "`\(property)` keeps", property, kept.type, types)
        }
        return stored + file.calls.flatMap { shared(by: $0, types) }
    }

    /// What `shared { }` keeps.
    private static func shared(
        by call: FunctionCallExprSyntax, _ types: TypeTable
    ) -> [Violation] {
        guard call.functionName == "shared", call.isOwn, let closure = call.closures.last else {
            return []
        }
        let place = EnclosingCode(of: call)
        guard let type = place.type, types.role(of: type) == .component else { return [] }
        let reader = OwnershipReader(closure.statements)
        let values = closure.results.filter {
            types.roots(of: reader.value($0), in: type).contains(.owner)
        }
        return violations(values, "`shared` keeps", place.member ?? "shared", type, types)
    }

    /// One for each object that holds the component.
    private static func violations(
        _ values: [ExprSyntax], _ begin: String, _ subject: String, _ type: String,
        _ types: TypeTable
    ) -> [Violation] {
        values.flatMap { objects(in: $0, type, types) }.map { object in
            let made = object.unwrapped.calledName.map { "the `\($0)`" } ?? "`self`"
            return Violation(
                at: object, "\(begin) \(made), which holds the component.", subject: subject,
                // The app's first component is there as long as the app.
                severity: types.livesOn(type) ? .note : nil)
        }
    }

    /// The objects of a collection one by one, variables as what they were made of.
    private static func objects(
        in value: ExprSyntax, _ type: String, _ types: TypeTable
    ) -> [ExprSyntax] {
        let value = value.unwrapped
        if let array = value.as(ArrayExprSyntax.self) {
            return array.elements.flatMap { objects(in: $0.expression, type, types) }
        }
        if let dictionary = value.as(DictionaryExprSyntax.self),
            case .elements(let elements) = dictionary.content
        {
            return elements.flatMap { objects(in: $0.value, type, types) }
        }
        if let sequence = value.as(SequenceExprSyntax.self), let first = sequence.elements.first {
            return objects(in: first, type, types)
        }
        if let closure = value.as(FunctionCallExprSyntax.self)?.calledExpression
            .as(ClosureExprSyntax.self)
        {
            return closure.results.flatMap { objects(in: $0, type, types) }
        }
        if let name = value.variableName, name != "self",
            case .value(let origin)? = value.meaning(ofLocal: name)
        {
            return objects(in: origin, type, types)
        }
        return [value]
    }
}
