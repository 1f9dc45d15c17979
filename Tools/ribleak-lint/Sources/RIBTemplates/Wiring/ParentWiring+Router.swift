// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The parent's router, which keeps the child's builder, and the child while it is attached.
extension ParentWiring {
    /// The child's name after a verb, such as `attachProfile`.
    var attach: String { "attach\(child.name.text)" }
    var detach: String { "detach\(child.name.text)" }
    private var builder: String { "\(child.name.property)Builder" }
    private var builderType: String { "\(child.name.text)Buildable" }

    func routerStep() -> Step {
        let text = """
            let its initialiser get \(builder): \(builderType), keep it, and add
            \(properties)

            \(methods(prefix: "", view: nil))
            """
        return step(in: oneClass("Router"), text) { found in
            guard let base = RouterBase(found.node, parent: parent.text), isFree(found.node),
                let edits = edits(of: found, base)
            else { return nil }
            return [found.source.path: edits]
        }
    }

    private func isFree(_ router: ClassDeclSyntax) -> Bool {
        ![builder, child.name.property, attach, detach].contains(where: router.hasMember)
    }

    private var properties: String {
        """
        private let \(builder): \(builderType)
        private var \(child.name.property): \(child.routingType)?
        """
    }

    private func methods(prefix: String, view: ViewMethods?) -> String {
        let name = child.name.property
        let isPlain = child.kind == .plainRIB
        let show = view.map { "\n    \($0.present("\(name).viewControllable"))" } ?? ""
        let hide = view.map { "\n    \($0.dismiss("\(name).viewControllable"))" } ?? ""
        return """
            \(prefix)func \(attach)() {
                guard \(name) == nil else { return }
                let \(name) = \(builder).build(withListener: interactor)
                self.\(name) = \(name)\(show)
                \(isPlain ? "\(name).attach(to: self)" : "attachChild(\(name))")
            }

            \(prefix)func \(detach)() {
                guard let \(name) else { return }
                \(isPlain ? "\(name).detach()" : "detachChild(\(name))")\(hide)
                self.\(name) = nil
            }
            """
    }

    private func edits(
        of found: Found<ClassDeclSyntax>, _ base: RouterBase
    ) -> [EditableSource.Edit]? {
        let (source, router) = (found.source, found.node)
        let isPublic = (try? oneProtocol("Routing").get().node.modifiers.isPublic) ?? false
        let methods = methods(
            prefix: isPublic ? "public " : "", view: viewMethods(of: router, base))
        guard let initializer = router.initializers.first else {
            let lines = "\(properties)\n\n\(base.initializer(builder, builderType))\n\n\(methods)"
            return [source.prepend(lines, to: router.memberBlock, of: router)]
        }
        guard router.initializers.count == 1, let pass = passing(to: initializer, source) else {
            return nil
        }
        let keep: EditableSource.Edit =
            router.lastStoredProperty(before: initializer).map {
                source.insert(properties, below: $0, afterBlank: false)
            } ?? source.prepend(properties, to: router.memberBlock, of: router)
        return [keep] + pass + [source.insert(methods, below: initializer, afterBlank: true)]
    }

    /// The builder as one more parameter.
    private func passing(
        to initializer: InitializerDeclSyntax, _ source: EditableSource
    ) -> [EditableSource.Edit]? {
        initializer.adding("\(builder): \(builderType)", assigning: builder, in: source)
    }

    // MARK: - Views

    /// How the parent's view shows the view of a child.
    struct ViewMethods {
        /// The label of the parameter, with its colon; empty when there is none.
        let presentLabel: String
        let dismissLabel: String

        func present(_ view: String) -> String { "viewController.present(\(presentLabel)\(view))" }
        func dismiss(_ view: String) -> String { "viewController.dismiss(\(dismissLabel)\(view))" }
    }

    /// The methods `present` and `dismiss` of the parent's view, if they take just a view.
    private func viewMethods(of router: ClassDeclSyntax, _ base: RouterBase) -> ViewMethods? {
        guard child.ownsView, case .success(let view) = oneProtocol("ViewControllable"),
            base.view == view.node.name.text || router.keepsView(view.node.name.text),
            let present = view.node.labelOfView(in: "present"),
            let dismiss = view.node.labelOfView(in: "dismiss")
        else { return nil }
        return ViewMethods(presentLabel: present, dismissLabel: dismiss)
    }

    /// What is left when nobody knows how the parent shows views, or takes all of them away.
    func viewTodo() -> Todo? {
        guard child.ownsView, case .success(let found) = oneClass("Router"),
            let base = RouterBase(found.node, parent: parent.text)
        else { return nil }
        let view = "\(child.name.property).viewControllable"
        // The views of a parent without one are in an ancestor's, which stays when the parent goes.
        let cleansUp = base.view == nil && found.node.hasMember("cleanupViews")
        if viewMethods(of: found.node, base) == nil {
            let places = cleansUp ? "\(detach)() and cleanupViews()" : "\(detach)()"
            return Todo(
                place: found.place,
                text: "show \(view) in \(attach)(), and take it off the screen in \(places)")
        }
        guard cleansUp else { return nil }
        return Todo(
            place: found.place, text: "take \(view) off the screen in cleanupViews(), too")
    }
}

