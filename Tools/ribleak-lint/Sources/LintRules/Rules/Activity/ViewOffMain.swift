// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Views belong to the main queue.
package enum ViewOffMain: Rule {
    package static let description = RuleDescription(
        id: "view-off-main", severity: .error,
        summary: "A view or presenter is called off the main queue.",
        reason:
            "Views may only be used on the main queue: elsewhere they show old values or crash.",
        fix: """
            Move the stream back to the main queue before the call, or wrap the call in \
            `DispatchQueue.main.async`.
            """,
        examples: PackageResources.view_off_main_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.calls.flatMap { references(in: $0, file) + [use(by: $0, file)].compactMap(\.self) }
            + file.source.tree.nodes(SequenceExprSyntax.self).compactMap { use(by: $0, file) }
    }

    /// A call that uses a view, or a method of `self` that does.
    private static func use(by call: FunctionCallExprSyntax, _ file: CheckedFile) -> Violation? {
        guard let name = call.functionName, !call.isAwaited,
            case .other(let queue) = Queue(around: call)
        else { return nil }
        if let receiver = call.receiver, !receiver.isSelf, !receiver.standsForSelf {
            return use(of: receiver, name, queue, file)
        }
        return viewUsed(by: name, around: call, file).map { view in
            Violation(
                at: call.calledExpression.lastName,
                "`\(name)` calls `\(view)` off the main queue, on \(queue).", subject: view)
        }
    }

    /// An assignment to a property of a view.
    private static func use(by node: SequenceExprSyntax, _ file: CheckedFile) -> Violation? {
        let elements = Array(node.elements)
        guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
            let member = elements[0].unwrapped.as(MemberAccessExprSyntax.self),
            let owner = member.base, !owner.isSelf, !node.isAwaited,
            case .other(let queue) = Queue(around: node)
        else { return nil }
        return use(of: owner, member.declName.baseName.text, queue, file)
    }

    /// Methods that are passed to a stream: `sink(receiveValue: presenter.show)`.
    private static func references(
        in call: FunctionCallExprSyntax, _ file: CheckedFile
    ) -> [Violation] {
        guard ["sink", "subscribe", "bind", "do"].contains(call.functionName ?? ""),
            case .other(let queue)? = Queue.queue(ofStreamBefore: call)
        else { return [] }
        return call.arguments.filter { ["receiveValue", "onNext"].contains($0.label?.text) }
            .compactMap { argument in
                guard let method = argument.expression.as(MemberAccessExprSyntax.self),
                    let view = method.base, !view.isSelf
                else { return nil }
                return use(of: view, method.declName.baseName.text, queue, file)
            }
    }

    private static func use(
        of receiver: ExprSyntax, _ method: String, _ queue: String, _ file: CheckedFile
    ) -> Violation? {
        view(of: receiver, method, file.types).map { view in
            Violation(
                at: receiver.lastName, "`\(view)` is used off the main queue, on \(queue).",
                subject: view)
        }
    }

    /// The view whose method does not move to the main queue itself.
    private static func view(
        of receiver: ExprSyntax, _ method: String, _ types: TypeTable
    ) -> String? {
        let view = ViewReference(receiver, EnclosingCode(of: receiver), types)
        return view.flatMap { $0.movesToMain(in: method, types) ? nil : $0.name }
    }

    /// The view that a method of the file uses at once, outside of closures.
    private static func viewUsed(
        by method: String, around call: FunctionCallExprSyntax, _ file: CheckedFile
    ) -> String? {
        let methods = file.functions(of: EnclosingCode(of: call).type)
            .filter { $0.name.text == method }
        guard methods.count == 1, let body = methods[0].body,
            !methods[0].attributes.trimmedDescription.contains("MainActor")
        else { return nil }
        let calls = body.statements.compactMap { $0.item.as(FunctionCallExprSyntax.self) }
        return calls.lazy.compactMap { call -> String? in
            guard let receiver = call.receiver, let name = call.functionName else { return nil }
            return view(of: receiver, name, file.types)
        }.first
    }
}

