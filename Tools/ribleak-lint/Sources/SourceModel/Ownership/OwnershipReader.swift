// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds what the code of a member lets something keep, in the order of the source.
///
/// Variables stand for the values that they got so far: branches are not told apart, so that a variable
/// of two branches stands for both of its values.
package final class OwnershipReader: SyntaxVisitor {
    /// An edge, and the expressions whose values it keeps.
    package typealias Edge = (hold: Hold, values: [ExprSyntax])

    /// The edges. Those of a property or collection are there also when nothing is known of the value.
    package private(set) var found: [Edge] = []
    private var values: [String: Held]
    private let types: [String: String?]
    /// The properties that got the objects of variables.
    private var properties: [String: String] = [:]

    /// Whether it is read for others, who cannot tell whether a stream ends.
    private let isSummary: Bool

    /// Reads a member.
    package init(
        _ code: some SyntaxProtocol, parameters: [ParameterFacts] = [], isSummary: Bool = false
    ) {
        self.isSummary = isSummary
        values = Dictionary(
            parameters.map { ($0.name, .parameter($0.name)) },
            uniquingKeysWith: { first, _ in first })
        types = Dictionary(
            parameters.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        super.init(viewMode: .sourceAccurate)
        walk(code)
        found = found.map { (settled($0.hold), $0.values) }
    }

    /// The edge by which a property has a value from the beginning.
    package func hold(of value: ExprSyntax, in property: String) -> Hold {
        Hold(
            start: .owner, names: [property], way: .assigned, value: self.value(value),
            labels: [])
    }

    /// What a variable's object keeps, its property keeps, whichever came first.
    private func settled(_ hold: Hold) -> Hold {
        guard case .variable(let name, _) = hold.start, let property = properties[name] else {
            return hold
        }
        return Hold(
            start: .owner, names: [property] + hold.names, way: hold.way, value: hold.value,
            labels: hold.labels)
    }

    // Types inside of a method have a `self` of their own.
    override package func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }
    override package func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }
    override package func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }

    // MARK: Variables

    override package func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.pattern.name else { return .visitChildren }
        let variable = node.parent?.parent?.as(VariableDeclSyntax.self)
        let isWeak = variable?.modifiers.has("weak", "unowned") == true
        declare(name, isWeak ? nil : node.initializer?.value)
        if isWeak { values[name] = .nothing }
        return .visitChildren
    }

    override package func visit(
        _ node: OptionalBindingConditionSyntax
    ) -> SyntaxVisitorContinueKind {
        if let name = node.pattern.name, !name.contains("self"), let value = node.initializer?.value
        {
            declare(name, value)
        }
        return .visitChildren
    }

    override package func visit(
        _ node: MatchingPatternConditionSyntax
    ) -> SyntaxVisitorContinueKind {
        declare(in: node.pattern, node.initializer.value)
        return .visitChildren
    }

    override package func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
        if let choice = node.nearest(SwitchExprSyntax.self) {
            declare(in: node.pattern, choice.subject)
        }
        return .visitChildren
    }

    /// The names of a pattern stand for parts of the value.
    private func declare(in pattern: PatternSyntax, _ value: ExprSyntax) {
        for name in pattern.nodes(IdentifierPatternSyntax.self) {
            declare(name.identifier.text, value)
        }
    }

    override package func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.pattern.name { declare(name, node.sequence) }
        return .visitChildren
    }

    override package func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        for name in node.parameterNames { values[name] = .variable(name) }
        return .visitChildren
    }

    private func declare(_ name: String, _ value: ExprSyntax?) {
        let held = value.map(self.value) ?? .nothing
        values[name] = held == .nothing ? .variable(name) : held
    }

    // MARK: What keeps

    /// Assignments are parsed as flat lists of operators and operands.
    override package func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        guard elements.count >= 3 else { return .visitChildren }
        if elements[1].is(AssignmentExprSyntax.self) {
            if let targets = elements[0].as(TupleExprSyntax.self)?.elements,
                let all = elements[2].as(TupleExprSyntax.self)?.elements
            {
                for (target, one) in zip(targets, all) {
                    assign([one.expression], to: target.expression)
                }
            } else if elements.dropFirst(2).allSatisfy({ !$0.isUnknownOperator }) {
                assign(Array(elements.dropFirst(2)), to: elements[0])
            }
        } else if elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "+=" {
            add(Array(elements.dropFirst(2)), to: elements[0], .inserted)
        }
        return .visitChildren
    }

    private func assign(_ expressions: [ExprSyntax], to target: ExprSyntax) {
        if let container = target.unwrapped.as(SubscriptCallExprSyntax.self) {
            add(expressions, to: container.calledExpression, .inserted)
            return
        }
        let value = group(expressions)
        if let name = target.variableName, let known = values[name] {
            values[name] = known.and(value)
            return
        }
        if expressions.count == 1, let name = expressions[0].variableName, values[name] != nil,
            let property = target.ownMemberName
        {
            properties[name] = property
        }
        if let member = target.unwrapped.as(MemberAccessExprSyntax.self),
            let name = member.base?.variableName,
            case .made(let type, let arguments)? = values[name]
        {
            let label = member.declName.baseName.text
            values[name] = .made(
                type, arguments + [HeldArgument(label: label, isSet: true, value: value)])
        }
        add(expressions, to: target, .assigned)
    }

    override package func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.functionName else { return .visitChildren }
        if ["store", "disposed"].contains(name), let bag = node.arguments.first?.expression,
            let token = node.receiver, !isSummary || token.isOfKnownStream
        {
            add([token], to: bag.outOfInOut, .inserted)
        }
        let arguments = arguments(of: node)
        let labels = arguments.map(\.label)
        let closures = [node.trailingClosure] + node.additionalTrailingClosures.map(\.closure)
        let expressions =
            node.arguments.map(\.expression) + closures.compactMap { $0.map(ExprSyntax.init) }
        for (index, argument) in arguments.enumerated() where argument.value != .nothing {
            let way = Hold.Way.passed(to: name, argument: index)
            let value = [expressions[index]]
            if let receiver = node.receiver {
                if receiver.is(SuperExprSyntax.self) {
                    note(.owner, ["super"], way, value, labels)
                } else {
                    add(value, to: receiver, way, labels)
                }
            } else if name.first?.isUppercase == true {
                note(.type(name), [], .passed(to: "init", argument: index), value, labels)
            } else if values[name] == nil {
                note(.owner, [], way, value, labels)
            }
        }
        return .visitChildren
    }

    private func add(
        _ expressions: [ExprSyntax], to target: ExprSyntax, _ way: Hold.Way,
        _ labels: [String?] = []
    ) {
        let chain = PostfixChain(target.unwrapped)
        guard chain.links.allSatisfy({ $0.call == nil }), let base = chain.base.plainName else {
            return
        }
        var names = chain.links.map(\.name)
        let start: Hold.Start
        switch values[base] {
        case .parameter(let name)?: start = .parameter(name, type: types[name] ?? nil)
        case .member(let name)?: (start, names) = (.owner, [name] + names)
        case .owner?: start = .owner
        case .made(let type, _)?: start = .variable(base, type: type)
        case _?: start = .variable(base, type: nil)
        case nil where base == "self": start = .owner
        case nil where base.first?.isUppercase == true: start = .type(base)
        case nil: (start, names) = (.owner, [base] + names)
        }
        note(start, names, way, expressions, labels)
    }

    private func note(
        _ start: Hold.Start, _ names: [String], _ way: Hold.Way, _ expressions: [ExprSyntax],
        _ labels: [String?]
    ) {
        let value = group(expressions)
        let hold = Hold(start: start, names: names, way: way, value: value, labels: labels)
        found.append((hold, expressions))
    }

    // MARK: Values

    private func arguments(of call: FunctionCallExprSyntax) -> [HeldArgument] {
        var all = call.arguments.map {
            HeldArgument(label: $0.label?.text ?? "_", value: value($0.expression))
        }
        if let closure = call.trailingClosure {
            all.append(HeldArgument(label: nil, value: captures(of: closure)))
        }
        return all
            + call.additionalTrailingClosures.map {
                HeldArgument(label: $0.label.text, value: captures(of: $0.closure))
            }
    }

    /// What an expression keeps.
    package func value(_ expression: ExprSyntax) -> Held {
        let expression = expression.unwrapped
        if expression.isSelf { return SelfCapture.isStrong(where: expression) ? .owner : .nothing }
        if let name = expression.variableName {
            guard let value = values[name] else { return .member(name) }
            if case .made = value { return .object(name, value) }
            return value
        }
        switch expression.as(ExprSyntaxEnum.self) {
        case .memberAccessExpr(let member):
            guard let base = member.base else { return .nothing }
            let name = member.declName.baseName.text
            if base.isSelf { return .member(name) }
            return Self.parts.contains(name) ? value(base) : .nothing
        case .closureExpr(let closure): return captures(of: closure)
        case .functionCallExpr(let call): return value(of: call)
        case .arrayExpr(let array): return group(array.elements.map(\.expression))
        case .tupleExpr(let tuple): return group(tuple.elements.map(\.expression))
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return .nothing }
            return group(elements.map(\.value))
        case .sequenceExpr(let sequence):
            // What another operator makes of its operands, nobody can tell.
            return sequence.elements.contains(where: \.isUnknownOperator)
                ? .nothing : group(Array(sequence.elements))
        case .unresolvedTernaryExpr(let choice): return value(choice.thenExpression)
        case .subscriptCallExpr(let element): return value(element.calledExpression)
        case .inOutExpr(let inner): return value(inner.expression)
        default: return .nothing
        }
    }

    /// Elements of collections, and the views of routers.
    private static let parts: Set = [
        "first", "last", "values", "viewControllable", "uiviewController",
    ]

    private func group(_ expressions: [ExprSyntax]) -> Held {
        expressions.reduce(.nothing) { $0.and(value($1)) }
    }

    private func value(of call: FunctionCallExprSyntax) -> Held {
        if let closure = call.calledExpression.as(ClosureExprSyntax.self) {
            return results(of: closure)
        }
        guard let name = call.functionName else { return .nothing }
        let receiver = call.receiver
        if receiver == nil, name.first?.isUppercase == true {
            return .made(name, arguments(of: call))
        }
        if name == "init", let type = receiver?.plainName {
            return .made(type, arguments(of: call))
        }
        if name.first?.isUppercase == true, receiver?.plainName?.first?.isUppercase == true {
            return .made(name, arguments(of: call))
        }
        // The payload of a case, or what a method of the type makes.
        if receiver == nil, call.calledExpression.is(MemberAccessExprSyntax.self), name != "init" {
            return arguments(of: call).reduce(.nothing) { $0.and($1.value) }
        }
        if let type = receiver?.plainName, type.first?.isUppercase == true {
            return .from(type, arguments(of: call))
        }
        if name == "shared", let closure = call.closures.last { return results(of: closure) }
        if ["first", "last", "reversed"].contains(name), let receiver { return value(receiver) }
        if ["map", "compactMap"].contains(name), let closure = call.closures.last {
            return results(of: closure)
        }
        return stream(of: call)
    }

    /// What the values of a closure keep that runs at once. Its own names say nothing here.
    private func results(of closure: ClosureExprSyntax) -> Held {
        let outside = values
        defer { values = outside }
        let declared = Self.names(in: closure.statements).declared
        for name in declared.union(closure.parameterNames) { values[name] = .variable(name) }
        for variable in closure.statements.compactMap({ $0.item.as(VariableDeclSyntax.self) }) {
            for binding in variable.bindings {
                if let name = binding.pattern.name { declare(name, binding.initializer?.value) }
            }
        }
        return group(closure.results)
    }

    /// What a stream, or the token of a subscription, keeps as long as it is kept itself.
    private func stream(of call: FunctionCallExprSyntax) -> Held {
        let chain = PostfixChain(ExprSyntax(call))
        // In an extension of streams, `self` may be left out.
        let own = chain.base.as(FunctionCallExprSyntax.self)
            .flatMap { $0.functionName == "sink" || $0.argument("onNext") != nil ? $0 : nil }
        guard
            own != nil
                || chain.links.contains(where: {
                    Self.consumers.contains($0.name) || Self.streams.contains($0.name)
                })
        else { return .nothing }
        return ([own] + chain.links.map(\.call)).compactMap(\.self).reduce(.nothing) { held, call in
            let isAssigned = call.functionName == "assign"
            return arguments(of: call).reduce(held) { held, argument in
                // What has no known name may hold `self` weakly, as `subscribe(with: self)` does.
                let isNamed = argument.label.map { $0 != "_" && !call.hasClosure($0) } ?? false
                let isUnknown = isNamed && !(isAssigned && argument.label == "on")
                return isUnknown && argument.value == .owner ? held : held.and(argument.value)
            }
        }
    }

    fileprivate static let consumers: Set = [
        "sink", "subscribe", "bind", "drive", "emit", "assign",
    ]
    /// What only streams have.
    private static let streams: Set = [
        "eraseToAnyPublisher", "asObservable", "asDriver", "asSignal", "asSingle", "share",
        "replay",
        "publish", "multicast", "autoconnect", "refCount", "makeConnectable",
    ]

    /// What a closure keeps: `self`, and the variables that it names.
    private func captures(of closure: ClosureExprSyntax) -> Held {
        var held = Held.nothing
        if SelfCapture(of: closure) != nil, SelfCapture.isStrong(where: closure) { held = .owner }
        if SelfCapture.isUnowned(in: closure) { held = .unowned }
        var hidden = Set(closure.parameterNames)
        for item in closure.signature?.capture?.items ?? [] {
            hidden.insert(item.name.text)
            guard item.specifier == nil, item.name.text != "self" else { continue }
            let listed = item.initializer.map { value($0.value) } ?? values[item.name.text]
            held = held.and(listed ?? .nothing)
        }
        let (used, declared) = Self.names(in: closure.statements)
        for name in used.subtracting(declared).subtracting(hidden).sorted() {
            if let value = values[name] { held = held.and(value) }
        }
        return held
    }

    /// The names that the code of a closure uses and declares.
    private static func names(
        in code: CodeBlockItemListSyntax
    ) -> (used: Set<String>, declared: Set<String>) {
        var (used, declared) = (Set<String>(), Set<String>())
        // What a list takes weakly is not kept.
        let nodes = code.nodes(Syntax.self) { $0.as(ClosureCaptureSyntax.self)?.specifier != nil }
        for node in nodes {
            switch node.as(SyntaxEnum.self) {
            case .declReferenceExpr(let name) where !name.isMemberName:
                used.insert(name.baseName.text)
            case .identifierPattern(let pattern): declared.insert(pattern.identifier.text)
            case .closureCapture(let item) where item.specifier != nil:
                declared.insert(item.name.text)
            case .closureCapture(let item) where item.initializer == nil:
                used.insert(item.name.text)
            default: break
            }
        }
        return (used, declared)
    }
}

