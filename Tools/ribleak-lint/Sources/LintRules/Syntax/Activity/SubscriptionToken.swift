// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What becomes of the token that a subscription returns: who can end it, and when.
package enum SubscriptionToken: Equatable {
    /// It ends with the activity of an interactor or the run of a worker.
    case endsWithActivity
    /// A property of the type keeps it: a bag, a set, an array or a variable.
    case property(String)
    /// A bag keeps it that is a variable of the method.
    case localBag(String)
    /// A bag keeps it that is made for it, and freed at once.
    case temporaryBag
    /// Another object keeps it: `store.keep(token)`, `.store(in: &service.tokens)`.
    case object(Keeper)
    /// A variable of the method holds it, which the method does not look at again.
    case unusedVariable(String)
    /// A variable of the method holds it, and the method does something with it.
    case variable(String)
    /// `_ =` throws it away, or nothing takes it.
    case discarded
    /// Something else takes it: the caller, another function, another object.
    case elsewhere

    /// Looks at what follows the subscribing call in its chain, then at what takes the chain.
    init(
        of call: FunctionCallExprSyntax, _ chain: PostfixChain, after index: Int,
        in place: EnclosingCode, _ types: TypeTable
    ) {
        if call.functionName == "sink", call.argument("in") != nil {
            self = .endsWithActivity
            return
        }
        self.init(chain.whole, chain.links[(index + 1)...], place, types)
        if case .property(let name) = self, place.body.map({ Self.isTied(name, in: $0) }) == true {
            self = .endsWithActivity
        }
    }

    /// Methods that let a token end with an activity.
    static let ties: Set = [
        "disposeOnDeactivate", "cancelOnDeactivate", "disposeOnStop", "cancelOnStop",
    ]

    /// Whether code ties what a property has to an activity: `token?.cancelOnDeactivate(…)`.
    private static func isTied(_ name: String, in body: Syntax) -> Bool {
        UsedNames.of(body).references(to: name).contains {
            PostfixChain(around: $0).links.contains { ties.contains($0.name) }
        }
    }

    /// Who a bag or variable belongs to.
    private static func holder(
        _ expression: ExprSyntax?, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        guard let expression else { return .elsewhere }
        if expression.calledName == "DisposeBag" { return .temporaryBag }
        guard let name = expression.ownMemberName else {
            return keeper(expression, .inserted, [], place, types).map { .object($0) } ?? .elsewhere
        }
        if expression.isLocal {
            return keeper(expression, .inserted, [], place, types).map { .object($0) }
                ?? .localBag(name)
        }
        if let type = place.type, types.property(name, of: type) != nil { return .property(name) }
        // `self.bag` of a superclass that the sources do not have.
        return expression.variableName == nil ? .property(name) : .elsewhere
    }

    /// What takes an expression: an assignment, a call, or nothing.
    private static func taker(
        of whole: ExprSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        let taker = whole.ancestors.first { node in
            !node.is(TryExprSyntax.self) && !node.is(AwaitExprSyntax.self)
                && !node.is(ArrayElementSyntax.self) && !node.is(ArrayElementListSyntax.self)
                && !node.is(ArrayExprSyntax.self)
        }
        switch taker?.as(SyntaxEnum.self) {
        case .initializerClause(let initializer): return variable(initializer, place, types)
        case .exprList(let list):
            let sequence = list.parent?.as(SequenceExprSyntax.self)
            return sequence.map { assignment($0, place, types) } ?? .elsewhere
        case .labeledExpr(let argument): return insertion(argument, place, types)
        case .codeBlockItem(let item): return statement(item, place, types)
        default: return .elsewhere
        }
    }

    private static func variable(
        _ initializer: InitializerClauseSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        guard let binding = initializer.parent?.as(PatternBindingSyntax.self) else {
            return .elsewhere
        }
        if binding.pattern.is(WildcardPatternSyntax.self) { return .discarded }
        guard let name = binding.pattern.name else {
            return .elsewhere
        }
        if place.body == nil { return .property(name) }
        guard let block = initializer.nearestBlock else { return .elsewhere }
        guard UsedNames.of(block).contains(name) else { return .unusedVariable(name) }
        // What takes it, if that is all, and neither in a branch nor in a closure.
        let uses = UsedNames.of(block).references(to: name)
        guard uses.count == 1, uses[0].nearestBlock?.id == block.id else { return .variable(name) }
        let taker = SubscriptionToken(ofVariable: ExprSyntax(uses[0]), place, types)
        switch taker {
        case .property, .object: return taker
        default: return .variable(name)
        }
    }

    /// Looks at what takes a variable where it is named: `token.disposed(by: bag)`,
    /// `tokens.append(token)`.
    init(ofVariable use: ExprSyntax, _ place: EnclosingCode, _ types: TypeTable) {
        let chain = PostfixChain(around: use)
        self.init(chain.links.isEmpty ? use : chain.whole, chain.links[...], place, types)
    }

    /// Looks at the first thing that is done with a token, then at what takes it.
    private init(
        _ whole: ExprSyntax, _ links: ArraySlice<PostfixChain.Link>, _ place: EnclosingCode,
        _ types: TypeTable
    ) {
        // `tracked` says the owner, and gives the token back.
        guard let link = links.first(where: { $0.name != "tracked" }) else {
            self = Self.taker(of: whole, place, types)
            return
        }
        if Self.ties.contains(link.name) {
            self = .endsWithActivity
        } else if ["store", "disposed"].contains(link.name) {
            self = Self.holder(link.call?.arguments.first?.expression.outOfInOut, place, types)
        } else {
            self = .elsewhere
        }
    }

    var isObject: Bool { if case .object = self { true } else { false } }

    private static func assignment(
        _ sequence: SequenceExprSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        let elements = Array(sequence.elements)
        guard elements.count == 3,
            elements[1].is(AssignmentExprSyntax.self)
                || elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
        else { return .elsewhere }
        if elements[0].is(DiscardAssignmentExprSyntax.self) { return .discarded }
        let container = elements[0].as(SubscriptCallExprSyntax.self)?.calledExpression
        return holder(container ?? elements[0], place, types)
    }

    /// `bag.insert(…)`, `tokens.append(…)`, `tokens.insert(…)`.
    private static func insertion(
        _ argument: LabeledExprSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let name = call.functionName, let receiver = call.receiver,
            let index = Array(call.arguments).firstIndex(where: { $0.id == argument.id })
        else { return .elsewhere }
        let labels = call.arguments.map { $0.label?.text ?? "_" }
        let way = Hold.Way.passed(to: name, argument: index)
        if let keeper = keeper(receiver, way, labels, place, types) { return .object(keeper) }
        guard ["insert", "append", "add", "addDisposable"].contains(name) else { return .elsewhere }
        return holder(receiver, place, types)
    }

    /// Where an object other than `self` keeps what the target gets.
    private static func keeper(
        _ target: ExprSyntax, _ way: Hold.Way, _ labels: [String?], _ place: EnclosingCode,
        _ types: TypeTable
    ) -> Keeper? {
        guard let type = place.type, let (start, names) = target.path else { return nil }
        return types.keepers(from: start, names, way, labels, in: type).first {
            $0.root == .program || $0.root == .owner && $0.links.count > 1
        }
    }

    /// An expression of its own. The only one of a closure, or of a function that returns
    /// something, is what it returns.
    private static func statement(
        _ item: CodeBlockItemSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { return .elsewhere }
        // RxSwift's `bag.insert { … }` takes the value of each statement.
        if let call = list.parent?.parent?.as(FunctionCallExprSyntax.self),
            call.functionName == "insert", let bag = call.receiver
        {
            return holder(bag, place, types)
        }
        guard list.count == 1 else { return .discarded }
        if list.parent?.is(ClosureExprSyntax.self) == true { return .elsewhere }
        if let function = list.parent?.parent?.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause == nil ? .discarded : .elsewhere
        }
        if list.parent?.parent?.is(InitializerDeclSyntax.self) == true { return .discarded }
        if let body = list.parent?.parent,
            body.is(IfExprSyntax.self) || body.is(GuardStmtSyntax.self)
                || body.is(ForStmtSyntax.self)
        {
            // Of an `if` that is a value, it may be the value.
            return body.parent?.is(ExpressionStmtSyntax.self) == true
                || body.is(ForStmtSyntax.self) ? .discarded : .elsewhere
        }
        return .elsewhere
    }
}

extension ExprSyntax {
    /// What a way of properties begins with, and their names, also by local names: `service` and `bag`
    /// for `x.bag` after `let x = self.service`.
    var path: (start: Hold.Start, names: [String])? {
        var names: [String] = []
        var current = self
        for _ in 0..<8 {
            let chain = PostfixChain(current.unwrapped)
            guard chain.links.allSatisfy({ $0.call == nil }), let base = chain.base.variableName
            else { return nil }
            names = chain.links.map(\.name) + names
            if base == "self" { return (.owner, names) }
            switch chain.base.meaning(ofLocal: base) {
            case .value(let value)?: current = value
            case nil where base.first?.isUppercase == true: return (.type(base), names)
            case nil: return (.owner, [base] + names)
            case .parameter?, .unknown?: return nil
            }
        }
        return nil
    }
}

extension SyntaxProtocol {
    /// The innermost list of statements around a node.
    var nearestBlock: CodeBlockItemListSyntax? {
        nearest(CodeBlockItemListSyntax.self)
    }
}
