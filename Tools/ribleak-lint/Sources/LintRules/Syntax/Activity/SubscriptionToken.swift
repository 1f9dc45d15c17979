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
    /// The object of a property keeps it: `bag.keep(token)`.
    case object(String)
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
        for link in chain.links[(index + 1)...] {
            switch link.name {
            case "disposeOnDeactivate", "cancelOnDeactivate", "disposeOnStop", "cancelOnStop":
                self = .endsWithActivity
                return
            case "store", "disposed":
                let holder = link.call?.arguments.first?.expression
                self = Self.holder(holder.flatMap(Self.inOutValue), place, types)
                return
            // Says the owner, and gives the token back.
            case "tracked": continue
            default:
                self = .elsewhere
                return
            }
        }
        self = Self.taker(of: chain.whole, place, types)
    }

    private static func inOutValue(_ expression: ExprSyntax) -> ExprSyntax {
        expression.as(InOutExprSyntax.self)?.expression ?? expression
    }

    /// Who a bag or variable belongs to.
    private static func holder(
        _ expression: ExprSyntax?, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        guard let expression else { return .elsewhere }
        if expression.calledName == "DisposeBag" { return .temporaryBag }
        guard let name = expression.ownMemberName else { return .elsewhere }
        if expression.isLocal { return .localBag(name) }
        if let type = place.type, types.property(name, of: type) != nil { return .property(name) }
        // `self.bag` of a superclass that the sources do not have.
        return expression.variableName == nil ? .property(name) : .elsewhere
    }

    /// What takes an expression: an assignment, a call, or nothing.
    private static func taker(
        of whole: ExprSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        var node = Syntax(whole)
        while let parent = node.parent {
            if parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
                || parent.is(ArrayElementSyntax.self) || parent.is(ArrayElementListSyntax.self)
                || parent.is(ArrayExprSyntax.self)
            {
                node = parent
                continue
            }
            if let initializer = parent.as(InitializerClauseSyntax.self) {
                return variable(initializer, place, types)
            }
            if let list = parent.as(ExprListSyntax.self),
                let sequence = list.parent?.as(SequenceExprSyntax.self)
            {
                return assignment(sequence, place, types)
            }
            if let argument = parent.as(LabeledExprSyntax.self) {
                return insertion(argument, place, types)
            }
            if let item = parent.as(CodeBlockItemSyntax.self) { return statement(item) }
            return .elsewhere
        }
        return .elsewhere
    }

    /// The use of a variable in a block, if it is the only one, and neither in a branch nor in a
    /// closure.
    private static func onlyUse(of name: String, in block: CodeBlockItemListSyntax) -> ExprSyntax? {
        let uses = LocalVariables.of(block).references(to: name)
        guard uses.count == 1, uses[0].nearestBlock?.id == block.id else { return nil }
        return ExprSyntax(uses[0])
    }

    private static func variable(
        _ initializer: InitializerClauseSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        guard let binding = initializer.parent?.as(PatternBindingSyntax.self) else {
            return .elsewhere
        }
        if binding.pattern.is(WildcardPatternSyntax.self) { return .discarded }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
            return .elsewhere
        }
        if place.body == nil { return .property(name) }
        guard let block = initializer.nearestBlock else { return .elsewhere }
        guard LocalVariables.of(block).uses(name) else { return .unusedVariable(name) }
        if let use = onlyUse(of: name, in: block),
            case .property(let keeper) = taker(ofVariable: use, place, types)
        {
            return .property(keeper)
        }
        return .variable(name)
    }

    /// What takes the variable by its only use: `token.disposed(by: bag)`, `tokens.append(token)`.
    private static func taker(
        ofVariable use: ExprSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        let chain = PostfixChain(around: use)
        guard let link = chain.links.first else { return taker(of: use, place, types) }
        guard chain.links.count == 1, ["store", "disposed"].contains(link.name) else {
            return .elsewhere
        }
        return holder(link.call?.arguments.first.map { inOutValue($0.expression) }, place, types)
    }

    private static func assignment(
        _ sequence: SequenceExprSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        let elements = Array(sequence.elements)
        guard elements.count == 3 else { return .elsewhere }
        let target = elements[0]
        if elements[1].is(AssignmentExprSyntax.self) {
            if target.is(DiscardAssignmentExprSyntax.self) { return .discarded }
            if let container = target.as(SubscriptCallExprSyntax.self) {
                return holder(container.calledExpression, place, types)
            }
            return holder(target, place, types)
        }
        if elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "+=" {
            return holder(target, place, types)
        }
        return .elsewhere
    }

    /// `bag.insert(…)`, `tokens.append(…)`, `tokens.insert(…)`.
    private static func insertion(
        _ argument: LabeledExprSyntax, _ place: EnclosingCode, _ types: TypeTable
    ) -> SubscriptionToken {
        guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            let name = call.functionName
        else { return .elsewhere }
        if let keeper = objectThatKeeps(argument, of: call, place, types) { return .object(keeper) }
        guard ["insert", "append", "add", "addDisposable"].contains(name) else { return .elsewhere }
        return holder(call.receiver, place, types)
    }

    /// The property of `self` whose object keeps an argument in a property of its own, by all that
    /// the sources tell.
    static func objectThatKeeps(
        _ argument: LabeledExprSyntax, of call: FunctionCallExprSyntax, _ place: EnclosingCode,
        _ types: TypeTable
    ) -> String? {
        guard let name = call.functionName, let receiver = call.receiver, !receiver.isLocal,
            let keeper = receiver.ownMemberName, let type = place.type,
            let target = types.property(keeper, of: type)?.type.flatMap(types.onlyClass)
        else { return nil }
        let index = call.arguments.firstIndex { $0.id == argument.id }
        let arguments = call.arguments.map {
            HeldArgument(label: $0.label?.text ?? "_", value: .variable(""))
        }
        let position = index.map {
            call.arguments.distance(from: call.arguments.startIndex, to: $0)
        }
        guard let position,
            !types.keepers(ofArgument: position, of: arguments, passedTo: name, of: target.name)
                .isEmpty
        else { return nil }
        return keeper
    }

    /// An expression of its own. The only one of a closure, or of a function that returns
    /// something, is what it returns.
    private static func statement(_ item: CodeBlockItemSyntax) -> SubscriptionToken {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { return .elsewhere }
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

extension SyntaxProtocol {
    /// The innermost list of statements around a node.
    var nearestBlock: CodeBlockItemListSyntax? {
        var current = parent
        while let next = current {
            if let list = next.as(CodeBlockItemListSyntax.self) { return list }
            current = next.parent
        }
        return nil
    }
}
