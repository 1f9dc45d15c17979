// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Lets what runs for an interactor or a worker end with its activity.
struct ActivityFixes {
    let file: FixFile
    let sources: FixSources

    /// The call that ends something with the activity of the type that code belongs to.
    private func tie(
        at call: FunctionCallExprSyntax, _ verb: String
    ) throws(Refusal) -> String {
        let place = EnclosingCode(of: call)
        guard let type = place.type, !place.isStatic else {
            throw Refusal("No activity ends it: it belongs to no object.")
        }
        let role = file.types.role(of: type)
        guard role == .interactor || role == .worker else {
            throw Refusal("\(type) is neither an interactor nor a worker, so it has no activity.")
        }
        guard SelfCapture.isStrong(where: call) else {
            throw Refusal("`self` is held weakly where it is made, and may be gone.")
        }
        guard place.member != "init", place.body != nil else {
            throw Refusal("It is made before any activity, and would end at once.")
        }
        return role == .worker ? "\(verb)OnStop(self)" : "\(verb)OnDeactivate(interactor: self)"
    }

    // MARK: - Subscriptions

    /// The edits that end a subscription with the activity.
    func ending(_ subscription: Subscription) throws(Refusal) -> [SourceEdit] {
        let tie = try tie(at: subscription.call, subscription.isRx ? "dispose" : "cancel")
        let chain = keeping(subscription.chain) ?? subscription.chain
        if let last = chain.links.last, let end = last.call,
            ["store", "disposed"].contains(last.name),
            let member = end.calledExpression.as(MemberAccessExprSyntax.self)
        {
            let start = member.declName.positionAfterSkippingLeadingTrivia.utf8Offset
            let stop = end.endPositionBeforeTrailingTrivia.utf8Offset
            return [SourceEdit(replacing: start..<stop, with: tie)]
                + unusedBag(end.arguments.first?.expression.outOfInOut)
        }
        switch subscription.token {
        case .endsWithActivity: throw Refusal("The subscription ends with the activity already.")
        case .discarded, .property, .unusedVariable: return try append(tie, to: chain)
        case .object: return try takeBack(chain.whole, tie)
        case .variable(let name):
            let uses = subscription.place.body.map { UsedNames.of($0).references(to: name) } ?? []
            let taken = uses.filter {
                SubscriptionToken(ofVariable: ExprSyntax($0), subscription.place, file.types)
                    .isObject
            }
            guard taken.count == 1, let use = taken.first else {
                throw Refusal("Nothing tells what becomes of `\(name)`.")
            }
            return try takeBack(ExprSyntax(use), tie)
        case .localBag, .temporaryBag, .elsewhere:
            throw Refusal("Nothing tells what becomes of the token of the subscription.")
        }
    }

    /// The chain that puts a token into a bag, where that is all that is done with a variable:
    /// `token.disposed(by: bag)`.
    private func keeping(_ chain: PostfixChain) -> PostfixChain? {
        guard let binding = chain.whole.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.name, let block = chain.whole.nearestBlock,
            binding.initializer?.value.id == chain.whole.id
        else { return nil }
        let uses = UsedNames.of(block).references(to: name)
        guard let use = uses.first, uses.count == 1 else { return nil }
        let whole = PostfixChain(around: use)
        return ["store", "disposed"].contains(whole.links.last?.name) ? whole : nil
    }

    /// Ends a token in place of what is its only argument, such as `store.keep(token)`.
    private func takeBack(_ token: ExprSyntax, _ tie: String) throws(Refusal) -> [SourceEdit] {
        guard let call = token.takingCall, call.arguments.count == 1, call.closures.isEmpty,
            let argument = call.arguments.first, call.parent?.is(CodeBlockItemSyntax.self) == true
        else { throw Refusal("The token goes to another object with more than itself.") }
        let start = call.positionAfterSkippingLeadingTrivia.utf8Offset
        let value = argument.expression
        let end = call.endPositionBeforeTrailingTrivia.utf8Offset
        return [
            SourceEdit(
                replacing: start..<value.positionAfterSkippingLeadingTrivia.utf8Offset, with: ""),
            SourceEdit(
                replacing: value.endPositionBeforeTrailingTrivia.utf8Offset..<end, with: ".\(tie)"),
        ]
    }

