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
        let components = file.declarations.filter { $0.role == .component }
        return components.flatMap { stored(by: $0, file.types) }
            + file.calls.flatMap { shared(by: $0, file.types) }
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
        return ObjectsHoldingSelf(from: closure.results, types).found.map { object in
            Violation(
                at: object.node,
                "`shared` keeps \(object.description), which holds the component.",
                subject: place.member ?? "shared")
        }
    }

    /// What properties hold from the beginning, or from a method on.
    private static func stored(
        by component: TypeDeclaration, _ types: TypeTable
    ) -> [Violation] {
        var values: [(property: String, value: ExprSyntax)] = []
        for variable in component.variables {
            for binding in variable.bindings {
                if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    let value = binding.initializer?.value
                {
                    values.append((name, value))
                }
            }
        }
        values += StoredValues(in: component.node).found.map { ($0.property, $0.value) }
        return values.flatMap { property, value -> [Violation] in
            guard let facts = types.property(property, of: component.name), facts.isStored,
                facts.ownership == .strong, !facts.isWrapped, !facts.isStatic
            else { return [] }
            return ObjectsHoldingSelf(from: [value], types).found.map { object in
                Violation(
                    at: object.node,
                    "`\(property)` keeps \(object.description), which holds the component.",
                    subject: property)
            }
        }
    }
}

/// What an expression makes that holds `self`.
private struct ObjectsHoldingSelf {
    struct Object {
        let node: Syntax
        let description: String
    }

    private(set) var found: [Object] = []
    private let types: TypeTable
    /// How many more values of local names are looked at, because sources may have any number.
    private var looks = 64

    init(from values: [ExprSyntax], _ types: TypeTable) {
        self.types = types
        for value in values { collect(value) }
    }

    private mutating func collect(_ value: ExprSyntax) {
        let value = origin(of: value)
        if value.isSelf {
            found.append(Object(node: Syntax(value), description: "`self`"))
        } else if let array = value.as(ArrayExprSyntax.self) {
            for element in array.elements { collect(element.expression) }
        } else if let dictionary = value.as(DictionaryExprSyntax.self),
            case .elements(let elements) = dictionary.content
        {
            for element in elements { collect(element.value) }
        } else if let call = value.as(FunctionCallExprSyntax.self) {
            if let closure = call.calledExpression.as(ClosureExprSyntax.self) {
                for result in closure.results { collect(result) }
            } else if let type = call.functionName, call.receiver == nil, holdsSelf(call) {
                found.append(Object(node: Syntax(call), description: "the `\(type)`"))
            }
        }
    }

    /// Whether a call makes an object that holds `self`.
    private mutating func holdsSelf(_ call: FunctionCallExprSyntax) -> Bool {
        guard let type = call.functionName, call.receiver == nil, type.first?.isUppercase == true
        else { return false }
        if types.role(of: type) == .builder,
            call.closures.contains(where: { SelfCapture(of: $0) != nil })
        {
            return true
        }
        for argument in call.arguments
        where types.holds(argument: argument.label?.text ?? "_", of: type) {
            let value = origin(of: argument.expression)
            if value.isSelf { return true }
            if let inner = value.as(FunctionCallExprSyntax.self), holdsSelf(inner) { return true }
            if let closure = value.as(ClosureExprSyntax.self), SelfCapture(of: closure) != nil {
                return true
            }
        }
        return false
    }

    /// An expression without casts and local names.
    private mutating func origin(of value: ExprSyntax) -> ExprSyntax {
        var value = value.unwrapped
        while looks > 0 {
            looks -= 1
            if let sequence = value.as(SequenceExprSyntax.self), sequence.elements.count == 3,
                sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true,
                let first = sequence.elements.first
            {
                value = first.unwrapped
            } else if let name = value.variableName, name != "self",
                case .value(let next)? = value.meaning(ofLocal: name)
            {
                value = next.unwrapped
            } else {
                break
            }
        }
        return value
    }
}

extension ClosureExprSyntax {
    /// What it returns: its only expression, and the values of its `return` statements.
    fileprivate var results: [ExprSyntax] {
        if statements.count == 1, let only = statements.first?.item.as(ExprSyntax.self) {
            return [only]
        }
        let finder = ReturnFinder(viewMode: .sourceAccurate)
        finder.walk(statements)
        return finder.found
    }

    private final class ReturnFinder: SyntaxVisitor {
        var found: [ExprSyntax] = []

        override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
            if let value = node.expression { found.append(value) }
            return .skipChildren
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            .skipChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            .skipChildren
        }
    }
}
