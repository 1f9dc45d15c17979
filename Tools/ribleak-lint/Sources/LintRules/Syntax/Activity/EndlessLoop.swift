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
        var loops = Self.all(in: closure.statements)
        if loops.isEmpty {
            let called = closure.statements.nodes(
                FunctionCallExprSyntax.self, outside: Self.isOther
            )
            .filter(\.isOwn).map(\.functionName)
            loops =
                methods.filter { called.contains($0.name.text) }.lazy.compactMap(\.body)
                .map(Self.all).first { !$0.isEmpty } ?? []
        }
        guard !loops.isEmpty else { return nil }
        source = loops.compactMap(\.source).last
        ignoresEnd = loops.contains(where: \.ignoresEnd)
    }

    private static func isOther(_ node: Syntax) -> Bool { node.is(FunctionDeclSyntax.self) }

    private static func all(in code: some SyntaxProtocol) -> [(source: String?, ignoresEnd: Bool)] {
        code.nodes(Syntax.self, outside: isOther).compactMap { node in
            switch node.as(SyntaxEnum.self) {
            case .whileStmt(let loop)
            where loop.conditions.allSatisfy(isEndless) && !loop.body.hasExit:
                let text = loop.trimmedDescription
                let signs = ["isCancelled", "checkCancellation", "try await"]
                return (nil, !signs.contains(where: text.contains))
            case .forStmt(let loop)
            where loop.awaitKeyword != nil && !isFinite(loop.sequence) && !loop.body.hasExit:
                return (loop.sequence.source, false)
            case .functionCallExpr(let call)
            where call.functionName == "sleep" && call.receiver?.variableName == "Task":
                let isNano = call.argument("nanoseconds") != nil
                return call.waits(60, unit: isNano ? 1e-9 : 1) ? (nil, false) : nil
            default: return nil
            }
        }
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

extension SyntaxProtocol {
    /// Whether a way leads out of a loop, or of other code, other than by the end of `self` or of the
    /// task.
    var hasExit: Bool {
        nodes(StmtSyntax.self, outside: \.isWayOfOwner).contains { way in
            // A `break` of a case leaves only the `switch`.
            way.is(ReturnStmtSyntax.self) || way.is(ThrowStmtSyntax.self)
                || way.is(BreakStmtSyntax.self)
                    && way.parent?.parent?.parent?.is(SwitchCaseSyntax.self) != true
        }
    }
}

extension Syntax {
    /// Whether it asks for the end of `self` or of the task, or runs at another time.
    fileprivate var isWayOfOwner: Bool {
        if let check = self.as(GuardStmtSyntax.self) {
            return check.conditions.allSatisfy(\.isOfOwner)
        }
        let text = self.as(IfExprSyntax.self)?.conditions.trimmedDescription
        return text?.contains("isCancelled") == true || text == "self == nil"
            || self.is(ClosureExprSyntax.self)
    }
}

extension ConditionElementSyntax {
    fileprivate var isOfOwner: Bool {
        if let binding = condition.as(OptionalBindingConditionSyntax.self) {
            return binding.initializer.map { $0.value.isSelf } ?? (binding.pattern.name == "self")
        }
        return trimmedDescription.contains("Task.isCancelled")
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
        return time.nodes(ExprSyntax.self).contains { node in
            let literal =
                node.as(IntegerLiteralExprSyntax.self)?.literal
                ?? node.as(FloatLiteralExprSyntax.self)?.literal
            // Factors multiply each other, which is not worked out.
            let sequence = node.parent?.parent?.as(SequenceExprSyntax.self)
            guard let literal, sequence?.trimmedDescription.contains("*") != true,
                let number = Double(literal.text.filter { $0 != "_" })
            else { return false }
            return number * (units[node.takingCall?.functionName ?? ""] ?? unit) >= least
        }
    }
}
