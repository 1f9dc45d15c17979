// SPDX-License-Identifier: Apache-2.0

/// What becomes of an interactor when its RIB is detached.
package enum Fate: Sendable {
    /// All that attach it let it go, or it is never detached.
    case freed
    /// It is attached again, kept, or deactivated without a detach.
    case kept
    /// The sources do not tell.
    case unknown
}

extension TypeTable {
    /// What becomes of an interactor when its RIB is detached, by all routers of the sources that
    /// attach it.
    package func fate(ofInteractor name: String) -> Fate {
        fates.value(of: key(name)) { findFate(of: name) }
    }

    private func findFate(of interactor: String) -> Fate {
        let routers = routers(ofPart: interactor)
        let isSuspended = routers.contains { router in
            ownMethods(of: router).contains { $0.body.sends.contains("deactivate") }
        }
        if isSuspended { return .kept }
        if isAtRoot(interactor) { return .freed }
        let found = routers.flatMap(attachments(making:)).filter(\.attachment.isAttached)
        if found.isEmpty { return .unknown }
        return found.contains { keeps($1, of: $0) } ? .kept : .freed
    }

    /// Whether a router is attached for as long as the app: by the first router, or others like it, and
    /// none of them may detach it.
    func isPermanent(router: String) -> Bool {
        let router = key(router)
        return permanents.value(of: router) {
            isPermanent(router, above: []) || isAttachedOnce(router, above: [])
        }
    }

    /// Whether all code that may run attaches a router once, to others that are there as long as the app, and
    /// none of it detaches the router.
    private func isAttachedOnce(_ router: String, above seen: Set<String>) -> Bool {
        let made = attachments(making: router).filter { parent, attachment in
            reachedMethods(of: parent).contains { $0.body.attachments.contains(attachment) }
        }
        return !made.isEmpty && !seen.contains(router) && seen.count < 8
            && made.allSatisfy { parent, attachment in
                isAttachedOnce(attachment, in: parent)
                    && !detaches(attachment, in: parent, reachedMethods(of: parent))
                    && (isPermanent(parent, above: [])
                        || isAttachedOnce(parent, above: seen.union([router])))
            }
    }

    private func isPermanent(_ router: String, above seen: Set<String>) -> Bool {
        if lineage(of: router).map(Self.shown).contains("LaunchRouter") || isLaunched(router) {
            return true
        }
        let made = attachments(making: router)
        return !made.isEmpty && !seen.contains(router) && seen.count < 8
            && made.allSatisfy { parent, attachment in
                let stays = { (methods: [MethodFacts]) in
                    !self.detaches(attachment, in: parent, methods)
                        || self.isKeptForLife(attachment, in: parent, methods)
                }
                return
                    (stays(ownMethods(of: parent))
                    || isAttachedOnce(attachment, in: parent) && stays(reachedMethods(of: parent)))
                    && isPermanent(parent, above: seen.union([router]))
            }
    }

    /// Whether reached code of a router attaches a child once, or while there is none. One that another child
    /// replaces is lost, and does not live as long as the app.
    private func isAttachedOnce(_ attachment: Attachment, in router: String) -> Bool {
        let attaching = ownMethods(of: router).filter { $0.body.attachments.contains(attachment) }
        let reached = reachedMethods(of: router).filter { $0.body.attachments.contains(attachment) }
        return !reached.isEmpty
            && attaching.allSatisfy { method in
                guard isCalledOften(method.name, of: router) else { return true }
                return attachment.keeper != attachment.variable
                    && attachment.keeper.map(method.body.handsOut.contains) == true
            }
    }

    private func reachedMethods(of router: String) -> [MethodFacts] {
        reachable.value(of: router) {
            ownMethods(of: router).filter { isReached($0.name, of: router) }
        }
    }

