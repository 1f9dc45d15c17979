// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

extension SyntaxProtocol {
    /// Where a piece of code names something, members of other things too.
    func references(to name: String) -> [DeclReferenceExprSyntax] {
        nodes(DeclReferenceExprSyntax.self).filter { $0.baseName.text == name }
    }

    /// The calls of a piece of code.
    var calls: [FunctionCallExprSyntax] { nodes(FunctionCallExprSyntax.self) }
}

/// What the methods of a type, or a piece of code, put into its properties: by `=`, by a subscript, and into collections
/// by `append`, `insert` and `+=`.
final class StoredValues: SyntaxVisitor {
    struct StoredValue {
        /// The assignment or call.
        let node: Syntax
        let property: String
        let value: ExprSyntax
    }

    private(set) var found: [StoredValue] = []

    convenience init(in type: any DeclGroupSyntax) { self.init(in: type.memberBlock.members) }

    init(in code: some SyntaxProtocol) {
        super.init(viewMode: .sourceAccurate)
        walk(code)
    }

    // Types inside have a `self` of their own.
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        guard elements.count == 3 else { return .visitChildren }
        if elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "+=" {
            for element in elements[2].as(ArrayExprSyntax.self)?.elements ?? [] {
                add(Syntax(node), elements[0], element.expression)
            }
        }
        guard elements[1].is(AssignmentExprSyntax.self) else { return .visitChildren }
        let target = elements[0].as(SubscriptCallExprSyntax.self)?.calledExpression ?? elements[0]
        add(Syntax(node), target, elements[2])
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if ["append", "insert"].contains(node.functionName ?? ""), let receiver = node.receiver,
            let value = node.arguments.first?.expression
        {
            add(Syntax(node), receiver, value)
        }
        return .visitChildren
    }

    private func add(_ node: Syntax, _ target: ExprSyntax, _ value: ExprSyntax) {
        if let name = target.variableName {
            guard node.meaning(ofLocal: name) == nil else { return }
        }
        guard let property = target.ownMemberName ?? Self.staticMember(target) else { return }
        found.append(StoredValue(node: node, property: property, value: value))
    }

    /// The name in `Self.x`.
    private static func staticMember(_ target: ExprSyntax) -> String? {
        guard let member = target.unwrapped.as(MemberAccessExprSyntax.self),
            member.base?.variableName == "Self"
        else { return nil }
        return member.declName.baseName.text
    }
}