extension ExprSyntax {
    /// Whether it is a name for `self`: `me` after `guard let me = self`, and the first parameter of
    /// the closures that `withUnretained(self)` and `subscribe(with: self)` hand it to.
    fileprivate var standsForSelf: Bool {
        guard let name = variableName else { return false }
        switch meaning(ofLocal: name) {
        case .value(let value)?: return value.isSelf
        case .unknown?: break
        case .parameter?, nil: return false
        }
        guard let closure = EnclosingCode(of: self).closure,
            case .simpleInput(let parameters)? = closure.signature?.parameterClause,
            parameters.count > 1, parameters.first?.name.text == name,
            let call = closure.takingCall
        else { return false }
        if let owner = call.argument("with") { return owner.isSelf }
        let unretained = PostfixChain(around: call).links.last { $0.name == "withUnretained" }
        return unretained?.call?.argument(nil)?.isSelf == true
    }
}

extension SyntaxProtocol {
    /// Whether `await` stands before it, which moves to where the callee belongs.
    fileprivate var isAwaited: Bool {
        for parent in ancestors {
            if parent.is(AwaitExprSyntax.self) { return true }
            guard parent.is(ExprSyntax.self) || parent.is(ExprListSyntax.self),
                !parent.is(ClosureExprSyntax.self)
            else { break }
        }
        return false
    }
}

/// A view or presenter that code names.
struct ViewReference {
    /// The name of the variable or property.
    let name: String
    /// Its type; nil for what a base class declares.
    private let type: String?

    /// Reads the receiver of a call or the owner of an assigned property; nil when it is no view.
    init?(_ expression: ExprSyntax, _ place: EnclosingCode, _ types: TypeTable) {
        guard let owner = place.type else { return nil }
        let expression = expression.unwrapped
        if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
            Self.parts.contains(member.declName.baseName.text),
            let view = ViewReference(base, place, types)
        {
            self = view
            return
        }
        guard let name = expression.ownMemberName ?? Self.member(ofOwner: expression) else {
            return nil
        }
        if let property = types.property(name, of: owner) {
            guard let type = property.type, Self.isView(type, types) else { return nil }
            (self.name, self.type) = (name, type)
            return
        }
        guard let role = types.role(of: owner), Self.inherited[name]?.contains(role) == true else {
            return nil
        }
        self.name = name
        type =
            types.lineage(of: owner).flatMap(types.parts).lazy
            .compactMap {
                $0.arguments.values.lazy.compactMap(\.last).first { Self.isView($0, types) }
            }
            .first
    }

    /// The member in `owner.presenter` of a closure that gets its owner as a parameter.
    private static func member(ofOwner expression: ExprSyntax) -> String? {
        guard let member = expression.as(MemberAccessExprSyntax.self),
            let base = member.base?.variableName,
            ["owner", "this", "strongSelf", "weakSelf", "`self`"].contains(base)
        else { return nil }
        return member.declName.baseName.text
    }

    /// Whether every class that it may be calls the main queue itself in a method.
    func movesToMain(in method: String, _ types: TypeTable) -> Bool {
        guard let type else { return false }
        let classes = types.directHeirs(of: type) + [type]
        return classes.flatMap { types.methods(method, of: $0) }
            .contains { !$0.body.uses.isDisjoint(with: Self.movers) }
    }

    private static let movers: Set = [
        "DispatchQueue", "MainActor", "MainScheduler", "OperationQueue", "RunLoop", "Task",
    ]

    private static func isView(_ type: String, _ types: TypeTable) -> Bool {
        if let role = types.role(of: type) { return role == .viewController || role == .presenter }
        return types.lineage(of: type).contains { name in
            name.hasSuffix("Presentable") || name.hasSuffix("ViewControllable")
                || name.hasPrefix("UI") && kits.contains(where: name.hasSuffix)
        }
    }

    /// The ends of the names of UIKit's views.
    private static let kits = ["View", "ViewController", "Label", "Button", "Control", "Field"]
    /// Properties by which a view leads to itself.
    private static let parts: Set = ["view", "uiviewController", "uiView"]
    /// The properties of the base classes.
    private static let inherited: [String: Set<Role>] = [
        "presenter": [.interactor], "viewController": [.router, .presenter],
    ]
}