    /// Whether a router may detach a child: it names the child's property, or something else that may be
    /// the child.
    private func detaches(
        _ attachment: Attachment, in router: String, _ methods: [MethodFacts]
    ) -> Bool {
        methods.contains { method in
            method.body.uses.contains("detachChild") && method.body.detaches.isEmpty
                || method.body.detaches.contains {
                    $0 == attachment.keeper || property($0, of: router) == nil
                }
        }
    }

    /// Whether a router makes a child once, and never lets go of it.
    private func isKeptForLife(
        _ attachment: Attachment, in router: String, _ methods: [MethodFacts]
    ) -> Bool {
        let keeper = attachment.method == nil ? attachment.path.first : attachment.keeper
        guard let keeper, property(keeper, of: router)?.isStored == true else { return false }
        return methods.allSatisfy { method in
            if method.body.clears.contains(keeper) { return false }
            return !method.body.assigns.contains(keeper) || method.name == "init"
                || !isCalledOften(method.name, of: router)
        }
    }

    /// The methods of a router without those of RIBs, which the sources may have too, and without the
    /// `detach(child:)` of all routers: who calls that says what it detaches.
    private func ownMethods(of router: String) -> [MethodFacts] {
        lineage(of: router).filter { !Role.allBaseClasses.contains(Self.shown($0)) }
            .flatMap(parts(inherited:))
            .flatMap { part in
                part.methods.filter {
                    isDeclared(inherited: part.name) || !$0.name.hasPrefix("detach")
                        || $0.detachedLabels.isEmpty
                }
            }
    }

    /// Whether the app's delegate has the builder of a router.
    private func isLaunched(_ router: String) -> Bool {
        builders(of: router).contains { builder in
            users(of: builder.type.name).contains { Self.isDelegate($0.type.name) }
        }
    }

    /// Whether a type is the app's delegate, by its name.
    static func isDelegate(_ name: String) -> Bool {
        ["AppDelegate", "SceneDelegate"].contains(where: name.hasSuffix)
    }

    /// Where routers have a router of a type from.
    private func attachments(
        making router: String
    ) -> [(router: String, attachment: Attachment)] {
        let made = products.value(of: true) {
            var made: [String: [Int]] = [:]
            for (index, (parent, attachment)) in attachments.enumerated() {
                for product in self.made(by: attachment, of: parent) {
                    made[product, default: []].append(index)
                }
            }
            return made
        }
        let names = Set(lineage(of: router) + [router, Self.shown(router)])
        return Set(names.flatMap { made[$0] ?? [] }).sorted().map { attachments[$0] }
    }

    /// The routers that an attached one may be: their names, or those of their protocols.
    private func made(by attachment: Attachment, of parent: String) -> Set<String> {
        var current = parent
        for name in attachment.path {
            guard let next = property(name, of: current)?.type else { return [] }
            current = next
        }
        var names: Set = [current]
        if let method = attachment.method {
            let builder = onlyClass(of: current)
            let builds = methods(method, of: builder?.name ?? current)
            names = Set(builds.compactMap(\.returnType))
            for build in builds {
                let used = build.body.uses.map { name in builder.map { key(name, in: $0) } ?? name }
                names.formUnion(used.filter { role(of: $0) == .router })
            }
        }
        return names.subtracting(["Routing", "ViewableRouting", "LaunchRouting"])
    }

    /// Whether a router attaches what it had before, or goes on holding what it detaches.
    private func keeps(_ attachment: Attachment, of router: String) -> Bool {
        guard attachment.method == nil, let name = attachment.path.first else { return false }
        // Assigned in the same method, it is a new one.
        return !methods(of: router).contains {
            $0.body.attachments.contains(attachment) && $0.body.assigns.contains(name)
        }
    }
}

extension TypeTable {
    /// Whether objects of a type live as long as the app: it has one of its own, or is at the app's root.
    package func livesOn(_ type: String) -> Bool {
        isAtRoot(type)
            || parts(of: type).contains { part in
                part.properties.values.contains { $0.isStatic && $0.type == type && !$0.isOptional }
            }
    }