    /// Adds a call at the end of a chain, and removes a `_ =` before it.
    private func append(_ tie: String, to chain: PostfixChain) throws(Refusal) -> [SourceEdit] {
        var edits: [SourceEdit] = []
        let start = chain.whole.positionAfterSkippingLeadingTrivia.utf8Offset
        let sequence = chain.whole.parent?.parent?.as(SequenceExprSyntax.self)
        if let sequence, sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true {
            let first = sequence.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(SourceEdit(replacing: first..<start, with: ""))
        } else if let variable = chain.whole.nearest(VariableDeclSyntax.self),
            variable.bindings.first?.initializer?.value.id == chain.whole.id,
            variable.bindings.first.map({ isUnused($0, in: chain) }) == true
        {
            let first = variable.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(SourceEdit(replacing: first..<start, with: ""))
        } else if chain.whole.parent?.is(CodeBlockItemSyntax.self) != true,
            sequence == nil, chain.whole.takingCall == nil,
            chain.whole.parent?.is(InitializerClauseSyntax.self) != true
        {
            throw Refusal("Nothing tells what becomes of what is made here.")
        }
        let dot = chain.links.last?.call?.calledExpression.as(MemberAccessExprSyntax.self)?.period
        let line = dot?.indentation.map { "\n\($0)" } ?? ""
        return edits + [SourceEdit(inserting: "\(line).\(tie)", after: chain.whole)]
    }

    /// Whether nothing looks at a variable again.
    private func isUnused(_ binding: PatternBindingSyntax, in chain: PostfixChain) -> Bool {
        if binding.pattern.is(WildcardPatternSyntax.self) { return true }
        guard let name = binding.pattern.name, let block = chain.whole.nearestBlock else {
            return false
        }
        return !UsedNames.of(block).contains(name)
    }

    /// Removes a bag that only this subscription used.
    private func unusedBag(_ bag: ExprSyntax?) -> [SourceEdit] {
        guard let bag, let name = bag.ownMemberName else { return [] }
        if bag.isLocal {
            guard let block = bag.nearestBlock, UsedNames.of(block).references(to: name).count == 1,
                let item = block.first(where: {
                    let bindings = $0.item.as(VariableDeclSyntax.self)?.bindings
                    return bindings?.count == 1 && bindings?.first?.pattern.name == name
                }), item.indentation != nil, item.leadingTrivia.isBlank, item.trailingTrivia.isBlank
            else { return [] }
            let end = item.endPositionBeforeTrailingTrivia.utf8Offset
            return [SourceEdit(replacing: item.position.utf8Offset..<end, with: "")]
        }
        return file.removingUnusedProperty(name)
    }

    // MARK: - Timers, observers and tasks

    /// Whether something that goes on is an observer of a notification center.
    static func isObserver(_ call: FunctionCallExprSyntax) -> Bool {
        call.functionName == "addObserver"
    }

    /// Whether what a call makes has a method that ties it to an activity.
    private static func canBeTied(_ call: FunctionCallExprSyntax) -> Bool {
        !["asyncAfter", "displayLink", "CADisplayLink"].contains(call.functionName ?? "")
    }

    /// The edits that end what a call makes.
    func ending(_ call: FunctionCallExprSyntax) throws(Refusal) -> [SourceEdit] {
        guard let object = LongLivedObject(call, file.checked) else {
            throw Refusal("Nothing tells how to end what is made here.")
        }
        let place = EnclosingCode(of: call)
        if object.observesWithSelector {
            guard let center = call.receiver, !center.isLocal else {
                throw Refusal("The notification center is not known where the activity ends.")
            }
            return try atEnd(of: call, ["\(center.trimmedDescription).removeObserver(self)"])
        }
        if object.loop?.ignoresEnd == true {
            throw Refusal("The loop does not look whether it is cancelled.")
        }
        switch SubscriptionToken(ofObject: call, in: place, file.types) {
        case .discarded:
            guard sources.hasRuntime else {
                throw Refusal("Nothing keeps it, so that it must become a property first.")
            }
            guard Self.canBeTied(call) else {
                throw Refusal(
                    "Nothing keeps what ends it, so that it must become a property first.")
            }
            return try append(
                try tie(at: call, "cancel"), to: PostfixChain(around: call))
        case .property(let name):
            guard let property = file.types.property(name, of: place.type ?? "") else {
                throw Refusal("No source declares `\(name)`.")
            }
            guard !property.isLazy else {
                throw Refusal("`\(name)` is lazy, and would be made to be ended.")
            }
            guard
                property.isOptional && property.elementType == nil
                    || property.type.map({ !Self.collections.contains($0) }) == true
            else { throw Refusal("`\(name)` keeps more than one.") }
            let clears = property.isVariable && property.isOptional ? ["\(name) = nil"] : []
            let mark = property.isOptional ? "?" : ""
            if Self.isObserver(call) {
                guard let center = call.receiver, !center.isLocal else {
                    throw Refusal("The notification center is not known where the activity ends.")
                }
                let remove = "\(center.trimmedDescription).removeObserver(\(name))"
                return try atEnd(
                    of: call,
                    [property.isOptional ? "if let \(name) { \(remove) }" : remove] + clears)
            }
            let verb =
                object.end.contains("invalidate")
                ? "invalidate" : object.end.contains("dispose") ? "dispose" : "cancel"
            return try atEnd(of: call, ["\(name)\(mark).\(verb)()"] + clears)
        default: throw Refusal("Nothing tells who keeps what is made here.")
        }
    }

