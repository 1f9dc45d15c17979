// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Routing that attaches a child twice, or lets go of one that stays attached.
package enum UnbalancedAttach: Rule {
    package static let description = RuleDescription(
        id: "unbalanced-attach", severity: .error,
        summary: "A routing method attaches a child twice, or closes one without detaching it.",
        reason: """
            A router holds its children until they are detached. One that is only forgotten, or whose \
            view is only dismissed, stays alive and active.
            """,
        fix: "Detach the child before the router lets it go.",
        examples: PackageResources.unbalanced_attach_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        let routers = file.declarations.filter { $0.role == .router && !$0.isDouble }
        let all =
            attachedTwice(file)
            + routers.flatMap { declaration in
                guard file.types.hasOnlyKnownMethods(router: declaration.name) else {
                    return [Violation]()
                }
                let router = file.router(declaration.name)
                let some = declaration.functions.flatMap {
                    leftAttached(by: $0, in: declaration, of: router)
                        + forgottenOnTheWay(by: $0, of: router)
                        + detachedOnSomeWays(by: $0, of: router)
                        + replacedTooEarly(by: $0, of: router)
                }
                return (some.isEmpty ? neverDetached(by: declaration, router, file) : some)
                    .map { router.mayHaveChild($0.subject) ? $0 : file.warning($0) }
            }
        return all.uniqueByPlace
    }

    // MARK: Never detached

    /// Children that a router attaches and that none of its methods detaches.
    private static func neverDetached(
        by declaration: TypeDeclaration, _ router: RouterMethods, _ file: CheckedFile
    ) -> [Violation] {
        let attached = file.childCalls.filter { $0.kind == .attach && $0.type == router.type }
            .compactMap { AttachedChild($0, file) }
        let left = attached.filter { router.neverDetaches($0.properties) }
        guard !left.isEmpty else { return [] }
        let properties = left.reduce(into: Set<String>()) { $0.formUnion($1.properties) }
        let closed = declaration.functions.compactMap { closing(by: $0, of: router, properties) }
        if !closed.isEmpty {
            let isAttached = left.contains { child in
                child.attach.place.member.map { file.types.isReached($0, of: router.type) } ?? true
            }
            return isAttached ? closed : closed.map(file.warning)
        }
        // By the method that shows them: a router may have thousands.
        let shown = attached.reduce(into: [String: [AttachedChild]]()) { shown, child in
            for method in child.showing { shown[method, default: []].append(child) }
        }
        return left.compactMap { child in
            if isRepeated(child, router) {
                let lineage = file.types.lineage(of: router.type)
                let member = child.attach.place.member ?? ""
                // One that it attaches when it begins is there when others ask for it.
                let isAgain =
                    file.types.demands(member, of: router.type)
                    && router.users[member]?.contains("didLoad") == true
                return Violation(
                    at: child.attach.call,
                    "Each call of `\(member)` attaches another child, and "
                        + "nothing detaches one.",
                    fix:
                        "Keep the child in a property, and detach it before the next one or when it "
                        + "closes.", subject: "attachChild",
                    // The app's first RIB most likely attaches it once.
                    severity: !isAgain
                        && (lineage.contains("LaunchRouting") || lineage.contains("LaunchRouter"))
                        ? .warning : nil)
            }
            let next = child.showing.lazy.flatMap { shown[$0] ?? [] }.first {
                let member = $0.attach.place.member ?? ""
                return $0.replacesView(of: child) && !router.isStarting(member)
                    && !router.reachesDetach(from: [member])
            }
            guard let next else { return nil }
            let members = [child, next].compactMap(\.attach.place.member)
            return Violation(
                at: child.attach.call,
                "The child stays attached when `\(members.last ?? "")` shows another one, and nothing "
                    + "detaches it.", fix: "Detach it there, or when its view is left.",
                subject: "attachChild",
                // An activity that begins with one of them never shows the other.
                severity: members.contains {
                    router.types.isCalledOften($0, of: router.type)
                } ? nil : .warning)
        }
    }

    /// Where a method forgets a child or takes a view away, and detaches nothing.
    private static func closing(
        by function: FunctionDeclSyntax, of router: RouterMethods, _ properties: Set<String>
    ) -> Violation? {
        let member = function.name.text
        // The end of the router itself detaches its children.
        guard let body = function.body, !router.mayDetach(BodyFacts(body)),
            !router.types.isCalledOnlyAtEnd(member, of: router.type),
            !router.callers(of: member).contains(where: { router.reachesDetach(from: [$0]) })
        else { return nil }
        for name in properties.filter(BodyFacts(body).empties.contains).sorted() {
            let node =
                clearing(of: name, in: body)
                ?? body.references(to: name).first.map(Syntax.init)
            guard let node else { continue }
            return Violation(
                at: node, "`\(member)` forgets `\(name)`, and nothing detaches it.",
                fix: "Call `detachChild` before.", subject: name)
        }
        guard BodyFacts(body).attaches.isEmpty else { return nil }
        let dismissal = body.calls.first { call in
            guard let name = call.functionName, let view = call.receiver?.ownMemberName else {
                return false
            }
            return ["viewController", "viewControllable"].contains(view)
                && ["pop", "dismiss", "hide", "remove", "close"].contains(where: name.hasPrefix)
        }
        return dismissal.map {
            Violation(
                at: $0, "`\(member)` takes a view away, and nothing detaches its child.",
                fix: "Keep the child in a property, and detach it here.", subject: member)
        }
    }

    /// Whether a child may be attached again while the last one still is.
    private static func isRepeated(_ child: AttachedChild, _ router: RouterMethods) -> Bool {
        guard let member = child.attach.place.member, child.isShownAsNext,
            router.types.isCalledOften(member, of: router.type), !isOne(child.attach, router)
        else { return false }
        // What is asked before may be whether there is one.
        return !SurroundingCode(of: child.attach.call).before.contains { code in
            let item = code.as(CodeBlockItemSyntax.self)?.item
            let isQuestion =
                item == nil || item?.is(GuardStmtSyntax.self) == true
                || item?.is(ExpressionStmtSyntax.self) == true
            return isQuestion
                && BodyFacts(code).uses.contains {
                    $0 == "children" || router.types.property($0, of: router.type) != nil
                }
        }
    }

    /// Whether what is attached is one child, which the router has had from the beginning.
    private static func isOne(_ attach: ChildCall, _ router: RouterMethods) -> Bool {
        guard let name = attach.property,
            let property = router.types.property(name, of: router.type)
        else { return false }
        return property.isLazy
            || property.isStored
                && (router.naming[name] ?? []).allSatisfy {
                    $0.name == "init" || !$0.body.assigns.contains(name)
                }
    }

    /// Where a method takes the view of a child away on each way, and detaches it only on some.
    private static func detachedOnSomeWays(
        by function: FunctionDeclSyntax, of router: RouterMethods
    ) -> [Violation] {
        guard let body = function.body else { return [] }
        let facts = BodyFacts(body)
        let children = router.childProperties.intersection(facts.detaches)
        let takesViewAway = body.statements.contains { item in
            guard let call = item.item.as(FunctionCallExprSyntax.self) else { return false }
            return ["dismiss", "pop", "hide"].contains(where: (call.functionName ?? "").hasPrefix)
        }
        guard takesViewAway, facts.attaches.isEmpty, children.count == 1, let child = children.first
        else { return [] }
        let paths = ReturnPaths(through: body) {
            names(child, in: $0, router) || router.mayDetach(BodyFacts($0))
        }
        guard paths.missIt else { return [] }
        return [
            Violation(
                at: function.name,
                "`\(function.name.text)` takes a view away, and detaches `\(child)` only on some ways.",
                subject: child)
        ]
    }

    /// Where a property gets the next child before the last one is detached, which is out of reach then.
    private static func replacedTooEarly(
        by function: FunctionDeclSyntax, of router: RouterMethods
    ) -> [Violation] {
        let statements = function.body.map { Array($0.statements) } ?? []
        return statements.indices.compactMap { index in
            let parts = statements[index].item.as(SequenceExprSyntax.self).map {
                Array($0.elements)
            }
            guard let parts, parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
                let child = parts[0].ownMemberName, router.childProperties.contains(child),
                let next = parts[2].variableName,
                case .value(let made)? = parts[2].meaning(ofLocal: next),
                made.unwrapped.is(FunctionCallExprSyntax.self),
                !statements[..<index].contains(where: { names(child, in: Syntax($0), router) })
            else { return nil }
            let helpers = (router.naming[child] ?? []).filter { $0.body.detaches.contains(child) }
                .map(\.name)
            let first = statements[(index + 1)...].lazy.map { BodyFacts($0) }.first { facts in
                facts.attaches.contains(next)
                    || facts.detaches.contains(child) && facts.usesAtOnce.contains("detachChild")
                    || helpers.contains(where: facts.usesAtOnce.contains)
            }
            guard let first, !first.attaches.contains(next),
                BodyFacts(function).attaches.contains(next)
            else { return nil }
            return Violation(
                at: statements[index],
                "`\(child)` is the next child already when the last one should be detached.",
                fix: "Detach the last one before.", subject: child)
        }
    }

    /// Children that the same way has attached already.
    private static func attachedTwice(_ file: CheckedFile) -> [Violation] {
        RepeatedAttach.all(in: file).compactMap { attach, child, between in
            if file.router(attach.type).mayRelease(child, in: between) { return nil }
            return Violation(
                at: attach.call, "`\(child)` is attached already on this way.",
                fix: "Attach it once.", subject: child)
        }
    }

    // MARK: Closed, and still attached

    /// Children that a method by its name closes, and leaves attached.
    private static func leftAttached(
        by function: FunctionDeclSyntax, in declaration: TypeDeclaration, of router: RouterMethods
    ) -> [Violation] {
        let member = function.name.text
        let isClosing = RouterMethods.isClosing(member)
        guard isClosing || router.isEntry(member), let body = function.body else { return [] }
        let facts = BodyFacts(body)
        guard !router.mayDetach(facts), isClosing || facts.attaches.isEmpty else { return [] }
        let named = router.childProperties.filter {
            facts.clears.contains($0) || facts.uses.contains($0)
        }
        return named.sorted().compactMap { child in
            guard !isPassed(child, in: body),
                !(router.naming[child] ?? []).contains(where: {
                    $0.name != member && $0.releasesLater(child)
                })
            else { return nil }
            if facts.clears.contains(child), let node = clearing(of: child, in: body) {
                return Violation(
                    at: node, "`\(member)` forgets `\(child)`, which stays attached.",
                    fix: "Call `detachChild` before.", subject: child)
            }
            guard isClosing,
                !(router.naming[child] ?? []).contains(where: { $0.body.detaches.contains(child) }),
                !router.usesChildren,
                let node = viewCall(of: child, in: body, Self.takesAway)
            else { return nil }
            return Violation(
                at: node, "`\(member)` dismisses the view of `\(child)`, which stays attached.",
                fix: "Detach `\(child)` as well, and set it to nil.", subject: child,
                severity: isOnlyHidden(child, by: declaration.functions, router) ? .warning : nil)
        }
    }

    /// Whether the router has one child that it hides and shows: a method shows the view of the same one
    /// again, and no other one takes its place.
    private static func isOnlyHidden(
        _ child: String, by functions: [FunctionDeclSyntax], _ router: RouterMethods
    ) -> Bool {
        let isOne = (router.naming[child] ?? []).filter { $0.body.assigns.contains(child) }
            .allSatisfy { method in
                let before = functions.first { $0.name.text == method.name }?.body?.statements
                    .prefix { !BodyFacts($0).assigns.contains(child) }
                return !method.body.clears.contains(child)
                    && before?.contains { BodyFacts($0).uses.contains(child) } == true
            }
        return isOne
            && functions.contains { function in
                guard let body = function.body, BodyFacts(body).attaches.isEmpty,
                    router.types.isReached(function.name.text, of: router.type)
                else { return false }
                return viewCall(of: child, in: body) { !takesAway($0) } != nil
            }
    }

    private static func takesAway(_ method: String) -> Bool {
        ["dismiss", "pop", "hide", "remove"].contains(where: method.hasPrefix)
    }

    /// Ways on which a method returns between forgetting a child and detaching it.
    private static func forgottenOnTheWay(by function: FunctionDeclSyntax, of router: RouterMethods)
        -> [Violation]
    {
        guard let body = function.body else { return [] }
        let facts = BodyFacts(body)
        let left = router.childProperties.intersection(facts.clears)
            .filter(facts.detaches.contains)
        return left.sorted().compactMap { child in
            guard let clearing = clearing(of: child, in: body),
                let item = clearing.parent?.as(CodeBlockItemSyntax.self)
            else { return nil }
            let around = SurroundingCode(of: clearing)
            guard !around.before.contains(where: { router.mayDetach(BodyFacts($0)) }) else {
                return nil
            }
            let following = around.after.filter { $0.parent?.id == item.parent?.id }
            for code in following {
                if let exit = exit(from: code, unless: child, router) {
                    return Violation(
                        at: exit,
                        "`\(function.name.text)` returns here without detaching `\(child)`.",
                        subject: child)
                }
                if router.mayDetach(BodyFacts(code)) { return nil }
            }
            return nil
        }
    }

    /// Where an `if` or `guard` returns that has nothing to do with the child.
    private static func exit(
        from code: Syntax, unless child: String, _ router: RouterMethods
    ) -> Syntax? {
        let statement = code.as(CodeBlockItemSyntax.self)
        let branch = statement?.branch
        let check = statement?.item.as(GuardStmtSyntax.self)
        guard let conditions = branch?.conditions ?? check?.conditions,
            let body = branch?.body ?? check?.body, let last = body.statements.last,
            last.item.is(ReturnStmtSyntax.self), !router.mayDetach(BodyFacts(code)),
            !names(child, in: Syntax(conditions), router), !names(child, in: Syntax(body), router)
        else { return nil }
        return Syntax(last)
    }

    /// Whether code looks at a child, or at whether its parent is still there.
    private static func names(
        _ child: String, in code: Syntax, _ router: RouterMethods
    ) -> Bool {
        let names = BodyFacts(code).uses
        if !names.isDisjoint(with: [child, "children", "interactable", "interactor"]) {
            return true
        }
        return names.contains { name in
            code.references(to: name).contains { ExprSyntax($0).ownProperty == child }
        } || router.uses(child, in: [code], calledOnly: true)
    }

    /// Whether code gives a child to something that may detach it: not to the router's own view,
    /// which only takes the child's view away.
    private static func isPassed(_ child: String, in body: CodeBlockSyntax) -> Bool {
        body.calls.contains { call in
            if call.functionName?.lowercased().contains("detach") == true { return true }
            let receiver = call.receiver?.ownMemberName ?? ""
            return !["viewController", "viewControllable"].contains(receiver)
                && call.arguments.contains { $0.expression.ownProperty == child }
        }
    }

    private static func clearing(of child: String, in body: CodeBlockSyntax) -> Syntax? {
        body.nodes(SequenceExprSyntax.self).first { sequence in
            let elements = Array(sequence.elements)
            return elements.count == 3 && elements[1].is(AssignmentExprSyntax.self)
                && elements[2].isNil && elements[0].ownMemberName == child
        }.map(Syntax.init)
    }

    /// A call that gets the view of a child, of a method with some names.
    private static func viewCall(
        of child: String, in body: CodeBlockSyntax, _ isNamed: (String) -> Bool
    ) -> Syntax? {
        body.calls.first { call in
            guard call.functionName.map(isNamed) == true else { return false }
            return call.arguments.contains { argument in
                var value = argument.expression.unwrapped
                var isView = false
                while let member = value.as(MemberAccessExprSyntax.self), let base = member.base,
                    !base.isSelf
                {
                    isView =
                        isView || member.declName.baseName.text.hasPrefix("viewController")
                        || member.declName.baseName.text == "viewControllable"
                    value = base.unwrapped
                }
                return isView && value.ownProperty == child
            }
        }.map(Syntax.init)
    }
}

extension MethodFacts {
    /// Whether it detaches a child and leaves it to others to forget it, or says on attaching it
    /// how it is detached.
    fileprivate func releasesLater(_ child: String) -> Bool {
        body.attaches.contains(child)
            ? !body.detaches.isDisjoint(with: body.attaches)
            : body.detaches.contains(child) && !body.assigns.contains(child)
    }
}
