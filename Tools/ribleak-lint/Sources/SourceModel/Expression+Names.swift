// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ExprSyntax {
    /// The expression inside of `?`, `!`, `try`, `await` and parentheses around one expression.
    package var unwrapped: ExprSyntax {
        var expression = self
        while true {
            if let optional = expression.as(OptionalChainingExprSyntax.self) {
                expression = optional.expression
            } else if let forced = expression.as(ForceUnwrapExprSyntax.self) {
                expression = forced.expression
            } else if let attempt = expression.as(TryExprSyntax.self) {
                expression = attempt.expression
            } else if let awaited = expression.as(AwaitExprSyntax.self) {
                expression = awaited.expression
            } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
                let only = tuple.elements.first, only.label == nil
            {
                expression = only.expression
            } else {
                return expression
            }
        }
    }

    /// The name of a variable: `x` for `x`, `x?` and `x!`.
    package var variableName: String? {
        unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text
    }

    /// The name of a type or variable, without generic arguments: `Observable` for
    /// `Observable<Int>`.
    package var plainName: String? {
        unwrapped.as(GenericSpecializationExprSyntax.self)?.expression.variableName ?? variableName
    }

    /// The name in `self.x`, `self?.x` and, since `self` may be left out, `x`.
    package var ownMemberName: String? {
        let expression = unwrapped
        if let name = expression.variableName { return name == "self" ? nil : name }
        guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
            base.isSelf
        else { return nil }
        return member.declName.baseName.text
    }

    /// Whether it is `self`, also as `self?` and `self!`.
    package var isSelf: Bool { variableName == "self" }

    package var isNil: Bool { unwrapped.is(NilLiteralExprSyntax.self) }

    /// The name of the called function: `f` for `f()`, `a.f()` and `a?.f()`.
    package var calledName: String? {
        guard let call = unwrapped.as(FunctionCallExprSyntax.self) else { return nil }
        return call.functionName
    }
}

extension ExprSyntax {
    /// The type of the object that a call makes: `A` for `A()`, `A<B>()`, `A.init()` and `A.create()`.
    package var madeType: String? {
        guard let call = unwrapped.as(FunctionCallExprSyntax.self), let name = call.functionName
        else { return nil }
        if name.first?.isUppercase == true { return name }
        let type = call.receiver?.plainName
        return type?.first?.isUppercase == true
            && (name == "init" || name.hasPrefix("create")) ? type : nil
    }
}

extension FunctionCallExprSyntax {
    /// The name without the receiver and the arguments.
    package var functionName: String? {
        let called = calledExpression.unwrapped
        if let name = called.variableName { return name }
        if let member = called.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text
        }
        if let generic = called.as(GenericSpecializationExprSyntax.self) {
            return generic.expression.variableName
                ?? generic.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        }
        return nil
    }

    /// The receiver; nil for a plain call such as `f()`, and for `.f()`.
    package var receiver: ExprSyntax? {
        calledExpression.unwrapped.as(MemberAccessExprSyntax.self)?.base
    }

    /// All closures that are passed.
    package var closures: [ClosureExprSyntax] {
        var closures = arguments.compactMap { $0.expression.unwrapped.as(ClosureExprSyntax.self) }
        if let trailing = trailingClosure { closures.append(trailing) }
        return closures + additionalTrailingClosures.map(\.closure)
    }

    /// The argument with a label; nil for the label stands for the first one without.
    package func argument(_ label: String?) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

extension TypeSyntax {
    /// The type inside of `?`, `!`, `Optional`, `any`, `some` and attributes.
    package var core: TypeSyntax {
        var type = self
        while true {
            let inner: TypeSyntax? =
                switch type.as(TypeSyntaxEnum.self) {
                case .optionalType(let optional): optional.wrappedType
                case .implicitlyUnwrappedOptionalType(let optional): optional.wrappedType
                case .someOrAnyType(let marked): marked.constraint
                case .attributedType(let attributed): attributed.baseType
                case .tupleType(let tuple) where tuple.elements.count == 1:
                    tuple.elements.first?.type
                default: type.wrappedInOptional
                }
            guard let inner else { return type }
            type = inner
        }
    }

    /// The name without module and generic arguments; nil for a type without a name.
    package var name: String? {
        let type = core
        if let identifier = type.as(IdentifierTypeSyntax.self) { return identifier.name.text }
        if let member = type.as(MemberTypeSyntax.self) { return member.name.text }
        if type.is(ClassRestrictionTypeSyntax.self) { return "class" }
        return nil
    }

    /// The names of the generic arguments.
    package var argumentNames: [String] {
        let type = core
        let clause =
            type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
        return clause?.arguments.compactMap { argument in
            if case .type(let type) = argument.argument { type.name } else { nil }
        } ?? []
    }

    package var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || wrappedInOptional != nil
    }

    /// The type in `Optional<A>`.
    private var wrappedInOptional: TypeSyntax? {
        guard let identifier = self.as(IdentifierTypeSyntax.self),
            identifier.name.text == "Optional",
            case .type(let type)? = identifier.genericArgumentClause?.arguments.first?.argument
        else { return nil }
        return type
    }
}

/// An expression such as `stream.map { … }.sink { … }.store(in: &bag)`, link by link.
package struct PostfixChain {
    package struct Link {
        /// The name of the method or property.
        package let name: String
        /// The call; nil for a property.
        package let call: FunctionCallExprSyntax?
    }

    /// What the chain begins with: `stream`.
    package let base: ExprSyntax
    package let links: [Link]
    /// The whole expression.
    package let whole: ExprSyntax

    /// The chain that an expression is a part of.
    package init(around expression: some ExprSyntaxProtocol) {
        var whole = ExprSyntax(expression)
        while let parent = whole.parent?.as(ExprSyntax.self), Self.continues(parent, from: whole) {
            whole = parent
        }
        self.init(whole)
    }

    /// The chain that an expression is.
    package init(_ whole: ExprSyntax) {
        self.whole = whole
        var links: [Link] = []
        var current = whole
        while true {
            let expression = current.unwrapped
            if let call = expression.as(FunctionCallExprSyntax.self) {
                guard let member = call.calledExpression.unwrapped.as(MemberAccessExprSyntax.self),
                    let next = member.base
                else {
                    current = expression
                    break
                }
                links.append(Link(name: member.declName.baseName.text, call: call))
                current = next
            } else if let member = expression.as(MemberAccessExprSyntax.self),
                let next = member.base
            {
                links.append(Link(name: member.declName.baseName.text, call: nil))
                current = next
            } else {
                current = expression
                break
            }
        }
        base = current
        self.links = links.reversed()
    }

    private static func continues(_ parent: ExprSyntax, from child: ExprSyntax) -> Bool {
        if let call = parent.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.id == child.id
        }
        if let member = parent.as(MemberAccessExprSyntax.self) {
            return member.base?.id == child.id
        }
        return parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    }

    /// The text of the names, such as `stream.map.sink`, without arguments.
    package var names: String {
        let first = base.variableName ?? base.calledName ?? ""
        return ([first] + links.map(\.name)).filter { !$0.isEmpty }.joined(separator: ".")
    }
}

extension ExprSyntax {
    /// The last name of a chain: `presenter` in `self?.presenter`.
    package var lastName: Syntax {
        let expression = unwrapped
        return expression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
            ?? Syntax(expression)
    }
}
