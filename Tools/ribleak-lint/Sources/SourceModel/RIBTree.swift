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
        fates.value(of: name) { findFate(of: name) }
    }

    private func findFate(of interactor: String) -> Fate {
        let routers = routers(ofPart: interactor)
        let isSuspended = routers.contains { router in
            ownMethods(of: router).contains { $0.body.sends.contains("deactivate") }
        }
        if isSuspended { return .kept }
        if isAtRoot(interactor) { return .freed }
        let found = attachments.filter { parent, attachment in
            routers.contains { makes($0, attachment, of: parent) }
        }
        if found.isEmpty { return .unknown }
        return found.contains { keeps($1, of: $0) } ? .kept : .freed
    }

    /// Whether a router is attached for as long as the app: by the first router, or others like it, and
    /// none of them may detach it.
    func isPermanent(router: String) -> Bool {
        permanents.value(of: router) { isPermanent(router, above: []) }
    }

    private func isPermanent(_ router: String, above seen: Set<String>) -> Bool {
        if lineage(of: router).map(Self.shown).contains("LaunchRouter") || isLaunched(router) {
            return true
        }
        let made = attachments.filter { makes(router, $1, of: $0) }
        return !made.isEmpty && !seen.contains(router) && seen.count < 8
            && made.allSatisfy { parent, attachment in
                !detaches(attachment, in: parent)
                    && isPermanent(parent, above: seen.union([router]))
            }
    }

    /// Whether a router may detach a child: it names the child's property, or something else that may be
    /// the child.
    private func detaches(_ attachment: Attachment, in router: String) -> Bool {
        ownMethods(of: router).contains { method in
            method.body.uses.contains("detachChild") && method.body.detaches.isEmpty
                || method.body.detaches.contains {
                    $0 == attachment.keeper || property($0, of: router) == nil
                }
        }
    }

    /// The methods of a router without those of RIBs, which the sources may have too.
    private func ownMethods(of router: String) -> [MethodFacts] {
        lineage(of: router).filter { !Role.allBaseClasses.contains(Self.shown($0)) }
            .flatMap(parts(inherited:)).flatMap(\.methods)
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

    /// Whether what a router attaches is a router of a type.
    private func makes(_ router: String, _ attachment: Attachment, of parent: String) -> Bool {
        var current = parent
        for name in attachment.path {
            guard let next = property(name, of: current)?.type else { return false }
            current = next
        }
        guard let method = attachment.method else {
            return current == router
                || !Self.anyRouting.contains(current) && lineage(of: router).contains(current)
        }
        let made = methods(method, of: onlyClass(of: current)?.name ?? current)
        return made.contains { build in
            if build.body.uses.contains(Self.shown(router)) { return true }
            guard let type = build.returnType, !Self.anyRouting.contains(type) else { return false }
            return type == router || lineage(of: router).contains(type)
        }
    }

    private static var anyRouting: Set<String> { ["Routing", "ViewableRouting", "LaunchRouting"] }

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
    /// Whether code may run: where the sources are a whole app, something makes its type and calls its
    /// member.
    ///
    /// - Parameter member: The method, initializer or property that it stands in.
    package func isReached(_ member: String, of type: String) -> Bool {
        guard isWholeApp, self.type(type)?.kind == .class else { return true }
        return isMade(type) && isCalled(member, of: type)
    }

    /// Whether code names a type other than where it is declared, or the system may make it.
    private func isMade(_ type: String) -> Bool {
        made.value(of: self.type(type)?.name ?? type) {
            let names = [type] + directHeirs(of: type)
            if role(of: type) == .router { return isBuilt(router: type) }
            // A storyboard makes what it names.
            let isOfSystem = hasForeignSuperclass(type) && naming["UIStoryboard"] != nil
            return isOfSystem || Self.isDelegate(type)
                || names.contains { name in naming[Self.shown(name)] != nil }
        }
    }

    private func isBuilt(router: String) -> Bool {
        let builders = builders(of: router).map(\.type)
        return builders.isEmpty
            || builders.contains { builder in
                naming[Self.shown(builder.name)].map { $0 != builder.scope.file } ?? false
            }
    }

    /// Whether code calls a member. What is not private, other modules and the system may call; routers
    /// have nothing that these know.
    private func isCalled(_ member: String, of type: String) -> Bool {
        let methods = methods(member, of: type)
        let isRouter = role(of: type) == .router
        guard !methods.isEmpty, property(member, of: type) == nil,
            !Self.startingMethods.contains(member), member != "deinit",
            methods.allSatisfy({ !$0.isOverride && (isRouter || $0.isPrivate) })
        else { return true }
        return isSent(member)
            || self.methods(of: type).contains {
                $0.name != member && $0.body.uses.contains(member)
            }
    }
}
