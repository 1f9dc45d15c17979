// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The parent's builder, which makes the child's.
extension ParentWiring {
    func builderStep() -> Step {
        let name = "\(child.name.property)Builder"
        let text =
            "pass \(name): \(child.name.text)Builder(dependency: component) to \(parent.text)Router"
        return step(in: oneClass("Builder"), text) { found in
            let calls = Calls(of: "\(parent.text)Router", in: found.node).found
            guard calls.count == 1, let call = calls.first, call.trailingClosure == nil,
                let last = call.arguments.last, let opening = call.leftParen,
                let closing = call.rightParen, let component = component(for: call, in: found)
            else { return nil }
            let argument = "\(name): \(child.name.text)Builder(dependency: \(component.name))"
            let edits = found.source.add(
                argument, after: last, in: opening, closing, closesOnOwnLine: false)
            return [found.source.path: component.edits + edits]
        }
    }

    /// The variable that has the parent's component where its router is made.
    private func component(
        for call: FunctionCallExprSyntax, in builder: Found<ClassDeclSyntax>
    ) -> (name: String, edits: [EditableSource.Edit])? {
        let type = "\(parent.text)Component"
        guard let function = call.enclosingFunction, let body = function.body else { return nil }
        let parameter = function.signature.parameterClause.parameters.first {
            $0.type.trimmedDescription == type
        }
        if let parameter { return ((parameter.secondName ?? parameter.firstName).text, []) }
        if let statement = body.variable(madeBy: type), statement.position < call.position {
            return (statement.name, [])
        }
        return newComponent(type, in: function, body, of: builder)
    }

    /// A component for a builder that has made none, if nothing but its dependency is needed.
    private func newComponent(
        _ type: String, in function: FunctionDeclSyntax, _ body: CodeBlockSyntax,
        of builder: Found<ClassDeclSyntax>
    ) -> (name: String, edits: [EditableSource.Edit])? {
        guard let declaration = componentClass(of: builder),
            builder.node.superclass == "Builder<\(parent.text)Dependency>",
            !function.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "component" }),
            let first = body.statements.first, builder.source.isFirstOnItsLine(first)
        else { return nil }
        let line = "let component = \(type)(dependency: dependency)"
        let edits = declaration + [builder.source.insert(line, above: first)]
        // An expression that was returned without a word is no longer the only one.
        guard body.statements.count == 1, first.item.is(ExprSyntax.self) else {
            return ("component", edits)
        }
        let position = first.positionAfterSkippingLeadingTrivia.utf8Offset
        return ("component", edits + [.insert("return ", at: position)])
    }

    /// The class of the parent's component below its builder, if it is not declared yet.
    ///
    /// - Returns: Nil when there is one that needs more than a dependency.
    private func componentClass(of builder: Found<ClassDeclSyntax>) -> [EditableSource.Edit]? {
        if case .success(let found) = oneClass("Component") {
            let isPlain =
                found.node.initializers.isEmpty
                && found.node.superclass == "Component<\(parent.text)Dependency>"
            return isPlain ? [] : nil
        }
        guard lacksComponent else { return nil }
        let lines = """
            /// What \(parent.text) provides to its own parts and to its children.
            final class \(parent.text)Component: Component<\(parent.text)Dependency> {}
            """
        return [builder.source.insert(lines, below: builder.node, afterBlank: true)]
    }

    /// Whether nothing has the name of the parent's component, and its builder can do without.
    var lacksComponent: Bool {
        guard case .success(let builder) = oneClass("Builder") else { return false }
        return builder.node.superclass == "Builder<\(parent.text)Dependency>"
            && sources.allSatisfy { !$0.text.contains("\(parent.text)Component") }
    }

    /// Other code that makes the parent's router, and must pass one more argument.
    func otherCalls() -> [Todo] {
        guard child.kind != .worker else { return [] }
        let text = "pass \(child.name.property)Builder to \(parent.text)Router"
        return (sources + tests).flatMap { source in
            Calls(of: "\(parent.text)Router", in: source.tree).found
                .filter { $0.enclosingClass?.name.text != "\(parent.text)Builder" }
                .map { Todo(place: source.place(of: $0), text: text) }
        }
    }
}

/// The calls of a function or type by its name.
private final class Calls: SyntaxVisitor {
    private let name: String
    private(set) var found: [FunctionCallExprSyntax] = []

    init(of name: String, in node: some SyntaxProtocol) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
        walk(node)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == name {
            found.append(node)
        }
        return .visitChildren
    }
}

extension SyntaxProtocol {
    fileprivate var enclosingFunction: FunctionDeclSyntax? {
        ancestorOrSelf { $0.as(FunctionDeclSyntax.self) }
    }

    fileprivate var enclosingClass: ClassDeclSyntax? {
        ancestorOrSelf { $0.as(ClassDeclSyntax.self) }
    }
}

extension CodeBlockSyntax {
    /// The first of its own statements that is `let name = Type(…)`.
    func variable(
        madeBy type: String
    ) -> (name: String, call: FunctionCallExprSyntax, position: AbsolutePosition)? {
        for statement in statements {
            guard let variable = statement.item.as(VariableDeclSyntax.self),
                let binding = variable.bindings.first, variable.bindings.count == 1,
                let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
                call.calledExpression.trimmedDescription == type,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            else { continue }
            return (name, call, statement.position)
        }
        return nil
    }
}

extension ClassDeclSyntax {
    /// The initialisers in its body, those of conditional parts too.
    var initializers: [InitializerDeclSyntax] {
        memberBlock.members.flatMap { member -> [InitializerDeclSyntax] in
            if let one = member.decl.as(InitializerDeclSyntax.self) { return [one] }
            guard member.decl.is(IfConfigDeclSyntax.self) else { return [] }
            return member.decl.tokens(viewMode: .sourceAccurate)
                .compactMap { $0.parent?.as(InitializerDeclSyntax.self) }
        }
    }

    /// What it inherits from first, such as `Router<RootInteractable>`, without spaces and `any`.
    var superclass: String? {
        inheritanceClause?.inheritedTypes.first?.type.tokens(viewMode: .sourceAccurate)
            .map(\.text).filter { $0 != "any" }.joined()
    }

    /// Its variables and functions by name.
    func hasMember(_ name: String) -> Bool {
        memberBlock.members.contains { member in
            if let function = member.decl.as(FunctionDeclSyntax.self) {
                return function.name.text == name
            }
            return member.decl.as(VariableDeclSyntax.self)?.bindings
                .contains { $0.pattern.trimmedDescription == name } ?? false
        }
    }
}
