// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// The ways through a body that return, and whether each of them passes by something.
///
/// What stands in a closure or local function counts as passed where that is written: nobody can
/// tell when it runs, and an early answer is the one that accuses nobody.
package struct ReturnPaths {
    /// Whether a way returns that has not passed by it.
    package private(set) var missIt = false

    /// Whether a piece of code does it.
    private let happens: (Syntax) -> Bool
    /// Whether a `break` leaves the `switch` that is being walked.
    private var breaksOut = false

    /// Walks a body.
    ///
    /// - Parameter happens: Whether a piece of code does what is looked for, somewhere in it.
    package init(through body: CodeBlockSyntax, passBy happens: @escaping (Syntax) -> Bool) {
        self.happens = happens
        if walk(body.statements) == .missed { missIt = true }
    }

    /// How a way looks at the end of a piece of code.
    private enum End {
        case passed, missed
        /// Nothing goes on behind it.
        case left

        /// The end of a piece of code that ends in either way.
        func or(_ other: End) -> End {
            if self == .missed || other == .missed { return .missed }
            return self == .passed || other == .passed ? .passed : .left
        }
    }

    private mutating func walk(_ list: CodeBlockItemListSyntax) -> End {
        for item in list {
            let end = walk(Syntax(item.item))
            if end != .missed { return end }
        }
        return .missed
    }

    private mutating func walk(_ node: Syntax) -> End {
        switch node.as(SyntaxEnum.self) {
        case .expressionStmt(let statement): return walk(Syntax(statement.expression))
        case .labeledStmt(let statement): return walk(Syntax(statement.statement))
        case .ifExpr(let branch): return walk(branch)
        case .switchExpr(let choice): return walk(choice)
        case .doStmt(let attempt): return walk(attempt)
        case .guardStmt(let check):
            if happens(Syntax(check.conditions)) { return .passed }
            _ = walk(check.body.statements)
            return .missed
        case .forStmt(let loop): return walk(loop: Syntax(loop), loop.body)
        case .whileStmt(let loop): return walk(loop: Syntax(loop), loop.body)
        case .repeatStmt(let loop): return walk(loop: Syntax(loop), loop.body)
        case .returnStmt:
            if !happens(node) { missIt = true }
            return .left
        case .throwStmt: return .left
        case .breakStmt, .continueStmt, .fallThroughStmt:
            breaksOut = true
            return .left
        default:
            if happens(node) { return .passed }
            return node.neverReturns ? .left : .missed
        }
    }

    private mutating func walk(_ branch: IfExprSyntax) -> End {
        if happens(Syntax(branch.conditions)) { return .passed }
        let end = walk(branch.body.statements)
        switch branch.elseBody {
        case .ifExpr(let next)?: return end.or(walk(next))
        case .codeBlock(let block)?: return end.or(walk(block.statements))
        case nil: return .missed
        }
    }

    private mutating func walk(_ choice: SwitchExprSyntax) -> End {
        if happens(Syntax(choice.subject)) { return .passed }
        let outer = breaksOut
        defer { breaksOut = outer }
        breaksOut = false
        var end = End.left
        for element in choice.cases {
            switch element {
            case .switchCase(let one): end = end.or(walk(one.statements))
            case .ifConfigDecl(let condition):
                end = end.or(happens(Syntax(condition)) ? .passed : .missed)
            }
        }
        return breaksOut ? .missed : end
    }

    private mutating func walk(_ attempt: DoStmtSyntax) -> End {
        let end = walk(attempt.body.statements)
        // Where the error is thrown is unknown.
        if happens(Syntax(attempt.body)) { return end }
        return attempt.catchClauses.reduce(end) { $0.or(walk($1.body.statements)) }
    }

    private mutating func walk(loop: Syntax, _ body: CodeBlockSyntax) -> End {
        if happens(loop) { return .passed }
        _ = walk(body.statements)
        return .missed
    }
}

extension Syntax {
    /// Whether it is a call that ends the program.
    var neverReturns: Bool {
        guard let call = self.as(FunctionCallExprSyntax.self), call.receiver == nil else {
            return false
        }
        return ["fatalError", "preconditionFailure", "abort", "exit"]
            .contains(call.functionName ?? "")
    }
}
