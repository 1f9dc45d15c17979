// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A worker that nothing sets to work.
package enum WorkerWithoutInteractor: Rule {
    package static let description = RuleDescription(
        id: "worker-without-interactor", severity: .warning,
        summary: "A worker is made and never started, or started for an interactor that is gone.",
        reason: """
            A worker works while it is started and its interactor is active. It does not keep the \
            interactor alive, so that one that nothing else holds is gone at once.
            """,
        fix: "Start the worker in `didBecomeActive` of the interactor that owns it.",
        examples: PackageResources.worker_without_interactor_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        let owners = file.declarations.filter { $0.node.is(ClassDeclSyntax.self) && !$0.isDouble }
        return owners.flatMap { owner in
            owner.variables.compactMap { unstarted($0, of: owner, file.types) }
        }
            + file.calls.compactMap { unstarted($0, file.types) }
            + file.calls.compactMap { startedForNobody($0, file.types) }
    }

    /// A worker of a property that nobody starts.
    private static func unstarted(
        _ variable: VariableDeclSyntax, of owner: TypeDeclaration, _ types: TypeTable
    ) -> Violation? {
        guard let binding = variable.bindings.first, variable.bindings.count == 1,
            let name = binding.pattern.name,
            let property = types.property(name, of: owner.name), property.isStored,
            !property.isWrapped, let type = property.type, worksOnceStarted(type, types)
        else { return nil }
        let isMade = binding.initializer?.value.calledName == type
        guard isMade || owner.role == .interactor else { return nil }
        let methods = types.methods(of: owner.name) + heirs(of: owner.name, types)
        guard
            !methods.contains(where: {
                $0.body.starts.contains(name) || $0.body.handsOut.contains(name)
            }),
            !mayStart(name, of: type, elsewhereThan: owner.name, types)
        else { return nil }
        return Violation(
            at: variable, "`\(owner.name)` has the worker `\(name)`, which nobody starts.",
            subject: name)
    }

    private static func heirs(of name: String, _ types: TypeTable) -> [MethodFacts] {
        types.directHeirs(of: name).flatMap { types.methods(of: $0) }
    }

    /// Whether code of other types may start a worker.
    private static func mayStart(
        _ name: String, of type: String, elsewhereThan owner: String, _ types: TypeTable
    ) -> Bool {
        types.anyMethod { part, method in
            guard part.name != owner else { return false }
            return method.body.starts.contains { started in
                guard started != name, let property = types.property(started, of: part.name) else {
                    return true
                }
                guard let other = property.type else { return true }
                return other == type || types.lineage(of: other).contains(type)
                    || types.lineage(of: type).contains(other)
            }
        }
    }

    /// A worker that a method makes for itself and does not start.
    private static func unstarted(
        _ call: FunctionCallExprSyntax, _ types: TypeTable
    ) -> Violation? {
        guard let type = call.functionName, type.first?.isUppercase == true, call.receiver == nil,
            worksOnceStarted(type, types)
        else { return nil }
        let place = EnclosingCode(of: call)
        if let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.name
        {
            guard place.body != nil, let body = binding.nearestBlock else { return nil }
            let isKept = body.references(to: name).contains { node in
                PostfixChain(around: node).links.first.map { $0.name == "start" } ?? true
            }
            if isKept { return nil }
        } else if SubscriptionToken(ofVariable: ExprSyntax(call), place, types) != .discarded {
            return nil
        }
        return Violation(
            at: call, "The `\(type)` that is made here is never started.", subject: type)
    }

    /// A worker that is started for an interactor which nothing holds.
    private static func startedForNobody(
        _ call: FunctionCallExprSyntax, _ types: TypeTable
    ) -> Violation? {
        guard call.functionName == "start", call.arguments.count == 1,
            let argument = call.arguments.first, argument.label == nil,
            let worker = call.receiver, isWorker(worker, types)
        else { return nil }
        var scope = argument.expression.unwrapped
        if let name = scope.variableName, name != "self" {
            guard case .value(let value)? = scope.meaning(ofLocal: name),
                let body = EnclosingCode(of: call).body
            else { return nil }
            let isHeld = body.references(to: name).contains { node in
                PostfixChain(around: node).links.isEmpty && node.id != scope.id
            }
            if isHeld { return nil }
            scope = value.unwrapped
        }
        guard let made = scope.as(FunctionCallExprSyntax.self), made.receiver == nil,
            let type = made.functionName, types.role(of: type) == .interactor
        else { return nil }
        return Violation(
            at: call,
            "The worker is started for a `\(type)` that nothing holds, so it never works.",
            subject: worker.ownMemberName ?? "start")
    }

    private static func isWorker(_ expression: ExprSyntax, _ types: TypeTable) -> Bool {
        if let made = expression.origin?.calledName { return isWorker(made, types) }
        guard let name = expression.ownProperty, let owner = EnclosingCode(of: expression).type
        else { return false }
        return types.property(name, of: owner)?.type.map { isWorker($0, types) } ?? false
    }

    private static func isWorker(_ name: String, _ types: TypeTable) -> Bool {
        types.role(of: name) == .worker || types.lineage(of: name).contains("Working")
    }

    /// Whether a type is a worker that does something when it is started.
    private static func worksOnceStarted(_ name: String, _ types: TypeTable) -> Bool {
        guard isWorker(name, types), let worker = types.onlyClass(of: name) else { return false }
        return types.methods(of: worker.name).contains { method in
            method.name == "didStart" && method.isOverride
                || method.body.uses.contains { $0.hasPrefix("isStarted") }
        }
    }
}