/// The class that a router inherits from.
private struct RouterBase {
    let interactor: String
    /// The type of its own view; nil when it has none.
    let view: String?

    /// - Returns: Nil for anything but a router of the parent's own interactor.
    init?(_ router: ClassDeclSyntax, parent: String) {
        guard
            let found = router.superclass?.wholeMatch(
                of: /(?:RIBs\.)?(Router|ViewableRouter|LaunchRouter)<(\w+)(?:,(\w+))?>/),
            ["\(parent)Interactable", "\(parent)Interactor"].contains(String(found.2)),
            (found.1 == "Router") == (found.3 == nil)
        else { return nil }
        interactor = String(found.2)
        view = found.3.map(String.init)
    }

    /// The initialiser for a router that has inherited one.
    func initializer(_ name: String, _ type: String) -> String {
        let views = view.map { ", viewController: \($0)" } ?? ""
        let passed = view == nil ? "" : ", viewController: viewController"
        return """
            init(interactor: \(interactor)\(views), \(name): \(type)) {
                self.\(name) = \(name)
                super.init(interactor: interactor\(passed))
            }
            """
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
            !modifiers.contains(where: {
                $0.name.text == "required" || $0.name.text == "convenience"
            }),
            optionalMark == nil, attributes.isEmpty, let body,
            let assignment = body.assigning(name, in: source)
        else { return nil }
        var edits: [EditableSource.Edit] = []
        // With another parameter, it overrides nothing.
        if let word = modifiers.first(where: { $0.name.text == "override" }) {
            let end = word.endPosition.utf8Offset
            edits.append(
                EditableSource.Edit(
                    range: word.positionAfterSkippingLeadingTrivia.utf8Offset..<end, text: ""))
        }
        if let last = clause.parameters.last {
            edits += source.add(
                parameter, after: last, in: clause.leftParen, clause.rightParen,
                closesOnOwnLine: true)
        } else {
            edits.append(.insert(parameter, at: clause.leftParen.endPosition.utf8Offset))
        }
        return edits + [assignment]
    }
}

extension CodeBlockSyntax {
    /// Sets a property to the parameter of its name, before the call of `super`.
    fileprivate func assigning(_ name: String, in source: EditableSource) -> EditableSource.Edit? {
        let line = "self.\(name) = \(name)"
        let call = statements.first { $0.trimmedDescription.hasPrefix("super.init(") }
        if let statement = call ?? statements.first {
            // Nested in a condition, or among others on one line.
            guard call != nil || !trimmedDescription.contains("super.init"),
                source.isFirstOnItsLine(statement)
            else { return nil }
            return source.insert(line, above: statement)
        }
        let outer = source.newline + source.indent(of: leftBrace)
        let isOneLine = !source.isFirstOnItsLine(rightBrace)
        return .insert(
            outer + source.oneLevel + line + (isOneLine ? outer : ""),
            at: leftBrace.endPositionBeforeTrailingTrivia.utf8Offset)
    }
}

extension DeclModifierListSyntax {
    var isPublic: Bool {
        contains { ["public", "open", "package"].contains($0.name.text) }
    }
}

extension ClassDeclSyntax {
    /// The last property with storage above an initialiser.
    func lastStoredProperty(before initializer: InitializerDeclSyntax) -> VariableDeclSyntax? {
        memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .last { variable in
                variable.position < initializer.position
                    && variable.bindings.allSatisfy { $0.accessorBlock == nil }
            }
    }

    /// Whether its property `viewController` has a type.
    fileprivate func keepsView(_ type: String) -> Bool {
        memberBlock.members.contains { member in
            member.decl.as(VariableDeclSyntax.self)?.bindings.contains {
                $0.pattern.trimmedDescription == "viewController"
                    && $0.typeAnnotation?.type.trimmedDescription == type
            } ?? false
        }
    }
}

extension ProtocolDeclSyntax {
    /// The label, with its colon, of the only parameter of a method that takes a view.
    ///
    /// - Returns: An empty text when there is no label; nil when there is no such method.
    fileprivate func labelOfView(in method: String) -> String? {
        for member in memberBlock.members {
            guard let function = member.decl.as(FunctionDeclSyntax.self),
                function.name.text == method, function.signature.returnClause == nil,
                function.signature.effectSpecifiers == nil,
                let parameter = function.signature.parameterClause.parameters.first,
                function.signature.parameterClause.parameters.count == 1,
                ["ViewControllable", "any ViewControllable", "ViewControllable?"].contains(
                    parameter.type.trimmedDescription)
            else { continue }
            return parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
        }
        return nil
    }
}