    /// Whether a type is the app's delegate, or a part of its first RIB.
    package func isAtRoot(_ type: String) -> Bool {
        if Self.isDelegate(type) || lineage(of: type).contains("LaunchRouting") { return true }
        switch role(of: type) {
        case .component: return isRoot(component: type)
        case .router: return isPermanent(router: type)
        default:
            let routers = routers(ofPart: type)
            return !routers.isEmpty && routers.allSatisfy(isPermanent)
        }
    }

    /// Whether objects of a class are known to come and go: parts of RIBs, and views.
    package func comesAndGoes(_ type: String) -> Bool {
        role(of: type) != nil
            || lineage(of: type).map(Self.shown).contains { name in
                ["ViewControllable", "Presentable"].contains(name) || Self.isView(name)
                    || ["View", "Cell", "ViewController"].contains(where: name.hasSuffix)
            }
    }

    /// Whether the sources show that objects of a type come and go while the app runs: something detaches
    /// their RIB or one above it, or makes them again and again. All may, where the sources are not an app.
    /// A builder stands for what it builds.
    package func mayGo(_ type: String) -> Bool {
        (role(of: type) == .builder || !isAtRoot(type))
            && goings.value(of: key(type)) {
                guard isWholeApp else { return true }
                var open = [key(type)]
                var seen: Set<String> = []
                while let next = open.popLast() {
                    if seen.insert(next).inserted, goes(next, holders: &open) { return true }
                }
                return false
            }
    }

    /// Whether objects of a type come and go by themselves.
    ///
    /// - Parameter holders: Gets what they go with.
    private func goes(_ type: String, holders: inout [String]) -> Bool {
        let family = lineage(of: type).map(Self.shown)
        if Self.isDelegate(type) || family.contains("LaunchRouter") { return false }
        if family.contains(where: { $0.hasSuffix("Cell") || $0.hasSuffix("ReusableView") }) {
            return true
        }
        let heirs = directHeirs(of: type).filter { self.type($0)?.kind == .class }
        holders += heirs
        let role = role(of: type)
        let routers =
            role == .router
            ? [type]
            : role == .builder
                ? Set(
                    methods(of: type).flatMap(\.body.uses).filter { self.role(of: $0) == .router })
                : routers(ofPart: type)
        if !routers.isEmpty || role == .builder {
            return routers.isEmpty || routers.contains { isDetached($0, by: &holders) }
        }
        let makers = makers(of: type).filter { $0.name != type && isReached("", of: $0.name) }
        let users = users(of: type).filter {
            $0.type.name != type && isReached($0.method.name, of: $0.type.name)
        }
        holders += makers.map(\.name) + users.map(\.type.name)
        return users.contains { isMadeAgain(type, in: $0.method, of: $0.type) }
            // Something else makes it.
            || heirs.isEmpty && makers.isEmpty && users.isEmpty && isReached("", of: type)
    }

    /// Whether a method may make an object of a type more than once: a view controller, unless it is there
    /// from the beginning.
    private func isMadeAgain(_ type: String, in method: MethodFacts, of user: TypeFacts) -> Bool {
        let isController =
            role(of: type) == .viewController || type.hasSuffix("ViewController")
        let property = property(method.name, of: user.name)
        if method.parameters.isEmpty, let property {
            return isController && !property.isStored && !property.isLazy
        }
        let starts = Self.startingMethods.union(["loadView"])
        if starts.contains(method.name) { return false }
        // `tableView` is most likely the property, not the method of its data source.
        let isFirst =
            property == nil && !method.isOverride
            && methods(reachedFrom: starts, of: user.name, atOnce: true).contains(method.name)
        return isCalledOften(method.name, of: user.name)
            || isController && !Self.isDelegate(user.name) && !isFirst
    }

