// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The parent's router, which keeps the child's builder, and the child while it is attached.
extension ParentWiring {
    /// The child's name after a verb, such as `attachProfile`.
    var attach: String { "attach\(child.name.text)" }
    var detach: String { "detach\(child.name.text)" }
    private var builderType: String { "\(child.name.text)Buildable" }

    // MARK: - Names

    private var routerVariables: [(name: String, type: String)] {
        oneClass("Router").found?.node.variables.map { ($0.name, $0.type) } ?? []
    }

    /// The property of the child's builder, named as those that the router has.
    var builder: String {
        let builders = routerVariables.filter { $0.type.hasSuffix("Buildable") }
        let isBuildable = builders.last?.name.hasSuffix("Buildable") == true
        return child.name.property + (isBuildable ? "Buildable" : "Builder")
    }

    /// The property of the child, with its type. A router that has one child at a time, such as in
    /// `currentChild`, keeps this one there, too.
    private var kept: (name: String, type: String, isShared: Bool) {
        let own = child.kind == .plainRIB ? "\(child.name.text)RIB" : "\(child.name.text)Routing"
        let siblings = routerVariables.filter { $0.type.hasSuffix("Routing?") }
        let fitting = child.ownsView ? ["ViewableRouting?", "Routing?"] : ["Routing?"]
        let current = siblings.first { $0.name.hasPrefix("current") && fitting.contains($0.type) }
        if let current, child.kind != .plainRIB { return (current.name, own, true) }
        let suffix = ["Routing", "Router"].first { siblings.last?.name.hasSuffix($0) == true }
        let name = suffix.map { child.name.variable + $0 } ?? child.name.property
        return (name, own, false)
    }

    // MARK: - Changes

    func routerStep() -> Step {
        let text = """
            let its initialiser get \(builder): \(builderType), keep it, and add
            \(properties)

            \(methods(nil))
            """
        return step(in: oneClass("Router"), text) { found in
            let (source, router) = (found.source, found.node)
            let own = kept.isShared ? [] : [kept.name]
            guard let inherited = inherited(by: router),
                !([builder, attach, detach] + own).contains(where: router.hasMember)
            else { return nil }
            let isPublic = routing().found?.node.modifiers.isPublic == true
            let methods = methods(viewLabels(in: router), in: router)
                .replacing("func ", with: isPublic ? "public func " : "func ")
            return source.inject(
                properties, "\(builder): \(builderType)", into: router, passing: inherited,
                above: methods)
        }
    }

    private var properties: String {
        let child = kept.isShared ? "" : "\nprivate var \(kept.name): \(kept.type)?"
        return "private let \(builder): \(builderType)\(child)"
    }

    private func methods(_ view: ViewLabels?, in router: ClassDeclSyntax? = nil) -> String {
        let (kept, own) = (kept, child.name.property)
        // A variable of the property's name hides it.
        let name = kept.isShared || kept.name == own ? own : "router"
        let isPlain = child.kind == .plainRIB
        let show = view.map {
            "\n    viewController.present(\($0.present)\(name).viewControllable)"
        }
        let hide = view.map {
            "\n    viewController.dismiss(\($0.dismiss)\(name).viewControllable)"
        }
        let isThere = kept.isShared ? "!(\(kept.name) is \(kept.type))" : "\(kept.name) == nil"
        let cast = kept.isShared ? " as? \(kept.type)" : ""
        return """
            func \(attach)() {
                guard \(isThere) else { return }\(kept.isShared ? detachCurrent(view, in: router) : "")
                let \(name) = \(builder).build(withListener: interactor)
                self.\(kept.name) = \(name)\(show ?? "")
                \(isPlain ? "\(name).attach(to: self)" : "attachChild(\(name))")
            }

            func \(detach)() {
                guard let \(name)\(name == kept.name ? "" : " = \(kept.name)\(cast)") else { return }
                \(isPlain ? "\(name).detach()" : "detachChild(\(name))")\(hide ?? "")
                self.\(kept.name) = nil
            }
            """
    }