extension ClosureExprSyntax {
    /// The names of its parameters.
    package var parameterNames: [String] {
        switch signature?.parameterClause {
        case .simpleInput(let list)?: list.map(\.name.text)
        case .parameterClause(let clause)?:
            clause.parameters.map { ($0.secondName ?? $0.firstName).text }
        case nil: []
        }
    }

    /// What it returns: its only expression, and the values of its `return` statements.
    package var results: [ExprSyntax] {
        if statements.count == 1, let only = statements.first?.item.as(ExprSyntax.self) {
            return [only]
        }
        return statements.returns.compactMap(\.expression)
    }
}

extension FunctionCallExprSyntax {
    /// Whether the argument of a label is a closure.
    fileprivate func hasClosure(_ label: String) -> Bool {
        arguments.contains {
            $0.label?.text == label && $0.expression.unwrapped.is(ClosureExprSyntax.self)
        }
    }
}

extension ExprSyntax {
    /// Whether it is an operator other than `??`, `=` and casts.
    fileprivate var isUnknownOperator: Bool {
        self.as(BinaryOperatorExprSyntax.self).map { $0.operator.text != "??" } ?? false
    }

    /// Whether a chain is a stream and what is made of it, and not what a method returns: that may end by
    /// itself.
    fileprivate var isOfKnownStream: Bool {
        let chain = PostfixChain(unwrapped)
        guard !chain.base.is(FunctionCallExprSyntax.self) else { return false }
        return chain.links.allSatisfy { link in
            guard let call = link.call else { return link.name != "rx" }
            let isOperator = !call.closures.isEmpty || OwnershipReader.consumers.contains(link.name)
            return isOperator
                || call.arguments.contains { $0.expression.is(DeclReferenceExprSyntax.self) }
        }
    }

    /// `x` for `&x`.
    package var outOfInOut: ExprSyntax { self.as(InOutExprSyntax.self)?.expression ?? self }
}