    private static let collections: Set = ["Array", "Set", "Dictionary", "CompositeDisposable"]

    /// Ends what a call makes where nothing keeps it; nothing where something else may end it.
    func endingIfDiscarded(_ call: FunctionCallExprSyntax) -> [SourceEdit] {
        guard sources.hasRuntime, Self.canBeTied(call), LongLivedObject(call, file.checked) != nil,
            SubscriptionToken(ofObject: call, in: EnclosingCode(of: call), file.types)
                == .discarded,
            let tie = try? tie(at: call, "cancel")
        else { return [] }
        return (try? append(tie, to: PostfixChain(around: call))) ?? []
    }

    /// `Task { … }` as `task(in: self) { … }`.
    func owning(_ call: FunctionCallExprSyntax) throws(Refusal) -> [SourceEdit] {
        guard sources.hasRuntime else {
            throw Refusal("`task(in:)` needs the RIBs module that records.")
        }
        guard let closure = call.closures.last, call.functionName == "Task", call.receiver == nil
        else { throw Refusal("Only a plain `Task { … }` can become `task(in:)`.") }
        let place = EnclosingCode(of: call)
        guard let type = place.type, file.types.role(of: type) == .interactor, !place.isStatic,
            place.closure == nil, place.member != "init", place.body != nil
        else { throw Refusal("The task is not made by a method of an interactor.") }
        if LongLivedObject(call, file.checked)?.loop?.ignoresEnd == true {
            throw Refusal("The loop does not look whether it is cancelled.")
        }
        guard file.types.property("task", of: type) == nil,
            file.types.methods("task", of: type).isEmpty
        else { throw Refusal("\(type) has a member named `task`.") }
        let own = closure.statements.nodes(TryExprSyntax.self) { $0.is(ClosureExprSyntax.self) }
        guard own.allSatisfy({ $0.questionOrExclamationMark != nil || $0.isCaught(in: closure) }),
            closure.statements.nodes(ThrowStmtSyntax.self).isEmpty
        else { throw Refusal("The task may throw, which `task(in:)` may not.") }
        guard closure.statements.returns.allSatisfy({ $0.expression == nil }),
            !isOfValue(call, in: type)
        else { throw Refusal("The task returns a value, which `task(in:)` does not.") }
        return [Self.start(of: call)]
            + omitted(in: closure, type).map {
                SourceEdit(inserting: "self.", before: $0)
            }
    }

    private static func start(of call: FunctionCallExprSyntax) -> SourceEdit {
        let start = call.calledExpression.positionAfterSkippingLeadingTrivia.utf8Offset
        guard let paren = call.leftParen else {
            let end = call.calledExpression.endPositionBeforeTrailingTrivia.utf8Offset
            return SourceEdit(replacing: start..<end, with: "task(in: self)")
        }
        return SourceEdit(
            replacing: start..<paren.endPosition.utf8Offset,
            with: call.arguments.isEmpty ? "task(in: self" : "task(in: self, ")
    }

    /// Whether the property that gets a task says that it has a value, or may fail.
    private func isOfValue(_ call: FunctionCallExprSyntax, in type: String) -> Bool {
        let token = SubscriptionToken(ofObject: call, in: EnclosingCode(of: call), file.types)
        guard case .property(let name) = token else { return false }
        let declared = file.source.tree.nodes(PatternBindingSyntax.self)
            .first { $0.pattern.name == name && $0.nearest(ClosureExprSyntax.self) == nil }
        let written = declared?.typeAnnotation?.type.trimmedDescription ?? ""
        return !written.isEmpty && !written.contains("Task<Void, Never>")
            && !written.contains("Task<(), Never>")
    }

