// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What the code does that runs when an interactor is deactivated or a worker is stopped.
struct ActivityEnd {
    private let type: String
    private let role: Role
    private let types: TypeTable
    /// The methods of the type that the file has.
    private let functions: [FunctionDeclSyntax]

    /// Nil for a type that has no activity.
    init?(of type: String, _ file: CheckedFile) {
        guard let role = file.types.role(of: type), !role.activeMethods.isEmpty else { return nil }
        (self.type, self.role, types) = (type, role, file.types)
        functions = file.functions(of: type)
    }

    private var bodies: [CodeBlockSyntax] {
        functions.filter { role.inactiveMethods.contains($0.name.text) }.compactMap(\.body)
    }

    /// Whether what a property has goes on: nothing ends it, or not on all ways.
    ///
    /// - Parameters:
    ///   - whenFreed: Whether it ends when nothing keeps it.
    ///   - call: The call that made it, and the method that makes it.
    func leaves(
        _ property: String, whenFreed: Bool, madeBy call: FunctionCallExprSyntax, in member: String
    ) -> Bool {
        guard types.mayEndWithActivity(property, of: type, whenFreed: whenFreed) else {
            return true
        }
        // What is set together with it, or decides whether it is made, may tell whether it is there.
        var names = types.methods(member, of: type).reduce(into: Set([property])) {
            $0.formUnion($1.body.assigns)
        }
        for condition in SurroundingCode(of: call).before
        where condition.is(ConditionElementListSyntax.self) {
            names.formUnion(UsedNames.of(condition).all)
        }
        for method in types.methods(of: type)
        where method.body.uses.contains(property) && !role.inactiveMethods.contains(method.name) {
            names.insert(method.name)
        }
        return bodies.contains { body in
            let ends = { (code: Syntax) in !UsedNames.of(code).all.isDisjoint(with: names) }
            return ends(Syntax(body)) && ReturnPaths(through: body, passBy: ends).missIt
        } || isMadeAgain(property, in: member)
    }

    /// Whether the code of the end makes it anew, after all that ends it.
    private func isMadeAgain(_ property: String, in member: String) -> Bool {
        let makers = functions.filter { $0.name.text == member }
        guard !makers.contains(where: { UsedNames.of($0).contains("isActive") }) else {
            return false
        }
        return bodies.contains { end in
            let last = end.statements.last {
                let code = UsedNames.of($0)
                return code.contains(property) || code.contains(member)
            }
            return last?.item.as(FunctionCallExprSyntax.self)?.calledExpression.ownMemberName
                == member
        }
    }

    /// Whether nothing here ends what another object keeps.
    func leaves(_ keeper: Keeper) -> Bool {
        guard let first = keeper.links.first, let last = keeper.last else { return true }
        let inactive = types.methods(reachedFrom: role.inactiveMethods, of: type)
        let all = types.methods(of: last.type)
        let emptying = all.filter {
            $0.body.clears.contains(last.property) || $0.body.removes.contains(last.property)
        }.map(\.name)
        let ending = Set(
            emptying + all.filter { !$0.body.uses.isDisjoint(with: emptying) }.map(\.name))
        return !types.methods(of: type).contains { method in
            inactive.contains(method.name)
                && (keeper.root == .program || method.body.uses.contains(first.property))
                && (method.body.assignsElsewhere.contains { $0.property == last.property }
                    || method.body.sends.contains { name in
                        ending.contains(name) || Self.endings.contains(where: name.hasPrefix)
                    })
        }
    }

    /// How the names of methods of tokens and collections begin that end something.
    private static let endings = ["cancel", "dispose", "invalidate", "remove"]
}

/// A call in an interactor that ties something to the activity of another object.
struct OtherActivity {
    /// The argument that says whose activity it is.
    let owner: ExprSyntax
    /// The name of the object.
    let name: String
    /// The interactor.
    let type: String

    init?(_ call: FunctionCallExprSyntax, _ types: TypeTable) {
        guard let owner = Self.owner(in: call), let (start, names) = owner.path,
            let last = names.last, names.count == 1
        else { return nil }
        let place = EnclosingCode(of: call)
        guard let type = place.type, !place.isStatic, types.role(of: type) == .interactor,
            // A worker that it starts itself ends with its own activity.
            !types.methods(of: type).contains(where: { $0.body.starts.contains(last) })
        else { return nil }
        func kinds(_ property: String?, of type: String) -> [String] {
            property.flatMap { types.property($0, of: type)?.type }.map(types.lineage) ?? []
        }
        var holder = type
        if case .type(let other) = start { holder = other }
        guard !Self.scopes.isDisjoint(with: kinds(last, of: holder)),
            call.functionName != "start"
                || !Self.workers.isDisjoint(with: kinds(call.receiver?.ownProperty, of: type))
        else { return nil }
        name = holder == type ? last : "\(holder).\(last)"
        (self.owner, self.type) = (owner, type)
    }

    private static let workers: Set = ["Working", "Worker"]
    private static let scopes = workers.union([
        "InteractorScope", "Interactable", "Interactor", "PresentableInteractor",
    ])

    private static func owner(in call: FunctionCallExprSyntax) -> ExprSyntax? {
        switch call.functionName {
        case "disposeOnDeactivate", "cancelOnDeactivate": call.argument("interactor")
        case "sink", "task", "values": call.argument("in")
        case "disposeOnStop", "cancelOnStop", "start":
            call.arguments.count == 1 ? call.argument(nil) : nil
        default: nil
        }
    }
}
