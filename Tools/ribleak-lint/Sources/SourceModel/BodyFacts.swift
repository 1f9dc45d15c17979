// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What the body of a method does to the properties of its type.
package struct BodyFacts {
    package private(set) var uses: Set<String> = []
    package private(set) var usesAtOnce: Set<String> = []
    package private(set) var handsOut: Set<String> = []
    package private(set) var starts: Set<String> = []
    package private(set) var sends: Set<String> = []
    package private(set) var clears: Set<String> = []
    package private(set) var keeps: [String: String] = [:]
    package private(set) var keptParameters: [KeptParameter] = []
    package private(set) var detaches: Set<String> = []
    package private(set) var attaches: Set<String> = []
    package private(set) var assigns: Set<String> = []
    package private(set) var assignsElsewhere: Set<ForeignAssignment> = []
    package private(set) var replacesNil: Set<String> = []
    package private(set) var superCalls: Set<String> = []

    /// Reads a body.
    ///
    /// - Parameter parameters: The labels of the parameters, by the names that the body uses.
    package init(_ body: some SyntaxProtocol, parameters: [String: String] = [:]) {
        let visitor = BodyVisitor(parameters: parameters)
        visitor.walk(body)
        self = visitor.facts
        for (property, value) in visitor.stored where attaches.contains(value) {
            attaches.insert(property)
        }
    }

    private init() {}

    private final class BodyVisitor: SyntaxVisitor {
        var facts = BodyFacts()
        private let parameters: [String: String]
        /// Local names for properties: `child` for `if let child = self.child`.
        private var aliases: [String: String] = [:]
        /// The types of variables, as far as their declarations say.
        private var localTypes: [String: String] = [:]
        /// How many closures are around the current node.
        private var closures = 0
        /// The variables that properties get.
        private(set) var stored: [String: String] = [:]

        init(parameters: [String: String]) {
            self.parameters = parameters
            super.init(viewMode: .sourceAccurate)
        }

        // Types inside of a method have a `self` of their own.
        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            closures += 1
            return .visitChildren
        }

        override func visitPost(_ node: ClosureExprSyntax) { closures -= 1 }

        private func use(_ name: String) {
            facts.uses.insert(name)
            if closures == 0 { facts.usesAtOnce.insert(name) }
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            use(node.baseName.text)
            facts.handsOut.insert(node.baseName.text)
            return .skipChildren
        }

        // Of `a.b`, only `a` is the type's own, unless `a` is `self`.
        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            if let base = node.base {
                if base.isSelf {
                    use(node.declName.baseName.text)
                    facts.handsOut.insert(node.declName.baseName.text)
                } else if let property = base.ownMemberName {
                    use(property)
                } else {
                    walk(base)
                }
            }
            return .skipChildren
        }

        // `f(&child)` may give it any value.
        override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.expression.ownMemberName { facts.assigns.insert(name) }
            return .visitChildren
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                return .visitChildren
            }
            if let value = node.initializer?.value {
                if let property = value.ownMemberName { aliases[name] = property }
            } else {
                // `if let child {` is short for `if let child = child {`.
                use(name)
                aliases[name] = name
            }
            return .visitChildren
        }

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                return .visitChildren
            }
            if let property = node.initializer?.value.ownMemberName { aliases[name] = property }
            let made = node.initializer?.value.calledName
            localTypes[name] =
                node.typeAnnotation?.type.name
                ?? made.flatMap { $0.first?.isUppercase == true ? $0 : nil }
            return .visitChildren
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let property = node.sequence.ownMemberName
            {
                aliases[name] = property
            }
            return .visitChildren
        }

        /// Assignments are parsed as flat lists of operators and operands.
        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            let elements = Array(node.elements)
            for (value, sign) in zip(elements, elements.dropFirst())
            where sign.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" {
                if let property = value.ownMemberName { facts.replacesNil.insert(property) }
            }
            guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self) else {
                return .visitChildren
            }
            let target = elements[0]
            let value = elements[2]
            if elements.count == 3 { store(value, in: target) }
            defer { walkAssignment(elements) }
            if let property = target.ownMemberName {
                facts.assigns.insert(property)
                if elements.count == 3, let name = value.variableName { stored[property] = name }
                if elements.count == 3, Self.isEmpty(value) { clear(property) }
                if elements.count == 3 { keep(value, in: property) }
            } else if let container = target.as(SubscriptCallExprSyntax.self),
                let property = container.calledExpression.ownMemberName
            {
                facts.assigns.insert(property)
                if elements.count == 3 { keep(value, in: property) }
            } else if let member = target.unwrapped.as(MemberAccessExprSyntax.self) {
                let receiver = member.base?.ownMemberName.map { aliases[$0] ?? $0 }
                facts.assignsElsewhere.insert(
                    ForeignAssignment(
                        property: member.declName.baseName.text, receiver: receiver,
                        type: receiver.flatMap { localTypes[$0] }))
            }
            return .skipChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.functionName else { return .visitChildren }
            if node.receiver?.isSelf == false { facts.sends.insert(name) }
            if node.receiver?.is(SuperExprSyntax.self) == true {
                facts.superCalls.insert(name)
                if name == "init" { handOn(to: node, maker: nil, property: nil) }
            }
            if name == "start", node.arguments.count == 1, node.arguments.first?.label == nil {
                facts.starts.insert(node.receiver?.ownMemberName ?? "")
            }
            if let receiver = node.receiver?.ownMemberName {
                if Self.endings.contains(name) { clear(receiver) }
                if Self.removals.contains(where: name.hasPrefix) { facts.assigns.insert(receiver) }
                if node.arguments.first?.expression.ownMemberName == "detachChild" {
                    facts.detaches.insert(aliases[receiver] ?? receiver)
                }
                if name == "forEach", node.closures.contains(where: Self.ends) { clear(receiver) }
                if Self.additions.contains(name), let value = node.arguments.first?.expression {
                    keep(value, in: receiver)
                }
            }
            let lowercase = name.lowercased()
            for argument in node.arguments {
                guard let passed = argument.expression.ownMemberName else { continue }
                if lowercase.hasPrefix("attach") {
                    facts.attaches.insert(aliases[passed] ?? passed)
                }
                if lowercase.hasPrefix("detach") {
                    facts.detaches.insert(aliases[passed] ?? passed)
                }
                if name == "removeObserver" || name == "removeTimeObserver" { clear(passed) }
            }
            return .visitChildren
        }

        private func clear(_ name: String) {
            // `$0` of a closure is an element, not a property.
            if !name.hasPrefix("$") { facts.clears.insert(aliases[name] ?? name) }
        }

        /// Goes on below an assignment. A property that gets a value is not handed out, nor is one
        /// of the name of the parameter that it gets.
        private func walkAssignment(_ elements: [ExprSyntax]) {
            for (index, element) in elements.enumerated() {
                if let name = element.ownMemberName,
                    index == 0 || index == 2 && elements.count == 3 && parameters[name] != nil
                {
                    use(name)
                } else {
                    walk(element)
                }
            }
        }

        /// Notes the parameters that a property gets, itself or in what is made of them.
        private func store(_ value: ExprSyntax, in target: ExprSyntax) {
            if let targets = target.as(TupleExprSyntax.self)?.elements,
                let values = value.as(TupleExprSyntax.self)?.elements
            {
                for (target, value) in zip(targets, values) {
                    store(value.expression, in: target.expression)
                }
            }
            guard let property = target.ownMemberName else { return }
            if let label = value.variableName.flatMap({ parameters[$0] }) {
                facts.keptParameters.append(KeptParameter(label: label, property: property))
            } else if let call = value.unwrapped.as(FunctionCallExprSyntax.self),
                let maker = call.functionName, maker.first?.isUppercase == true
            {
                handOn(to: call, maker: maker, property: property)
            }
        }

        private func handOn(to call: FunctionCallExprSyntax, maker: String?, property: String?) {
            for argument in call.arguments {
                guard let label = argument.expression.variableName.flatMap({ parameters[$0] })
                else { continue }
                facts.keptParameters.append(
                    KeptParameter(
                        label: label, property: property, maker: maker,
                        makerLabel: argument.label?.text ?? "_"))
            }
        }

        /// Notes a parameter that a property keeps from now on.
        private func keep(_ value: ExprSyntax, in property: String) {
            guard let name = value.variableName, let label = parameters[name] else { return }
            facts.keeps[label] = property
        }

        private static let endings: Set = [
            "cancel", "dispose", "invalidate", "removeAll", "stop", "close", "finish",
            "unsubscribe",
        ]
        private static let additions: Set = ["append", "insert", "add"]
        /// How the names of methods begin that take something out of a collection or optional.
        private static let removals = ["remove", "pop", "take", "clear", "delete", "drop"]

        private static func isEmpty(_ value: ExprSyntax) -> Bool {
            let value = value.unwrapped
            if value.isNil { return true }
            if let array = value.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
            if let dictionary = value.as(DictionaryExprSyntax.self) {
                if case .colon = dictionary.content { return true }
                return false
            }
            if let call = value.as(FunctionCallExprSyntax.self) {
                return call.arguments.isEmpty && call.trailingClosure == nil
                    && ["DisposeBag", "CompositeDisposable", "Set", "init", "SerialDisposable"]
                        .contains(call.functionName ?? "")
            }
            if let member = value.as(MemberAccessExprSyntax.self) {
                return member.declName.baseName.text == "none"
            }
            return false
        }

        /// Whether a closure ends each element: `{ $0.cancel() }`.
        private static func ends(_ closure: ClosureExprSyntax) -> Bool {
            closure.statements.contains { statement in
                guard let call = statement.item.as(FunctionCallExprSyntax.self) else {
                    return false
                }
                let name = call.functionName ?? ""
                return endings.contains(name)
            }
        }
    }
}
