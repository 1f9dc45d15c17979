// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// How a parent gets a new child: what changes in its sources, or else what is left to do by hand.
///
/// All of a parent's parts change or none, so that it always compiles. Each step knows its change and
/// the words for it; one step that cannot be taken safely turns all into words.
struct ParentWiring {
    /// One part of the parent: how a person would change it, and the changes; nil when they are not
    /// safe.
    typealias Step = (todo: Todo, edits: [EditableSource.Edit]?)

    /// A declaration and its file.
    typealias Found<Node> = (source: EditableSource, node: Node)

    /// The only declaration of a name, and where it is, as `FILE:LINE`, or else why it is not used.
    typealias One<Node> = (found: Found<Node>?, place: String)

    let child: NewRIB
    let parent: RIBName
    let sources: [EditableSource]
    let tests: [EditableSource]

    /// What the files of the child need to know of the parent.
    private(set) var values: [String: Any] = [:]
    /// Where the child's extension of a type of the parent belongs; nil when there is no such type.
    private(set) var extensionFolder: String?
    private(set) var changes: [FileChanges.Changed] = []
    private(set) var todos: [Todo] = []

    /// Looks at the parent.
    ///
    /// - Parameters:
    ///   - child: The new RIB, worker or workflow.
    ///   - parent: The name of the RIB above it.
    ///   - sources: The app's sources that name the parent.
    ///   - tests: Those of its tests.
    init(
        _ child: NewRIB, below parent: RIBName, in sources: [EditableSource],
        tests: [EditableSource]
    ) {
        (self.child, self.parent) = (child, parent)
        (self.sources, self.tests) = (sources, tests)
        switch child.kind {
        case .workflow:
            extend("Interactor", "conform it to \(child.name.text)ActionableItem")
        case .worker:
            _ = take([workerStep()])
        case .viewable, .viewless, .plainRIB, .launch:
            wireChild()
        }
    }

    private mutating func wireChild() {
        let text = "conform it to \(child.name.text)Dependency"
        let host = child.kind == .viewless ? hostStep() : nil
        extend("Component", text)
        let steps = [host?.step, builderStep(), routerStep(), routingStep(), listenerStep()]
        values.merge(host?.values ?? [:]) { $1 }
        // Without the changes of the parent, an extension that needs them would not compile.
        if !take(steps.compactMap { $0 }), host != nil { extensionFolder = nil }
    }

    /// Decides where an extension of one of the parent's types goes.
    private mutating func extend(_ part: String, _ text: String) {
        let (found, place) = oneClass(part)
        extensionFolder = found?.source.path.enclosingFolder
        if found == nil { todos.append(Todo(place: place, text: text)) }
    }

    /// Takes all steps, or tells of all.
    ///
    /// - Returns: Whether they are taken.
    private mutating func take(_ steps: [Step]) -> Bool {
        let missing = todos
        let edits = steps.compactMap(\.edits)
        if missing.isEmpty, edits.count == steps.count, apply(edits.flatMap { $0 }) {
            todos = otherCalls() + generatedDoubles() + [viewTodo()].compactMap { $0 }
            return true
        }
        todos = missing + steps.map(\.todo)
        return false
    }

    private mutating func apply(_ edits: [EditableSource.Edit]) -> Bool {
        var changes: [FileChanges.Changed] = []
        let byPath = Dictionary(grouping: edits + doubleEdits(), by: \.path)
        for source in sources + tests {
            guard let edits = byPath[source.path] else { continue }
            guard let after = source.applying(edits) else { return false }
            changes.append(
                FileChanges.Changed(path: source.path, before: source.text, after: after))
        }
        self.changes = changes.sorted { $0.path < $1.path }
        return true
    }

    // MARK: - Declarations

    /// The one class of the parent with an ending, such as `Router`.
    func oneClass(_ part: String) -> One<ClassDeclSyntax> { one("\(parent.text)\(part)") }

    /// The one protocol of the parent with an ending, such as `Interactable`.
    func oneProtocol(_ part: String) -> One<ProtocolDeclSyntax> { one("\(parent.text)\(part)") }

    /// The protocol by which the parent's interactor knows its router, which most call `Routing`.
    func routing() -> One<ProtocolDeclSyntax> { one(routingName) }

    var routingName: String {
        let variables = oneClass("Interactor").found?.node.variables
        let type = variables?.first { $0.name == "router" }?.type.filter { $0 != "?" }
        return type.flatMap { $0.isEmpty ? nil : $0 } ?? "\(parent.text)Routing"
    }

    private func one<Node: NamedDeclSyntax & DeclSyntaxProtocol>(_ name: String) -> One<Node> {
        let all: [Found<Node>] = sources.flatMap { source in
            source.tree.statements.compactMap { $0.item.as(DeclSyntax.self)?.as(Node.self) }
                .filter { $0.name.text == name }
                .map { (source, $0) }
        }
        let places = all.map { $0.source.place(of: $0.node.name) }.joined(separator: ", ")
        if all.isEmpty { return (nil, "\(name), which was not found") }
        if all.count > 1 { return (nil, "\(name), which is there \(all.count) times: \(places)") }
        // What does not parse may hide what matters.
        if all[0].source.tree.hasError { return (nil, "\(places), where the file has errors") }
        return (all[0], places)
    }

    /// A step in one declaration.
    ///
    /// - Parameters:
    ///   - one: The declaration.
    ///   - text: How a person takes the step.
    ///   - edits: The changes; nil when they are not safe.
    func step<Node>(
        in one: One<Node>, _ text: String, _ edits: (Found<Node>) -> [EditableSource.Edit]?
    ) -> Step {
        (Todo(place: one.place, text: text), one.found.flatMap(edits))
    }
}

extension DeclGroupSyntax {
    /// The functions in its body, of one name or of all.
    func methods(_ name: String? = nil) -> [FunctionDeclSyntax] {
        memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
            .filter { name == nil || $0.name.text == name }
    }
}

extension ClassDeclSyntax {
    /// Its variables, with the types that are written at them.
    var variables: [(name: String, type: String, node: VariableDeclSyntax)] {
        memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap { node in
            node.bindings.map {
                ($0.pattern.trimmedDescription, $0.typeAnnotation?.type.plainName ?? "", node)
            }
        }
    }

    /// Whether it has a variable or function of a name.
    func hasMember(_ name: String) -> Bool {
        variables.contains { $0.name == name } || !methods(name).isEmpty
    }

    /// The initialisers in its body, those of conditional parts too.
    var initializers: [InitializerDeclSyntax] {
        memberBlock.members.flatMap { member -> [InitializerDeclSyntax] in
            if let one = member.decl.as(InitializerDeclSyntax.self) { return [one] }
            guard member.decl.is(IfConfigDeclSyntax.self) else { return [] }
            return member.decl.tokens(viewMode: .sourceAccurate)
                .compactMap { $0.parent?.as(InitializerDeclSyntax.self) }
        }
    }

    /// What it inherits from first, such as `Router<RootInteractable>`, without spaces and `any`.
    var superclass: String? { inheritanceClause?.inheritedTypes.first?.type.plainName }
}

extension TypeSyntax {
    /// Its text without spaces, `any`, parentheses and the runtime's module.
    var plainName: String {
        tokens(viewMode: .sourceAccurate).map(\.text).filter { !["any", "(", ")"].contains($0) }
            .joined().replacing("RIBs.", with: "")
    }
}