    /// The members that a task's closure names without `self`, which only `Task` lets it do.
    private func omitted(
        in closure: ClosureExprSyntax, _ type: String
    ) -> [DeclReferenceExprSyntax] {
        guard closure.signature?.capture?.items.contains(where: { $0.name.text == "self" }) != true
        else { return [] }
        return Self.omitted(in: closure.statements, of: type, file)
    }

    /// The members of a type that code names without `self`.
    static func omitted(
        in code: CodeBlockItemListSyntax, of type: String, _ file: FixFile
    ) -> [DeclReferenceExprSyntax] {
        let inherited: Set = ["presenter", "isActive", "isActiveStream"]
        return code.nodes(DeclReferenceExprSyntax.self) {
            $0.as(ClosureExprSyntax.self)?.signature?.capture?.items
                .contains { $0.name.text == "self" } == true
        }.filter { name in
            let text = name.baseName.text
            return !name.isMemberName && text != "self" && !ExprSyntax(name).isLocal
                && (file.types.property(text, of: type)?.isStatic == false
                    || file.types.methods(text, of: type).contains { !$0.isStatic }
                    || inherited.contains(text))
        }
    }

    // MARK: - Lifecycle methods

    /// Adds lines to the method that ends the activity of the type that a call belongs to.
    private func atEnd(
        of call: FunctionCallExprSyntax, _ lines: [String]
    ) throws(Refusal) -> [SourceEdit] {
        let type = EnclosingCode(of: call).type ?? ""
        let isWorker = file.types.role(of: type) == .worker
        return [
            try insertion(
                lines, into: isWorker ? "didStop" : "willResignActive", of: type,
                parameters: "", call: "()", below: isWorker ? "didStart" : "didBecomeActive")
        ]
    }

    /// Adds lines to a lifecycle method, behind the call of `super`; makes the method where it is missing.
    private func insertion(
        _ lines: [String], into method: String, of type: String, parameters: String,
        call: String, below neighbour: String
    ) throws(Refusal) -> SourceEdit {
        let functions = file.checked.functions(of: type)
        if let body = functions.first(where: { $0.name.text == method })?.body {
            let indent = file.indent(of: body.rightBrace) + file.step
            let known = BodyFacts(body).clears
            let text = lines.filter { line in
                !(line.hasSuffix(" = nil") && known.contains(String(line.dropLast(6))))
            }.map { "\n\(indent)\($0)" }.joined()
            guard body.rightBrace.indentation != nil else {
                throw Refusal("`\(method)` of \(type) is written in one line.")
            }
            if let first = body.statements.first, first.semicolon == nil,
                first.item.as(FunctionCallExprSyntax.self)?.receiver?.is(SuperExprSyntax.self)
                    == true
            {
                return SourceEdit(inserting: text, after: first)
            }
            return SourceEdit(inserting: text, after: body.leftBrace)
        }
        guard file.types.methods(method, of: type).allSatisfy({ !$0.isOverride }),
            let declared = file.checked.declarations.first(where: {
                $0.name == type && $0.node.is(ClassDeclSyntax.self)
            })?.node.as(ClassDeclSyntax.self)
        else { throw Refusal("`\(method)` of \(type) is in another file.") }
        let declaration = declared.memberBlock
        // The method is open in the module of RIBs, so a public class must have it public.
        let access = declared.modifiers.has("public", "open") ? " public" : ""
        let below =
            functions.first {
                $0.name.text == neighbour
                    && $0.nearest(MemberBlockSyntax.self)?.id == declaration.id
            }.map(Syntax.init)
            ?? declaration.members.last { $0.decl.is(InitializerDeclSyntax.self) }
            .map(Syntax.init) ?? declaration.members.last.map(Syntax.init)
        guard let below, declaration.rightBrace.indentation != nil else {
            throw Refusal("\(type) is written in one line.")
        }
        let indent = file.indent(of: below)
        let inner = indent + file.step
        let text =
            "\n\n\(indent)override\(access) func \(method)(\(parameters)) {"
            + "\n\(inner)super.\(method)\(call)"
            + lines.map { "\n\(inner)\($0)" }.joined() + "\n\(indent)}"
        // Others keep a blank line to what follows.
        let next = below.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        let isClose =
            next?.id != declaration.rightBrace.id
            && next?.leadingTrivia.description.filter(\.isNewline).count == 1
        return SourceEdit(inserting: text + (isClose ? "\n" : ""), after: below)
    }

