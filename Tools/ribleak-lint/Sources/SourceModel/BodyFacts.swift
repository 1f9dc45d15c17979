// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What the body of a method does to the properties of its type.
struct BodyFacts {
    private(set) var uses: Set<String> = []
    private(set) var clears: Set<String> = []
    private(set) var keeps: Set<String> = []
    private(set) var detaches: Set<String> = []
    private(set) var callsSuper = false

    /// Reads a body.
    ///
    /// - Parameter parameters: The labels of the parameters, by the names that the body uses.
    init(_ body: some SyntaxProtocol, method: String, parameters: [String: String] = [:]) {
        let visitor = BodyVisitor(method: method, parameters: parameters)
        visitor.walk(body)
        self = visitor.facts
    }

    private init() {}

    private final class BodyVisitor: SyntaxVisitor {
        var facts = BodyFacts()
        private let method: String
        private let parameters: [String: String]
        /// Local names for properties: `child` for `if let child = self.child`.
        private var aliases: [String: String] = [:]

        init(method: String, parameters: [String: String]) {
            (self.method, self.parameters) = (method, parameters)
            super.init(viewMode: .sourceAccurate)
        }

        // Types inside of a method have a `self` of their own.
        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            facts.uses.insert(node.baseName.text)
            return .skipChildren
        }

        // Of `a.b`, only `a` is the type's own, unless `a` is `self`.
        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            if let base = node.base {
                if base.isSelf {
                    facts.uses.insert(node.declName.baseName.text)
                } else {
                    walk(base)
                }
            }
            return .skipChildren
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                return .visitChildren
            }
            if let value = node.initializer?.value {
                if let property = value.ownMemberName { aliases[name] = property }
            } else {
                // `if let child {` is short for `if let child = child {`.
                facts.uses.insert(name)
                aliases[name] = name
            }
            return .visitChildren
        }

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let property = node.initializer?.value.ownMemberName
            {
                aliases[name] = property
            }
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
            guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self) else {
                return .visitChildren
            }
            let target = elements[0]
            let value = elements[2]
            if let property = target.ownMemberName {
                if elements.count == 3, Self.isEmpty(value) { clear(property) }
                keep(value, elements.count == 3)
            } else if let container = target.as(SubscriptCallExprSyntax.self),
                container.calledExpression.ownMemberName != nil
            {
                keep(value, elements.count == 3)
            }
            return .visitChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            if node.receiver?.is(SuperExprSyntax.self) == true, node.functionName == method {
                facts.callsSuper = true
            }
            guard let name = node.functionName else { return .visitChildren }
            if let receiver = node.receiver?.ownMemberName {
                if Self.endings.contains(name) { clear(receiver) }
                if name == "forEach", node.closures.contains(where: Self.ends) { clear(receiver) }
                if Self.additions.contains(name), let value = node.arguments.first?.expression {
                    keep(value, true)
                }
            }
            let lowercase = name.lowercased()
            // An observer that is known by a method is removed as `removeObserver(self)`.
            if name == "removeObserver", node.argument(nil)?.isSelf == true { clear("self") }
            for argument in node.arguments {
                guard let passed = argument.expression.ownMemberName else { continue }
                if lowercase.hasPrefix("detach") {
                    facts.detaches.insert(aliases[passed] ?? passed)
                }
                if name == "removeObserver" || name == "removeTimeObserver" { clear(passed) }
            }
            return .visitChildren
        }

        private func clear(_ name: String) {
            facts.clears.insert(aliases[name] ?? name)
        }

        /// Notes a parameter that a property keeps from now on.
        private func keep(_ value: ExprSyntax, _ isAlone: Bool) {
            guard isAlone, let name = value.variableName, let label = parameters[name] else {
                return
            }
            facts.keeps.insert(label)
        }

        private static let endings: Set = [
            "cancel", "dispose", "invalidate", "removeAll", "stop", "close", "finish",
            "unsubscribe",
        ]
        private static let additions: Set = ["append", "insert", "add"]

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
