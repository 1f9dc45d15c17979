// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The variables and parameters that a piece of code declares.
struct LocalVariables {
    private let finder: Finder

    init(_ block: some SyntaxProtocol) {
        finder = Finder(viewMode: .sourceAccurate)
        finder.walk(block)
    }

    func declares(_ name: String) -> Bool { finder.declared.contains(name) }

    /// Whether the block names a variable other than where it is declared.
    func uses(_ name: String) -> Bool { finder.used.contains(name) }

    private final class Finder: SyntaxVisitor {
        var declared: Set<String> = []
        var used: Set<String> = []

        override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
            declared.insert(node.identifier.text)
            return .skipChildren
        }

        override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
            declared.insert((node.secondName ?? node.firstName).text)
            return .visitChildren
        }

        override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
            declared.insert((node.secondName ?? node.firstName).text)
            return .visitChildren
        }

        override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
            declared.insert(node.name.text)
            return .skipChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            // A function inside of the code is a name too.
            if node.parent?.is(MemberBlockItemSyntax.self) != true {
                declared.insert(node.name.text)
            }
            return .visitChildren
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            used.insert(node.baseName.text)
            return .skipChildren
        }

        // `if let token {` names the variable without an expression.
        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            if node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self) {
                used.insert(name.identifier.text)
            }
            return .visitChildren
        }
    }
}

extension ExprSyntax {
    /// Whether it is the plain name of a parameter or variable of the method around it.
    var isLocal: Bool {
        guard let name = variableName, name != "self" else { return false }
        var member = Syntax(self)
        while let parent = member.parent, !parent.is(MemberBlockItemSyntax.self) { member = parent }
        return LocalVariables(member).declares(name)
    }
}
