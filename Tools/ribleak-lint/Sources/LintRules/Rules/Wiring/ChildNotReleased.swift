// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A property that holds a child which is not attached any more.
package enum ChildNotReleased: Rule {
    package static let description = RuleDescription(
        id: "child-not-released", severity: .error,
        summary: "A router holds a child that it has detached, or cannot reach one to detach it.",
        reason: """
            A detached child that its parent still holds is not freed: its interactor, view and \
            everything they hold leak until the parent goes.
            """,
        fix: "Set the property to nil when the child is detached.",
        examples: PackageResources.child_not_released_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.childCalls.flatMap { call in
            let found =
                switch call.kind {
                case .detach: held(after: call, file).map { [$0] } ?? stored(after: call, file)
                case .attach:
                    [unreachable(call, file)].compactMap(\.self) + kept(besides: call, file)
                }
            return found.map {
                file.router(call.type).mayHaveChild($0.subject) ? $0 : file.warning($0)
            }
        }.uniqueByPlace
    }

    /// Other properties, or objects, that hold the child and that nothing takes it out of.
    private static func kept(besides attach: ChildCall, _ file: CheckedFile) -> [Violation] {
        let router = file.router(attach.type)
        guard router.detachesAnything, let child = AttachedChild(attach, file) else { return [] }
        // The end of the router ends its view too.
        let detached = router.detachedInLife
        let isNamed = !detached.isDisjoint(with: child.properties)
        return child.kept.compactMap { value, keeper in
            guard let first = keeper.links.first?.property,
                isNamed || router.detachesPassed && value.hold.way != .assigned,
                !detached.contains(first) || value.isPart
            else { return nil }
            if keeper.links.count == 1 {
                guard let property = file.types.property(first, of: attach.type),
                    property.isStored, !property.isStatic,
                    property.isVariable || property.type != nil && value.hold.way != .assigned,
                    !file.types.isAssignedElsewhere(property, of: attach.type),
                    !router.letsGo(of: first), !router.reuses(first)
                else { return nil }
            } else {
                guard keeper.isElement,
                    !file.types.isTakenBack(keeper.last, from: attach.type)
                else { return nil }
            }
            guard let node = value.values.first else { return nil }
            return Violation(
                at: node, "`\(keeper.description)` goes on holding the child when it is detached.",
                fix: "Take it out of `\(keeper.description)` when it is detached.", subject: first)
        }
    }

    /// A child that a property holds after it was detached.
    private static func held(after detach: ChildCall, _ file: CheckedFile) -> Violation? {
        let types = file.types
        let router = file.router(detach.type)
        guard let name = detach.property, let member = detach.place.member, member != name,
            name != "children", let property = types.property(name, of: detach.type),
            property.mayHold(a: types),
            !types.isAssignedElsewhere(property, of: detach.type),
            !types.isCalledOnlyAtEnd(member, of: detach.type),
            !types.isWholeApp || !property.isPrivate || property.isMade
                || (router.naming[name] ?? []).contains(where: { $0.body.assigns.contains(name) })
        else { return nil }
        let around = SurroundingCode(of: detach.call)
        let code = around.all + [Syntax(detach.call)]  // It may pass on a closure that does it.
        let isCollection = !property.isOptional && property.type == nil
        guard !isCollection || !around.all.contains(where: { $0.mayChange(elementsOf: name) }),
            !router.assigns(
                name, in: code, calling: [detach.helper ?? "detachChild"], except: member),
            !router.releases(name, elsewhereThan: member), !reuses(name, router, file.childCalls)
        else { return nil }
        let other = file.keeper(besides: name, of: detach.type, after: member)
        let fix =
            isCollection
            ? "Take the child out of `\(name)` when it is detached"
            : "Set `\(name)` to nil when it is detached"
        return Violation(
            at: detach.call,
            "`\(detach.place.signature ?? member)` detaches `\(name)`, and goes on holding it.",
            fix: fix + (other.map { "; `\($0.description)` holds it as well." } ?? "."),
            subject: name,
            // The router goes with it.
            severity: types.isCalledOnlyToClose(member, of: detach.type) ? .warning : nil,
            edit: property.isOptional && other == nil
                ? SourceEdit(releasing: name, after: detach, around, router) : nil)
    }

    /// A child that a property gets when it is detached, and that nothing takes out of it.
    private static func stored(after detach: ChildCall, _ file: CheckedFile) -> [Violation] {
        let types = file.types
        let router = file.router(detach.type)
        let after = SurroundingCode(of: detach.call).after
        return file.kept(withValueOf: detach.child).compactMap { stored in
            guard let value = stored.values.first,
                let statement = value.nearest(CodeBlockItemSyntax.self),
                after.contains(where: {
                    $0.position <= value.position && value.endPosition <= $0.endPosition
                }),
                let keeper = types.keepers(of: stored.hold, in: detach.type)
                    .first(where: { $0.root == .owner }),
                keeper.links.count == 1, let name = keeper.last?.property,
                let property = types.property(name, of: detach.type), property.isVariable,
                !types.isAssignedElsewhere(property, of: detach.type),
                !router.letsGo(of: name, except: detach.place.member), !router.reuses(name)
            else { return nil }
            return Violation(
                at: statement, "`\(name)` holds a child that is detached.",
                fix: "Take it out of `\(name)` again, or do not put it there.", subject: name)
        }
    }

    /// Whether the router keeps the child to attach it again, as tabs are.
    private static func reuses(
        _ name: String, _ router: RouterMethods, _ calls: [ChildCall]
    ) -> Bool {
        if router.reuses(name) { return true }
        return calls.contains { call in
            guard call.kind == .attach, call.property == name, call.type == router.type else {
                return false
            }
            let before = SurroundingCode(of: call.call).before
            return before.contains { $0.fillsIn(name) }
        }
    }

    /// A child that nothing holds, of which a method of the router says that it detaches it.
    private static func unreachable(_ attach: ChildCall, _ file: CheckedFile) -> Violation? {
        guard attach.call.functionName == "attachChild", let member = attach.place.member,
            file.types.demands(member, of: attach.type), isOnlyAttached(attach)
        else { return nil }
        let router = file.router(attach.type)
        guard !router.usesChildren, let twin = router.detaching(twinOf: member),
            !router.reachesDetach(from: [twin])
        else { return nil }
        return Violation(
            at: attach.call,
            "`\(member)` attaches a child that nothing holds, so `\(twin)` cannot detach it.",
            fix: "Keep the child in a property, and detach it in `\(twin)`.", subject: "attachChild"
        )
    }

    /// Whether a child is built and attached, and only its view goes anywhere else.
    private static func isOnlyAttached(_ attach: ChildCall) -> Bool {
        guard let name = attach.child.variableName else { return attach.child.isBuilt }
        guard case .value(let value)? = attach.child.meaning(ofLocal: name), value.isBuilt,
            let body = attach.place.body
        else { return false }
        return body.references(to: name).allSatisfy { node in
            if let member = node.parent?.as(MemberAccessExprSyntax.self) {
                return member.base?.id == node.id
                    && member.parent?.is(FunctionCallExprSyntax.self) == false
            }
            return node.id == attach.child.id
        }
    }
}

