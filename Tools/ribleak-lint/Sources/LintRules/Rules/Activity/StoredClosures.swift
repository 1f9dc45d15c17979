// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// The closures of a file that hold `self` and that `self` keeps, other than by a subscription.
struct StoredClosures {
    private(set) var violations: [Violation] = []
    private let types: TypeTable

    init(in file: CheckedFile) {
        types = file.types
        for call in file.calls { check(call) }
        for declaration in file.declarations where declaration.isClass {
            for variable in declaration.variables { check(variable, of: declaration.name) }
        }
        let assignments = Assignments(viewMode: .sourceAccurate)
        assignments.walk(file.source.tree)
        for assignment in assignments.found { check(assignment) }
    }

    /// `onTap = { self… }`, `row.onTap = { self… }`, `row = Row { self… }`.
    private mutating func check(_ assignment: SequenceExprSyntax) {
        let elements = Array(assignment.elements)
        let place = EnclosingCode(of: assignment)
        guard elements.count == 3, let type = ownerClass(place),
            SelfCapture.isStrong(where: assignment), let keeper = keeper(elements[0], in: type)
        else { return }
        report(elements[2], keptBy: keeper, type)
        reportArguments(of: elements[2], keptBy: keeper, type)
    }

    /// `lazy var title = { self… }`, which is not called, and `lazy var row = Row { self… }`.
    private mutating func check(_ variable: VariableDeclSyntax, of type: String) {
        guard variable.modifiers.contains(where: { $0.name.text == "lazy" }),
            let binding = variable.bindings.first, let value = binding.initializer?.value,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            !types.clearedProperties(of: type).contains(name)
        else { return }
        if value.is(ClosureExprSyntax.self) { report(value, keptBy: name, type) }
        reportArguments(of: value, keptBy: name, type)
    }

    /// `row.onTap { self… }`, where `onTap` keeps its argument in a property, and
    /// `handlers.append { self… }`.
    private mutating func check(_ call: FunctionCallExprSyntax) {
        guard let name = call.functionName, let receiver = call.receiver?.ownMemberName,
            call.receiver?.isLocal == false,
            let type = ownerClass(EnclosingCode(of: call)), SelfCapture.isStrong(where: call),
            let property = types.property(receiver, of: type), isKept(property, of: type)
        else { return }
        if ["append", "insert"].contains(name), property.type == nil {
            for closure in call.closures { report(ExprSyntax(closure), keptBy: receiver, type) }
        } else if let target = property.type.flatMap(types.onlyClass) {
            reportKept(by: name, of: target.name, call, keptBy: receiver, type)
        }
    }

    /// The closures that a new object keeps: `Row(onTap: { self… })`.
    private mutating func reportArguments(
        of value: ExprSyntax, keptBy keeper: String, _ type: String
    ) {
        guard let call = value.unwrapped.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.variableName, let made = types.type(name),
            made.kind == .class || made.kind == .struct
        else { return }
        reportKept(by: "init", of: name, call, keptBy: keeper, type)
    }

    private mutating func reportKept(
        by name: String, of target: String, _ call: FunctionCallExprSyntax, keptBy keeper: String,
        _ type: String
    ) {
        let methods = types.parts(of: target).flatMap(\.methods).filter { $0.name == name }
        // Of several with the name, one may hold its argument weakly.
        guard methods.count == 1, let method = methods.first else { return }
        let cleared = types.clearedProperties(of: target)
        let kept = method.keeps.filter { !cleared.contains($0.value) }.map(\.key)
        for argument in call.arguments where kept.contains(argument.label?.text ?? "_") {
            report(argument.expression, keptBy: keeper, type)
        }
        if let trailing = call.trailingClosure, kept.count == 1, method.keeps.count == 1 {
            report(ExprSyntax(trailing), keptBy: keeper, type)
        }
    }

    /// The class whose instance `self` is.
    private func ownerClass(_ place: EnclosingCode) -> String? {
        guard let type = place.type, !place.isStatic, types.type(type)?.kind == .class else {
            return nil
        }
        return type
    }

    /// The property by which `self` keeps what is assigned to a target: `row` for
    /// `self.row.button.onTap`.
    private func keeper(_ target: ExprSyntax, in type: String) -> String? {
        if let container = target.unwrapped.as(SubscriptCallExprSyntax.self) {
            return keeper(container.calledExpression, in: type)
        }
        let chain = PostfixChain(target.unwrapped)
        var names = chain.links.map(\.name)
        if let first = chain.base.variableName, first != "self" { names.insert(first, at: 0) }
        guard chain.base.variableName != nil, !chain.base.isLocal,
            chain.links.allSatisfy({ $0.call == nil }),
            let first = names.first, let property = types.property(first, of: type),
            isKept(property, of: type)
        else { return nil }
        var holder = property.type
        for (index, name) in names.enumerated().dropFirst() {
            guard let current = holder, isStored(name, in: current) else { return nil }
            if index < names.count - 1 { holder = types.property(name, of: current)?.type }
        }
        return first
    }

    private func isKept(_ property: PropertyFacts, of type: String) -> Bool {
        property.isStored && !property.isStatic && property.ownership == .strong
            && !types.clearedProperties(of: type).contains(property.name)
    }

    /// Whether all classes that a type may be store a property and never empty it.
    private func isStored(_ property: String, in type: String) -> Bool {
        guard let target = types.type(type) else { return false }
        let classes = target.kind == .protocol ? types.directHeirs(of: type) : [type]
        return !classes.isEmpty
            && classes.allSatisfy { name in
                guard types.type(name)?.kind == .class,
                    let found = types.property(property, of: name)
                else { return false }
                return found.isStored && found.ownership == .strong
                    && !types.clearedProperties(of: name).contains(property)
            }
    }

    private mutating func report(_ value: ExprSyntax, keptBy keeper: String, _ type: String) {
        if let closure = value.unwrapped.as(ClosureExprSyntax.self) {
            guard let capture = SelfCapture(of: closure) else { return }
            let kept = "`\(keeper)` of `\(type)` keeps this closure, which holds `self` strongly."
            violations.append(
                Violation(
                    at: closure, StrongSelfInStoredClosure.message(capture, kept),
                    fix: StrongSelfInStoredClosure.fix(capture), subject: keeper))
        } else if let method = value.methodReference(in: type, types) {
            violations.append(
                Violation(
                    at: value,
                    "`\(method)` holds `self` strongly, and `\(keeper)` of `\(type)` keeps it.",
                    fix: "Assign a closure with `[weak self]` that calls `\(method)`.",
                    subject: keeper))
        }
    }

    private final class Assignments: SyntaxVisitor {
        var found: [SequenceExprSyntax] = []

        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            let elements = Array(node.elements)
            if elements.count == 3, elements[1].is(AssignmentExprSyntax.self) { found.append(node) }
            return .visitChildren
        }
    }
}