    /// Moves a subscription from the initializer to where the activity begins, and ends it with that.
    func movingToActivity(_ subscription: Subscription) throws(Refusal) -> [SourceEdit] {
        let place = subscription.place
        guard let type = place.type, let role = file.types.role(of: type),
            role == .interactor || role == .worker
        else { throw Refusal("Only an interactor or a worker has an activity.") }
        guard place.member == "init", place.closure == nil,
            let item = subscription.chain.whole.nearest(CodeBlockItemSyntax.self),
            let initializer = item.parent?.parent?.parent?.as(InitializerDeclSyntax.self)
        else { throw Refusal("The subscription is not a statement of an initializer.") }
        guard item.indentation != nil, item.leadingTrivia.isBlank else {
            throw Refusal("The statement that subscribes does not have its lines to itself.")
        }
        if let name = foreignName(in: item, of: initializer, type) {
            throw Refusal("The subscription needs `\(name)`, which only the initializer has.")
        }
        let verb = subscription.isRx ? "dispose" : "cancel"
        let tie = role == .worker ? "\(verb)OnStop(self)" : "\(verb)OnDeactivate(interactor: self)"
        let moved = try text(of: item, subscription, tie)
        let start = item.position.utf8Offset
        let cut = SourceEdit(replacing: start..<item.endPosition.utf8Offset, with: "")
        let insertion = try insertion(
            [moved], into: role == .worker ? "didStart" : "didBecomeActive", of: type,
            parameters: role == .worker ? "_ interactorScope: any InteractorScope" : "",
            call: role == .worker ? "(interactorScope)" : "()", below: "init")
        return [cut, insertion]
    }

    /// A statement that subscribes, tied to the activity.
    private func text(
        of item: CodeBlockItemSyntax, _ subscription: Subscription, _ tie: String
    ) throws(Refusal) -> String {
        let text = item.trimmedDescription
        if subscription.token == .endsWithActivity { return text }
        let chain = subscription.chain
        let offset = item.positionAfterSkippingLeadingTrivia.utf8Offset
        var bytes = Array(text.utf8)
        if let last = chain.links.last, let end = last.call,
            ["store", "disposed"].contains(last.name),
            let member = end.calledExpression.as(MemberAccessExprSyntax.self)
        {
            let start = member.declName.positionAfterSkippingLeadingTrivia.utf8Offset - offset
            let stop = end.endPositionBeforeTrailingTrivia.utf8Offset - offset
            bytes.replaceSubrange(start..<stop, with: tie.utf8)
            return String(decoding: bytes, as: UTF8.self)
        }
        guard case .property = subscription.token else {
            throw Refusal("Nothing tells what becomes of the token of the subscription.")
        }
        let stop = chain.whole.endPositionBeforeTrailingTrivia.utf8Offset - offset
        bytes.insert(contentsOf: ".\(tie)".utf8, at: stop)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A name that only the initializer has: a variable, or a parameter that no property of the same
    /// name gets.
    private func foreignName(
        in item: CodeBlockItemSyntax, of initializer: InitializerDeclSyntax, _ type: String
    ) -> String? {
        let kept = Set(
            (initializer.body?.nodes(SequenceExprSyntax.self) ?? []).compactMap { sequence in
                let elements = Array(sequence.elements)
                guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
                    let name = elements[0].ownMemberName, elements[2].variableName == name
                else { return String?.none }
                return name
            })
        let uses = item.nodes(DeclReferenceExprSyntax.self).filter { !$0.isMemberName }
        return uses.first { use in
            let name = use.baseName.text
            guard name != "self", ExprSyntax(use).isLocal else { return false }
            // A name of a closure inside of the statement.
            let isInside = use.ancestors.contains { node in
                node.position >= item.position
                    && node.as(ClosureExprSyntax.self).map {
                        $0.parameterNames.contains(name)
                            || $0.statements.nodes(IdentifierPatternSyntax.self)
                                .contains { $0.identifier.text == name }
                            || name.hasPrefix("$")
                    } == true
            }
            return !isInside && !(kept.contains(name) && file.types.property(name, of: type) != nil)
        }?.baseName.text
    }
}

extension TryExprSyntax {
    /// Whether a `do` with a `catch` for all errors is around it, within a closure.
    fileprivate func isCaught(in closure: ClosureExprSyntax) -> Bool {
        for node in ancestors {
            if node.id == closure.id { return false }
            if let attempt = node.as(DoStmtSyntax.self),
                attempt.catchClauses.contains(where: \.catchItems.isEmpty)
            {
                return true
            }
        }
        return false
    }
}