extension ExprSyntax {
    /// Whether it is a call of a builder.
    fileprivate var isBuilt: Bool { calledName?.hasPrefix("build") == true }
}

extension PropertyFacts {
    /// Whether it can hold a child and let it go.
    fileprivate func mayHold(a types: TypeTable) -> Bool {
        guard keeps, isVariable, !isStatic, !isLazy, !isClosure else { return false }
        if isOptional || type == nil { return true }
        // A method of an enumeration may change it.
        return type.flatMap(types.type)?.kind == .enum && types.methods(of: type ?? "").isEmpty
    }
}

extension Syntax {
    /// Whether it calls a method of a property that may take elements out of it.
    fileprivate func mayChange(elementsOf property: String) -> Bool {
        let reading: Set = [
            "forEach", "map", "compactMap", "flatMap", "filter", "first", "last", "contains",
            "enumerated", "reversed", "sorted", "append", "insert",
        ]
        return calls.contains { call in
            call.receiver?.unwrapped.ownMemberName == property
                && call.receiver?.unwrapped.ownProperty == property
                && !reading.contains(call.functionName ?? "")
        }
    }

    /// Whether it is an `if` that gives a property a value while that is nil, and attaches nothing.
    fileprivate func fillsIn(_ name: String) -> Bool {
        guard let branch = self.as(CodeBlockItemSyntax.self)?.branch,
            BodyFacts(branch.conditions).uses.contains(name)
        else { return false }
        let facts = BodyFacts(branch.body)
        return facts.assigns.contains(name) && facts.attaches.isEmpty
    }
}
