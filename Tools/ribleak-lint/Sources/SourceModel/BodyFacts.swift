// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What the body of a method does to the properties of its type, and what it calls.
package struct BodyFacts: Sendable {
    /// What it does, by the name that it does it to: a set for each would take three times the memory.
    private var deeds: [String: UInt32] = [:]
    /// Where the children are from that the body attaches, or keeps.
    package private(set) var attachments: Set<Attachment> = []
    /// Properties of other objects that the body gives a value.
    package internal(set) var assignsElsewhere: Set<ForeignAssignment> = []

    fileprivate enum Deed: UInt32 {
        case uses, usesAtOnce, handsOut, starts, sends, sendsLater, reads, clears, empties
        case justEmpties, removes, detaches, attaches, replacesNil, assigns, superCalls

        var bit: UInt32 { 1 << rawValue }
    }

    /// The names that something is done to.
    package struct Names: Sequence {
        fileprivate let all: [String: UInt32]
        fileprivate let deed: Deed

        package func contains(_ name: String) -> Bool { (all[name] ?? 0) & deed.bit != 0 }

        package func makeIterator() -> AnyIterator<String> {
            var rest = all.makeIterator()
            return AnyIterator {
                while let next = rest.next() { if next.value & deed.bit != 0 { return next.key } }
                return nil
            }
        }

        package var isEmpty: Bool { !all.values.contains { $0 & deed.bit != 0 } }

        package func isDisjoint(with names: some Sequence<String>) -> Bool {
            !names.contains(where: contains)
        }
    }

    /// All that the body names, members of other objects and types as well.
    package var named: Set<String> { Set(deeds.keys) }

    private func names(_ deed: Deed) -> Names { Names(all: deeds, deed: deed) }

    /// Methods and properties of `self` that the body names, outside of escaping closures and inside.
    package var uses: Names { names(.uses) }
    /// Those that it names outside of closures, which may run later.
    package var usesAtOnce: Names { names(.usesAtOnce) }
    /// Those among them that the body passes, returns, stores or captures, and not only sends messages.
    package var handsOut: Names { names(.handsOut) }
    /// The variables that the body starts, as workers are: `x` for `x.start(interactor)`, and nothing
    /// for what has no name.
    package var starts: Names { names(.starts) }
    /// The methods of other objects that the body calls.
    package var sends: Names { names(.sends) }
    /// Those among them that closures call.
    package var sendsLater: Names { names(.sendsLater) }
    /// Members of other objects and types that it names, called or not.
    package var reads: Names { names(.reads) }
    /// Properties that the body empties: set to nil or to a new value, or sent `cancel()`,
    /// `dispose()`, `invalidate()`, `removeAll()` and the like.
    package var clears: Names { names(.clears) }
    /// Those among them that hold nothing afterwards, and not only something that has ended.
    package var empties: Names { names(.empties) }
    /// Those among them that the body does nothing else with.
    package var justEmpties: Names { names(.justEmpties) }
    /// Properties that the body takes something out of.
    package var removes: Names { names(.removes) }
    /// The variables that the body passes to `detachChild` or one of its kin.
    package var detaches: Names { names(.detaches) }
    /// The variables that the body passes to `attachChild` or one of its kin, and the properties that
    /// get the same.
    package var attaches: Names { names(.attaches) }
    /// Properties that the body replaces by another value while they are nil: `child ?? build()`.
    package var replacesNil: Names { names(.replacesNil) }
    /// Properties that the body gives a value, or takes elements out of.
    package var assigns: Names { names(.assigns) }
    /// The methods of the superclass that the body calls.
    package var superCalls: Names { names(.superCalls) }

    /// Reads a body.
    ///
    /// - Parameter parameters: The names of the parameters.
    package init(_ body: some SyntaxProtocol, parameters: Set<String> = []) {
        let visitor = BodyVisitor(parameters: parameters)
        visitor.walk(body)
        self = visitor.facts
        for (property, times) in visitor.emptied where visitor.used[property] == times {
            note(.justEmpties, property)
        }
        for (property, value) in visitor.stored where attaches.contains(value) {
            note(.attaches, property)
        }
        // What a property keeps from a builder is attached somewhere else.
        for variable in Set(visitor.stored.values) where !attaches.contains(variable) {
            guard var built = visitor.calls[variable], built.method?.hasPrefix("build") == true
            else { continue }
            (built.variable, built.isAttached) = (variable, false)
            attachments.insert(built)
        }
        attachments = Set(
            attachments.map { attachment in
                var attachment = attachment
                attachment.keeper =
                    attachment.keeper ?? visitor.stored.first { $0.value == attachment.variable }?
                    .key
                    ?? visitor.storedParts.first {
                        attachment.method != nil && $0.value == attachment.variable
                    }?.key
                    ?? (attachment.method == nil ? attachment.path.first : nil)
                return attachment
            })
    }

    /// What a requirement of a protocol does.
    init() {}

    private mutating func note(_ deed: Deed, _ name: String) {
        deeds[name, default: 0] |= deed.bit
    }

    private final class BodyVisitor: SyntaxVisitor {
        var facts = BodyFacts()
        private let parameters: Set<String>
        /// Local names for properties: `child` for `if let child = self.child`.
        private var aliases: [String: String] = [:]
        /// The calls that variables have their values from.
        private(set) var calls: [String: Attachment] = [:]
        /// The types of variables, as far as their declarations say.
        private var localTypes: [String: String] = [:]
        /// What the loops around the current node go through: `tokens` for `tokens.keys`.
        private var loops: [String] = []
        /// How many closures are around the current node.
        private var closures = 0
        /// The variables that properties get.
        private(set) var stored: [String: String] = [:]
        /// The variables that properties get parts of.
        private(set) var storedParts: [String: String] = [:]
        /// How often each name is used, and emptied.
        private(set) var used: [String: Int] = [:]
        private(set) var emptied: [String: Int] = [:]

        init(parameters: Set<String>) {
            self.parameters = parameters
            super.init(viewMode: .sourceAccurate)
        }

        // Types inside of a method have a `self` of their own.
        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

        // A preview is no part of the app.
        override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
            node.macroName.text == "Preview" ? .skipChildren : .visitChildren
        }
        override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
            node.macroName.text == "Preview" ? .skipChildren : .visitChildren
        }

        override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
            closures += 1
            return .visitChildren
        }

        override func visitPost(_ node: ClosureExprSyntax) { closures -= 1 }

        private func use(_ name: String) {
            facts.note(.uses, name)
            used[name, default: 0] += 1
            if closures == 0 { facts.note(.usesAtOnce, name) }
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            use(node.baseName.text)
            facts.note(.handsOut, node.baseName.text)
            return .skipChildren
        }

        // Of `a.b`, only `a` is the type's own, unless `a` is `self`.
        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            let name = node.declName.baseName.text
            if node.base?.isSelf == true {
                use(name)
                facts.note(.handsOut, name)
            } else {
                facts.note(.reads, name)
                if let property = node.base?.ownMemberName {
                    use(property)
                } else if let base = node.base {
                    walk(base)
                }
            }
            return .skipChildren
        }

        override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
            facts.note(.reads, node.name.text)
            return .visitChildren
        }

        // `f(&child)` may give it any value.
        override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.expression.ownMemberName { facts.note(.assigns, name) }
            return .visitChildren
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.name else { return .visitChildren }
            if let value = node.initializer?.value {
                if let property = value.ownMemberName { aliases[name] = property }
                note(call: value, of: name)
            } else {
                // `if let child {` is short for `if let child = child {`.
                use(name)
                aliases[name] = name
            }
            return .visitChildren
        }

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.pattern.name else { return .visitChildren }
            if let property = node.initializer?.value.ownMemberName { aliases[name] = property }
            if let value = node.initializer?.value { note(call: value, of: name) }
            let made = node.initializer?.value.calledName
            localTypes[name] =
                node.typeAnnotation?.type.name
                ?? made.flatMap { $0.first?.isUppercase == true ? $0 : nil }
            return .visitChildren
        }

        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.pattern.name, let property = node.sequence.ownMemberName {
                aliases[name] = property
            }
            loops.append(PostfixChain(node.sequence).base.ownMemberName ?? "")
            return .visitChildren
        }

        override func visitPost(_ node: ForStmtSyntax) { loops.removeLast() }

        /// Assignments are parsed as flat lists of operators and operands.
        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            let elements = Array(node.elements)
            for (value, sign) in zip(elements, elements.dropFirst())
            where sign.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" {
                if let property = value.ownMemberName { facts.note(.replacesNil, property) }
            }
            guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self) else {
                return .visitChildren
            }
            let target = elements[0]
            let value = elements[2]
            defer { walkAssignment(elements) }
            if let property = target.ownMemberName {
                facts.note(.assigns, property)
                if elements.count == 3, let name = value.variableName { stored[property] = name }
                let whole = value.unwrapped.as(MemberAccessExprSyntax.self)?.base?.variableName
                if elements.count == 3, let whole { storedParts[property] = whole }
                note(built: value, in: property)
                if elements.count == 3, Self.isEmpty(value) { clear(property, empties: true) }
            } else if let container = target.as(SubscriptCallExprSyntax.self),
                let property = container.calledExpression.ownMemberName
            {
                facts.note(.assigns, property)
                if elements.count == 3, Self.isEmpty(value) {
                    facts.note(.removes, aliases[property] ?? property)
                    if loops.contains(property) { clear(property) }
                }
            } else if let member = target.unwrapped.as(MemberAccessExprSyntax.self) {
                if member.declName.baseName.text == "value", let subject = member.base,
                    elements.count == 3, Self.isEmpty(value)
                {
                    empty(subject: subject)
                }
                let receiver = member.base?.ownMemberName.map { aliases[$0] ?? $0 }
                let given = elements.count == 3 ? value.isSelf ? "self" : value.ownMemberName : nil
                let made = elements.count == 3 ? value.madeType : nil
                facts.assignsElsewhere.insert(
                    ForeignAssignment(
                        property: member.declName.baseName.text, receiver: receiver,
                        type: receiver.flatMap { localTypes[$0] },
                        isEmpty: elements.count == 3 && Self.isEmpty(value),
                        value: given.map { aliases[$0] ?? $0 },
                        valueType: made ?? given.flatMap { localTypes[$0] }))
            }
            return .skipChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard let name = node.functionName else { return .visitChildren }
            if node.receiver?.isSelf == false {
                facts.note(.sends, name)
                if closures > 0 { facts.note(.sendsLater, name) }
            }
            if node.receiver?.is(SuperExprSyntax.self) == true {
                facts.note(.superCalls, name)
            }
            if ["accept", "onNext", "send"].contains(name), let subject = node.receiver,
                let value = node.arguments.first?.expression
            {
                if let property = subject.ownMemberName { facts.note(.assigns, property) }
                if Self.isEmpty(value) { empty(subject: subject) }
            }
            if name == "start", node.arguments.count == 1, node.arguments.first?.label == nil {
                facts.note(.starts, node.receiver?.ownMemberName ?? "")
            }
            if let receiver = node.receiver?.ownMemberName {
                if Self.endings.contains(name) { clear(receiver, empties: name == "removeAll") }
                if Self.removals.contains(where: name.hasPrefix) {
                    facts.note(.assigns, receiver)
                    if !node.takesWhatIsGone { facts.note(.removes, aliases[receiver] ?? receiver) }
                }
                if node.arguments.first?.expression.ownMemberName == "detachChild" {
                    facts.note(.detaches, aliases[receiver] ?? receiver)
                }
                if name == "forEach", node.closures.contains(where: Self.ends) { clear(receiver) }
            }
            let lowercase = name.lowercased()
            if name == "attachChild", let child = node.arguments.first?.expression.unwrapped {
                note(attached: child)
            }
            if name == "removeObserver", node.arguments.first?.expression.isSelf == true {
                clear("self")
            }
            for argument in node.arguments {
                // `detachChild(sheet.router)` detaches what `sheet` keeps.
                let part = argument.expression.unwrapped.as(MemberAccessExprSyntax.self)?.base
                guard
                    let passed = argument.expression.ownMemberName
                        ?? (lowercase.hasPrefix("detach") ? part?.ownMemberName : nil)
                else { continue }
                if lowercase.hasPrefix("attach") {
                    facts.note(.attaches, aliases[passed] ?? passed)
                }
                if lowercase.hasPrefix("detach") {
                    facts.note(.detaches, aliases[passed] ?? passed)
                }
                if name == "removeObserver" || name == "removeTimeObserver" { clear(passed) }
            }
            return .visitChildren
        }

        private func note(call value: ExprSyntax, of variable: String) {
            guard let call = value.unwrapped.as(FunctionCallExprSyntax.self) else { return }
            calls[variable] = Attachment(call, aliases)
        }

        private func note(built value: ExprSyntax, in property: String) {
            guard let call = value.unwrapped.as(FunctionCallExprSyntax.self),
                call.functionName?.hasPrefix("build") == true
            else { return }
            var built = Attachment(call, aliases)
            (built.keeper, built.isAttached) = (property, false)
            facts.attachments.insert(built)
        }

        private func note(attached child: ExprSyntax) {
            if let call = child.as(FunctionCallExprSyntax.self) {
                facts.attachments.insert(Attachment(call, aliases))
            } else if let name = child.ownMemberName {
                let property = aliases[name] ?? name
                var attachment = calls[name] ?? Attachment(path: [property], method: nil)
                attachment.variable = name
                facts.attachments.insert(attachment)
            } else if let built = child.as(MemberAccessExprSyntax.self)?.base {
                // A builder may return more than the router: `attachChild(built.router)`.
                let call = built.unwrapped.as(FunctionCallExprSyntax.self)
                guard
                    var attachment = built.variableName.flatMap({ calls[$0] })
                        ?? call.map({ Attachment($0, aliases) }),
                    attachment.method?.hasPrefix("build") == true
                else { return }
                attachment.variable = built.variableName
                facts.attachments.insert(attachment)
            }
        }

        /// A subject that gets nil lets its last value go.
        private func empty(subject: ExprSyntax) {
            if let property = subject.ownMemberName {
                clear(property, empties: true)
            } else if let member = subject.unwrapped.as(MemberAccessExprSyntax.self) {
                facts.assignsElsewhere.insert(
                    ForeignAssignment(
                        property: member.declName.baseName.text, receiver: nil, type: nil,
                        isEmpty: true))
            }
        }

        private func clear(_ name: String, empties: Bool = false) {
            // `$0` of a closure is an element, not a property.
            guard !name.hasPrefix("$") else { return }
            facts.note(.clears, aliases[name] ?? name)
            if empties {
                facts.note(.empties, aliases[name] ?? name)
                emptied[name, default: 0] += 1
            }
        }

        /// Goes on below an assignment. A property that gets a value is not handed out, nor is one
        /// of the name of the parameter that it gets.
        private func walkAssignment(_ elements: [ExprSyntax]) {
            for (index, element) in elements.enumerated() {
                if let name = element.ownMemberName,
                    index == 0 || index == 2 && elements.count == 3 && parameters.contains(name)
                {
                    use(name)
                } else {
                    walk(element)
                }
            }
        }

        private static let endings: Set = [
            "cancel", "dispose", "invalidate", "removeAll", "stop", "close", "finish",
            "unsubscribe",
        ]
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
                let name = call.functionName ?? ""
                let isOfNothing = name == "create" && call.receiver?.variableName == "Disposables"
                return call.arguments.isEmpty && call.trailingClosure == nil
                    && (isOfNothing
                        || ["DisposeBag", "CompositeDisposable", "Set", "init", "SerialDisposable"]
                            .contains(name))
            }
            if let member = value.as(MemberAccessExprSyntax.self) {
                return member.declName.baseName.text == "none"
            }
            return false
        }

        /// Whether a closure ends each element: `{ $0.cancel() }`.
        private static func ends(_ closure: ClosureExprSyntax) -> Bool {
            closure.statements.contains { statement in
                let call = statement.item.as(FunctionCallExprSyntax.self)
                return call?.functionName.map(endings.contains) == true
            }
        }
    }
}

extension Attachment {
    /// - Parameter aliases: The local names of properties.
    fileprivate init(_ call: FunctionCallExprSyntax, _ aliases: [String: String]) {
        let chain = PostfixChain(ExprSyntax(call))
        let base = chain.base.variableName.map { aliases[$0] ?? $0 }
        let names = [base].compactMap(\.self) + chain.links.dropLast().map(\.name)
        self.init(path: names.filter { $0 != "self" }, method: call.functionName)
    }
}

extension FunctionCallExprSyntax {
    /// Whether it only takes out what is nil by then: `removeAll { $0.value == nil }`.
    fileprivate var takesWhatIsGone: Bool {
        closures.contains { closure in
            closure.statements.count == 1
                && closure.statements.trimmedDescription.hasSuffix("== nil")
        }
    }
}