    /// How the child goes that the new one takes the place of: by the router's own method, if it has one.
    private func detachCurrent(_ view: ViewLabels?, in router: ClassDeclSyntax?) -> String {
        let current = kept.name
        let method = router?.methods().first { method in
            let body = method.body?.trimmedDescription ?? ""
            return method.name.text.hasPrefix("detach")
                && method.signature.parameterClause.parameters.isEmpty
                && body.contains("detachChild(") && body.contains(current)
        }
        if let method { return "\n    \(method.name.text)()" }
        let isViewable = routerVariables.contains { $0 == (current, "ViewableRouting?") }
        let hide = isViewable ? view.map { "\($0.dismiss)\(current).viewControllable" } : nil
        return "\n    if let \(current) {\n        detachChild(\(current))"
            + (hide.map { "\n        viewController.dismiss(\($0))" } ?? "") + "\n    }"
    }

    // MARK: - Views

    /// The labels, each with its colon, of the methods by which the parent's view shows another one.
    private typealias ViewLabels = (present: String, dismiss: String)

    /// The labels of `present` and `dismiss` of the parent's view, if they take just a view.
    private func viewLabels(in router: ClassDeclSyntax) -> ViewLabels? {
        guard child.ownsView, let view = oneProtocol("ViewControllable").found?.node,
            inherited(by: router)?.last?.type == view.name.text
                || routerVariables.contains(where: { $0 == ("viewController", view.name.text) }),
            let present = view.labelOfView(in: "present"),
            let dismiss = view.labelOfView(in: "dismiss")
        else { return nil }
        return (present, dismiss)
    }

    /// What the initialiser of the router's base class takes.
    ///
    /// - Returns: Nil for anything but a router of the parent's own interactor.
    private func inherited(by router: ClassDeclSyntax) -> [EditableSource.Parameter]? {
        guard
            let found = router.superclass?.wholeMatch(
                of: /(Router|ViewableRouter|LaunchRouter)<(\w+)(?:,(\w+))?>/),
            found.2 == "\(parent.text)Interactable",
            (found.1 == "Router") == (found.3 == nil)
        else { return nil }
        return [("interactor", String(found.2))]
            + (found.3.map { [("viewController", String($0))] } ?? [])
    }

    /// What is left when nobody knows how the parent shows views, or takes all of them away.
    func viewTodo() -> Todo? {
        let (found, place) = oneClass("Router")
        guard child.ownsView, let found, let inherited = inherited(by: found.node)
        else { return nil }
        let view = "\(kept.isShared ? child.name.property : kept.name).viewControllable"
        // The views of a parent without one are in an ancestor's, which stays when the parent goes.
        let cleanup = found.node.methods("cleanupViews").first?.body?.trimmedDescription
        let isTakenAway = kept.isShared && cleanup?.contains(kept.name) == true
        let cleansUp = inherited.count == 1 && cleanup != nil && !isTakenAway
        if viewLabels(in: found.node) == nil {
            let places = cleansUp ? "\(detach)() and cleanupViews()" : "\(detach)()"
            return Todo(
                place: place,
                text: "show \(view) in \(attach)(), and take it off the screen in \(places)")
        }
        let text = "take \(view) off the screen in cleanupViews(), too"
        return cleansUp ? Todo(place: place, text: text) : nil
    }
}

extension InitializerDeclSyntax {
    /// One more parameter, whose value the property of the same name keeps.
    ///
    /// - Returns: Nil for an initialiser that others may call or override, and for an unusual one.
    func adding(
        _ parameter: String, assigning name: String, in source: EditableSource
    ) -> [EditableSource.Edit]? {
        let clause = signature.parameterClause
        guard !modifiers.isPublic,
            !modifiers.contains(where: { ["required", "convenience"].contains($0.name.text) }),
            optionalMark == nil, attributes.isEmpty, let body,
            let assignment = body.assigning(name, in: source)
        else { return nil }
        // With another parameter, it overrides nothing.
        let override = modifiers.filter { $0.name.text == "override" }.map { word in
            let range = word.positionAfterSkippingLeadingTrivia..<word.endPosition
            return EditableSource.Edit(path: source.path, range: range, text: "")
        }
        guard let last = clause.parameters.last else {
            return override
                + [source.insert(parameter, at: clause.leftParen.endPosition), assignment]
        }
        return override
            + source.add(
                parameter, after: last, in: clause.leftParen, clause.rightParen,
                closesOnOwnLine: true) + [assignment]
    }
}

