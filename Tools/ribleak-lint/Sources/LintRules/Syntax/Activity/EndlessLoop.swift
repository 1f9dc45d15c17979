// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Finds a loop that ends only with its task: `while true`, `while !Task.isCancelled`, and
/// `for await` over a stream.
enum EndlessLoop {
    /// Whether a task's code has such a loop, itself or in a method that it calls.
    ///
    /// - Parameter methods: The methods of the type that the sources of the file have.
    static func runs(in closure: ClosureExprSyntax, _ methods: [FunctionDeclSyntax]) -> Bool {
        let finder = LoopFinder(viewMode: .sourceAccurate)
        finder.walk(closure.statements)
        if finder.hasEndless { return true }
        return methods.contains { method in
            guard let body = method.body, finder.ownCalls.contains(method.name.text) else {
                return false
            }
            let inner = LoopFinder(viewMode: .sourceAccurate)
            inner.walk(body)
            return inner.hasEndless
        }
    }

    private final class LoopFinder: SyntaxVisitor {
        private(set) var hasEndless = false
        /// The names of the methods of `self` that are called.
        private(set) var ownCalls: Set<String> = []

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            .skipChildren
        }

        override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
            if node.conditions.allSatisfy(Self.isEndless), !Exits.has(node.body) {
                hasEndless = true
            }
            return .visitChildren
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            if node.awaitKeyword != nil, !Self.isFinite(node.sequence), !Exits.has(node.body) {
                hasEndless = true
            }
            return .visitChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.functionName, node.calledExpression.ownMemberName == name {
                ownCalls.insert(name)
            }
            return .visitChildren
        }

        private static func isEndless(_ condition: ConditionElementSyntax) -> Bool {
            ["true", "!Task.isCancelled", "Task.isCancelled==false", "letself", "letself=self"]
                .contains(
                    condition.condition.trimmedDescription.filter { !$0.isWhitespace })
        }

        /// Whether a sequence is known to end: the tasks of a group, lines, literals.
        private static func isFinite(_ sequence: ExprSyntax) -> Bool {
            guard let name = sequence.variableName else { return endsByItself(sequence) }
            switch sequence.meaning(ofLocal: name) {
            case .value(let value)?: return endsByItself(value)
            // The group of `withTaskGroup`, or anything else.
            case .unknown?: return true
            case .parameter?, nil: return false
            }
        }

        private static func endsByItself(_ sequence: ExprSyntax) -> Bool {
            let chain = PostfixChain(sequence.unwrapped)
            // The closure that makes the stream may finish it.
            if ["AsyncStream", "AsyncThrowingStream"].contains(chain.base.calledPlainName ?? "") {
                return true
            }
            return chain.links.contains { link in
                // `values(in: interactor)` ends with the activity.
                finite.contains(link.name) || link.call?.argument("in") != nil
            }
        }

        private static let finite: Set = ["lines", "bytes", "characters", "prefix", "first"]
    }

    /// Ways out of a loop other than the end of `self` or of the task.
    private final class Exits: SyntaxVisitor {
        private var found = false

        static func has(_ body: CodeBlockSyntax) -> Bool {
            let exits = Exits(viewMode: .sourceAccurate)
            exits.walk(body)
            return exits.found
        }

        override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
            node.conditions.allSatisfy(Self.isOfOwner) ? .skipChildren : .visitChildren
        }

        override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
            let text = node.conditions.trimmedDescription
            if text.contains("isCancelled") || text == "self == nil" { return .skipChildren }
            return .visitChildren
        }

        override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { leave() }
        override func visit(_ node: BreakStmtSyntax) -> SyntaxVisitorContinueKind { leave() }
        override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind { leave() }
        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            .skipChildren
        }

        // A `break` in it leaves only the `switch`.
        override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
            let returns = Exits(viewMode: .sourceAccurate)
            for statement in node.statements where !statement.item.is(BreakStmtSyntax.self) {
                returns.walk(statement)
            }
            found = found || returns.found
            return .skipChildren
        }

        private func leave() -> SyntaxVisitorContinueKind {
            found = true
            return .skipChildren
        }

        private static func isOfOwner(_ condition: ConditionElementSyntax) -> Bool {
            if let binding = condition.condition.as(OptionalBindingConditionSyntax.self) {
                return binding.initializer.map { $0.value.isSelf }
                    ?? (binding.pattern.trimmedDescription == "self")
            }
            return condition.trimmedDescription.contains("Task.isCancelled")
        }
    }
}