    /// Whether a router that attaches another one detaches it, or attaches the next one when asked again.
    ///
    /// - Parameter parents: Gets the routers that attach it.
    private func isDetached(_ router: String, by parents: inout [String]) -> Bool {
        let made = attachments(making: router)
        parents += made.map(\.router)
        let isDetached = made.contains { parent, attachment in
            let attaching = ownMethods(of: parent).filter {
                $0.body.attachments.contains(attachment)
            }
            let reached = reachedMethods(of: parent)
            let names = Set(attaching.flatMap(\.body.assigns))
            return detaches(attachment, in: parent, reached)
                || reached.contains { !$0.body.detaches.isDisjoint(with: names) }
                || attaching.contains { isReached($0.name, of: parent) }
                    && !isAttachedOnce(attachment, in: parent)
        }
        if isDetached || !made.isEmpty || isAtRoot(router) { return isDetached }
        // Helpers attach it, by a name of their own.
        let names = Set(builders(of: router).flatMap { lineage(of: $0.type.name) })
        let others = all.filter { part in
            role(of: part.name) == .router
                && part.properties.values.contains { $0.type.map(names.contains) == true }
        }
        parents += others.map(\.name)
        return others.isEmpty
            || others.contains { part in
                reachedMethods(of: part.name).contains {
                    $0.body.uses.contains("detachChild") || !$0.body.detaches.isEmpty
                }
            }
    }

    /// The methods of builders that name a type.
    func builders(of type: String) -> [(type: TypeFacts, method: MethodFacts)] {
        users(of: type).filter { role(of: $0.type.name) == .builder }
    }

    /// The routers that are made together with an interactor, a view or a presenter.
    func routers(ofPart type: String) -> Set<String> {
        partners.value(of: key(type)) {
            let made = Set(
                builders(of: type).flatMap { builder in
                    builder.method.body.uses.filter { $0.first?.isUppercase == true }
                        .map { key($0, in: builder.type) }
                })
            let named = made.isEmpty ? Set(lineage(of: type).flatMap { generics[$0] ?? [] }) : made
            let routers = named.filter { role(of: $0) == .router }
            // Builders cast what a storyboard makes.
            let cast = routers.filter { router in
                builders(of: router).contains { $0.method.body.reads.contains(Self.shown(type)) }
            }
            return cast.isEmpty ? routers : cast
        }
    }

    /// Whether only the app's delegate, or what builds the app's first router, makes a component.
    private func isRoot(component name: String) -> Bool {
        var isMade = false
        let isMadeElsewhere = users(of: name).contains { part, method in
            guard part.name != key(name) else { return false }
            let isRoot =
                Self.isDelegate(part.name)
                || method.body.uses.filter { $0.first?.isUppercase == true }
                    .map { key($0, in: part) }
                    .contains { role(of: $0) == .router && isPermanent(router: $0) }
            isMade = isMade || isRoot
            return !isRoot
        }
        return isMade && !isMadeElsewhere
    }

    /// Whether code may run: where the sources are a whole app, something reaches its member, and the RIB
    /// that its object is a part of.
    ///
    /// - Parameter member: The method, initializer or property that it stands in.
    package func isReached(_ member: String, of type: String) -> Bool {
        guard isWholeApp, self.type(type)?.kind == .class else { return true }
        let reach = reach.value(of: true) { Reach(self) }
        let routers = routers(ofPart: type)
        guard reach.types.contains(key(type)),
            routers.isEmpty || routers.contains(where: { reach.types.contains(key($0)) })
        else { return false }
        let isMethod = property(member, of: type) == nil && !methods(member, of: type).isEmpty
        return !isMethod
            || lineage(of: type).contains { ancestor in
                reach.has(member, of: ancestor)
                    && parts(inherited: ancestor).flatMap(\.methods).contains {
                        $0.name == member && $0.hasBody
                    }
            }
    }
}