extension CodeBlockSyntax {
    /// Sets a property to the parameter of its name, before the call of `super`.
    fileprivate func assigning(_ name: String, in source: EditableSource) -> EditableSource.Edit? {
        let call = statements.first { $0.trimmedDescription.hasPrefix("super.init(") }
        // Nested in a condition, or among others on one line.
        guard let statement = call ?? statements.first, source.isFirstOnItsLine(statement),
            call != nil || !trimmedDescription.contains("super.init")
        else { return nil }
        let line = "self.\(name) = \(name)" + source.newline + source.indent(of: statement)
        return source.insert(line, at: statement.positionAfterSkippingLeadingTrivia)
    }
}

extension DeclModifierListSyntax {
    var isPublic: Bool { contains { ["public", "open", "package"].contains($0.name.text) } }
}

extension EditableSource {
    typealias Parameter = (name: String, type: String)

    /// Gives a class a property that its initialiser gets.
    ///
    /// - Parameters:
    ///   - properties: Its declaration, and others.
    ///   - parameter: The parameter, whose name is the property's.
    ///   - type: The class.
    ///   - inherited: The names and types that the initialiser of its base class takes.
    ///   - methods: What follows the initialiser; empty for nothing.
    /// - Returns: Nil when its initialiser is not the only one, or unusual.
    func inject(
        _ properties: String, _ parameter: String, into type: ClassDeclSyntax,
        passing inherited: [Parameter], above methods: String = ""
    ) -> [Edit]? {
        let name = String(parameter.prefix { $0 != ":" })
        guard let initializer = type.initializers.first else {
            let parameters = (inherited.map { "\($0.name): \($0.type)" } + [parameter]).joined(
                separator: ", ")
            let passed = inherited.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
            let lines = """
                \(properties)

                init(\(parameters)) {
                    self.\(name) = \(name)
                    super.init(\(passed))
                }
                """ + (methods.isEmpty ? "" : "\n\n\(methods)")
            return [keep(lines, in: type, afterBlank: true)]
        }
        guard type.initializers.count == 1,
            let pass = initializer.adding(parameter, assigning: name, in: self)
        else { return nil }
        let below = methods.isEmpty ? [] : [insert(methods, below: initializer, afterBlank: true)]
        return [keep(properties, in: type, before: initializer)] + pass + below
    }

    /// Adds properties below those above an initialiser, or else below all, or at the beginning.
    private func keep(
        _ properties: String, in type: ClassDeclSyntax,
        before initializer: InitializerDeclSyntax? = nil, afterBlank: Bool = false
    ) -> Edit {
        let stored = type.variables.map(\.node).filter { variable in
            variable.bindings.allSatisfy { $0.accessorBlock == nil }
        }
        let above = initializer.flatMap { one in stored.last { $0.position < one.position } }
        guard let last = above ?? stored.last else {
            return prepend(properties, to: type.memberBlock, of: type)
        }
        return insert(properties, below: last, afterBlank: afterBlank)
    }
}

extension ProtocolDeclSyntax {
    /// The label, with its colon, of the only parameter of a method that takes a view.
    ///
    /// - Returns: An empty text when there is no label; nil when there is no such method.
    fileprivate func labelOfView(in method: String) -> String? {
        methods(method).lazy.map(\.signature).compactMap { signature in
            guard signature.returnClause == nil, signature.effectSpecifiers == nil,
                let parameter = signature.parameterClause.parameters.first,
                signature.parameterClause.parameters.count == 1,
                ["ViewControllable", "any ViewControllable", "ViewControllable?"].contains(
                    parameter.type.trimmedDescription)
            else { return nil }
            return parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
        }.first
    }
}
