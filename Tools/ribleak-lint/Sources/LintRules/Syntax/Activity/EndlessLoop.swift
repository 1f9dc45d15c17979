// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Finds a loop that ends only with its task: `while true`, `while !Task.isCancelled`, and
/// `for await` over a stream. A sleep of a minute and more is one too.
struct EndlessLoop {
    /// The property whose object gives what the loop waits for: it may end the loop.
    let source: String?
    /// Whether the loop does not look whether its task is cancelled.
    let ignoresEnd: Bool

    /// Finds one in a task's code, or in a method that it calls; nil if there is none.
    ///
    /// - Parameter methods: The methods of the type that the sources of the file have.
    init?(in closure: ClosureExprSyntax, _ methods: [FunctionDeclSyntax]) {
        var finder = LoopFinder(in: closure.statements)
        if !finder.hasEndless {
            let inner = methods.filter { finder.ownCalls.contains($0.name.text) }
                .compactMap(\.body).map(LoopFinder.init)
            guard let endless = inner.first(where: \.hasEndless) else { return nil }
            finder = endless
        }
        (source, ignoresEnd) = (finder.source, finder.ignoresEnd)
    }

    private final class LoopFinder: SyntaxVisitor {
        private(set) var hasEndless = false
        private(set) var source: String?
        private(set) var ignoresEnd = false
        /// The names of the methods of `self` that are called.
        private(set) var ownCalls: Set<String> = []

        init(in code: some SyntaxProtocol) {
            super.init(viewMode: .sourceAccurate)
            walk(code)
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            .skipChildren
        }

        override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
            if node.conditions.allSatisfy(Self.isEndless), !Exits.has(node.body) {
                hasEndless = true
                let text = node.trimmedDescription
                let signs = ["isCancelled", "checkCancellation", "try await"]
                ignoresEnd = !signs.contains(where: text.contains)
            }
            return .visitChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            if node.functionName == "sleep", node.receiver?.variableName == "Task" {
                let isNano = node.argument("nanoseconds") != nil
                hasEndless = hasEndless || node.waits(60, unit: isNano ? 1e-9 : 1)
            }
            if let name = node.functionName, node.calledExpression.ownMemberName == name {
                ownCalls.insert(name)
            }
            return .visitChildren
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            if node.awaitKeyword != nil, !Self.isFinite(node.sequence), !Exits.has(node.body) {
                hasEndless = true
                source = node.sequence.source
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

    /// Ways out of a loop, or of other code, other than the end of `self` or of the task.
    final class Exits: SyntaxVisitor {
        private var found = false

        static func has(_ body: some SyntaxProtocol) -> Bool {
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

extension ExprSyntax {
    /// The property that a value comes from: `feed` for `stream` after `let stream = feed.open().events`.
    fileprivate var source: String? {
        let base = PostfixChain(self).base
        guard let name = base.variableName, case .value(let value)? = base.meaning(ofLocal: name)
        else {
            return base.isSelf ? PostfixChain(self).links.first?.name : base.ownMemberName
        }
        return value.source
    }
}

extension FunctionCallExprSyntax {
    /// Whether its first argument says so many seconds or more, as `.seconds(600)` and `.now() + 600` do.
    ///
    /// - Parameter unit: What a plain number stands for, in seconds.
    func waits(_ least: Double, unit: Double) -> Bool {
        guard let time = arguments.first?.expression else { return false }
        let units = [
            "milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9, "minutes": 60,
        ]
        let numbers = NumberFinder(viewMode: .sourceAccurate)
        numbers.walk(time)
        return numbers.found.contains { number, name in number * (units[name] ?? unit) >= least }
    }

    /// The numbers of an expression, with the calls that they are passed to.
    private final class NumberFinder: SyntaxVisitor {
        private(set) var found: [(Double, call: String)] = []

        override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
            add(node.literal.text, Syntax(node))
        }

        override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
            add(node.literal.text, Syntax(node))
        }

        private func add(_ text: String, _ node: Syntax) -> SyntaxVisitorContinueKind {
            let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
            // Factors multiply each other, which is not worked out.
            let isFactor =
                node.parent?.parent?.is(SequenceExprSyntax.self) == true
                && node.parent?.parent?.trimmedDescription.contains("*") == true
            if !isFactor, let number = Double(text.filter { $0 != "_" }) {
                found.append((number, call?.functionName ?? ""))
            }
            return .skipChildren
        }
    }
}
