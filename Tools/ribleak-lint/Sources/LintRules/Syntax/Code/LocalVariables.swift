// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// The variables and parameters that a piece of code declares.
struct LocalVariables: Sendable {
    private let declared: Set<String>
    private let used: Set<String>
    private let references: [String: [DeclReferenceExprSyntax]]
    /// What variables are declared with.
    let initialValues: [String: [ExprSyntax]]
    /// Keeps the tree: another one in its memory would have the same identifiers.
    private let block: Syntax

    private init(_ block: some SyntaxProtocol) {
        self.block = Syntax(block)
        let finder = Finder(viewMode: .sourceAccurate)
        finder.walk(block)
        (declared, used, references) = (finder.declared, finder.used, finder.references)
        initialValues = finder.initialValues
    }

    /// Those of a piece of code.
    ///
    /// - Complexity: O(code) the first time. Rules ask again for each expression of a function, and
    ///   a generated one has thousands.
    static func of(_ block: some SyntaxProtocol) -> LocalVariables {
        recent.value(of: block.id) { LocalVariables(block) }
    }

    /// More than files are checked at a time.
    private static let recent = Memo<SyntaxIdentifier, LocalVariables>(most: 16)

    func declares(_ name: String) -> Bool { declared.contains(name) }

    /// Whether the block names a variable other than where it is declared.
    func uses(_ name: String) -> Bool { used.contains(name) }

    /// All names that the block uses.
    var names: Set<String> { used }

    /// Where the block names a variable, in the order of the source. The name of a member is another
    /// one's.
    func references(to name: String) -> [DeclReferenceExprSyntax] { references[name] ?? [] }

    private final class Finder: SyntaxVisitor {
        var declared: Set<String> = []
        var used: Set<String> = []
        var references: [String: [DeclReferenceExprSyntax]] = [:]
        var initialValues: [String: [ExprSyntax]] = [:]

        override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
            declared.insert(node.identifier.text)
            if let value = node.parent?.as(PatternBindingSyntax.self)?.initializer?.value {
                initialValues[node.identifier.text, default: []].append(value)
            }
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
            let name = node.baseName.text
            used.insert(name)
            if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id {
                references[name, default: []].append(node)
            }
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
        return LocalVariables.of(member).declares(name)
    }

    /// The member of a type around the expression, or the whole file.
    var member: Syntax {
        var member = Syntax(self)
        while let parent = member.parent, !parent.is(MemberBlockItemSyntax.self) { member = parent }
        return member
    }
}
