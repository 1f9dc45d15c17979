// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Who keeps an object that code of a type makes, as far as that code tells.
enum ObjectHolder: Equatable {
    /// A property of the type, or a collection that is one.
    case property(String)
    /// Nothing in the sources: the code lets go of it.
    case nobody
    /// The code ends it itself, hands it on, or ties it to the activity.
    case undecided

    /// Looks at what takes the result of a call.
    init(
        of call: FunctionCallExprSyntax, in place: EnclosingCode, _ types: TypeTable
    ) {
        let chain = PostfixChain(around: call)
        let index = chain.links.firstIndex { $0.call?.id == call.id } ?? -1
        switch SubscriptionToken(of: call, chain, after: index, in: place, types) {
        case .property(let name): self = .property(name)
        case .discarded, .unusedVariable: self = .nobody
        case .endsWithActivity, .localBag, .temporaryBag, .object: self = .undecided
        case .elsewhere, .variable:
            // The value of a lazy property, which a closure makes.
            if place.body == nil, let member = place.member {
                self = .property(member)
            } else {
                self = Self.taker(ofVariableFor: chain.whole)
            }
        }
    }

    /// What takes the variable that an expression is the initial value of.
    private static func taker(ofVariableFor whole: ExprSyntax) -> ObjectHolder {
        guard let initializer = whole.parent?.as(InitializerClauseSyntax.self),
            let binding = initializer.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let block = initializer.nearestBlock
        else { return .undecided }
        let finder = UseFinder(name)
        finder.walk(block)
        if finder.isUndecided { return .undecided }
        return finder.property.map { .property($0) } ?? .nobody
    }

    /// Finds what a block does with a variable.
    private final class UseFinder: SyntaxVisitor {
        private(set) var property: String?
        private(set) var isUndecided = false
        private let name: String

        init(_ name: String) {
            self.name = name
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            if node.baseName.text == name { note(ExprSyntax(node)) }
            return .skipChildren
        }

        // The name of a member is another one's.
        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            if let base = node.base { walk(base) }
            return .skipChildren
        }

        private func note(_ use: ExprSyntax) {
            var node = Syntax(use)
            while let parent = node.parent,
                parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
            {
                node = parent
            }
            if let member = node.parent?.as(MemberAccessExprSyntax.self) {
                if Self.endings.contains(member.declName.baseName.text) { isUndecided = true }
            } else if let argument = node.parent?.as(LabeledExprSyntax.self),
                let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
            {
                note(call)
            } else if let sequence = node.parent?.parent?.as(SequenceExprSyntax.self),
                let target = Self.target(of: sequence, taking: node)
            {
                property = target
            } else {
                isUndecided = true
            }
        }

        /// Notes a call that the variable is passed to.
        private func note(_ call: FunctionCallExprSyntax) {
            // A run loop keeps what it is given, but for no one to end.
            if call.functionName == "add", call.argument("forMode") != nil { return }
            guard ["append", "insert", "add"].contains(call.functionName ?? ""),
                let target = call.receiver?.ownMemberName
            else {
                isUndecided = true
                return
            }
            property = target
        }

        private static func target(of sequence: SequenceExprSyntax, taking value: Syntax) -> String?
        {
            let elements = Array(sequence.elements)
            guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
                elements[2].id == value.id
            else { return nil }
            return elements[0].ownMemberName
                ?? elements[0].as(SubscriptCallExprSyntax.self)?.calledExpression.ownMemberName
        }

        private static let endings: Set = ["cancel", "invalidate", "stop"]
    }
}
