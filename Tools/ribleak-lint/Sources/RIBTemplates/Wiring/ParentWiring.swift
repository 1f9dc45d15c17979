// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// How a parent gets a new child: what changes in its sources, or else what is left to do by hand.
///
/// All of a parent's parts change or none, so that it always compiles. Each step knows its change and
/// the words for it; one step that cannot be taken safely turns all into words.
struct ParentWiring {
    /// What is left to do by hand.
    struct Todo: Equatable {
        /// A file with its line, or else what is not there.
        let place: String
        let text: String
    }

    /// One part of the parent.
    struct Step {
        /// How a person would take it.
        let todo: Todo
        /// The changes by path; nil when they are not safe.
        var edits: [String: [EditableSource.Edit]]?
    }

    /// A declaration and its file.
    struct Found<Node> {
        let source: EditableSource
        let node: Node
    }

    let child: NewRIB
    let parent: RIBName
    let sources: [EditableSource]
    let tests: [EditableSource]

    /// What the files of the child need to know of the parent.
    private(set) var values: [String: Any] = [:]
    /// Where the child's extension of a type of the parent belongs; nil when there is no such type.
    private(set) var extensionFolder: String?
    /// The new texts of changed files, by path.
    private(set) var changes: [(path: String, before: String, after: String)] = []
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
        extend(lacksComponent ? "Builder" : "Component", text)
        let steps = [host?.step, builderStep(), routerStep(), routingStep(), listenerStep()]
        values.merge(host?.values ?? [:]) { $1 }
        guard !take(steps.compactMap { $0 }) else { return }
        // Without the changes of the parent, an extension that needs them would not compile.
        if lacksComponent {
            let place = "\(parent.text)Component, which was not found"
            todos.insert(Todo(place: place, text: text), at: 0)
        }
        if lacksComponent || host != nil { extensionFolder = nil }
    }

    /// Decides where an extension of one of the parent's types goes.
    private mutating func extend(_ part: String, _ text: String) {
        switch oneClass(part) {
        case .success(let found):
            extensionFolder = found.source.path.enclosingFolder
        case .failure(let reason): todos.append(Todo(place: reason.place, text: text))
        }
    }

    /// Takes all steps, or tells of all.
    ///
    /// - Returns: Whether they are taken.
    private mutating func take(_ steps: [Step]) -> Bool {
        let missing = todos
        let edits = steps.compactMap(\.edits)
        if missing.isEmpty, edits.count == steps.count, apply(edits) {
            todos = otherCalls() + generatedDoubles() + [viewTodo()].compactMap { $0 }
            return true
        }
        todos = missing + steps.map(\.todo)
        return false
    }

    private mutating func apply(_ edits: [[String: [EditableSource.Edit]]]) -> Bool {
        let doubles = doubleEdits()
        let all = (edits + [doubles]).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        var texts: [(String, String, String)] = []
        for source in sources + tests {
            guard let edits = all[source.path], !edits.isEmpty else { continue }
            guard let after = source.applying(edits) else { return false }
            texts.append((source.path, source.text, after))
        }
        changes = texts.sorted { $0.0 < $1.0 }
        return true
    }

    // MARK: - Declarations

    /// Why there is not one declaration of a name.
    struct NotOne: Error {
        let place: String
    }

    /// The one class of the parent with an ending, such as `Router`.
    func oneClass(_ part: String) -> Result<Found<ClassDeclSyntax>, NotOne> { one(part) }

    /// The one protocol of the parent with an ending, such as `Routing`.
    func oneProtocol(_ part: String) -> Result<Found<ProtocolDeclSyntax>, NotOne> { one(part) }

    private func one<Node: NamedDeclSyntax & DeclSyntaxProtocol>(
        _ part: String
    ) -> Result<Found<Node>, NotOne> {
        let name = "\(parent.text)\(part)"
        let all: [Found<Node>] = sources.flatMap { source in
            source.tree.statements.compactMap { $0.item.as(DeclSyntax.self)?.as(Node.self) }
                .filter { $0.name.text == name }
                .map { Found(source: source, node: $0) }
        }
        guard let first = all.first else {
            return .failure(NotOne(place: "\(name), which was not found"))
        }
        guard all.count == 1 else {
            let places = all.map(\.place).joined(separator: ", ")
            return .failure(NotOne(place: "\(name), which is there \(all.count) times: \(places)"))
        }
        // What does not parse may hide what matters.
        guard !first.source.tree.hasError else {
            return .failure(NotOne(place: "\(first.place), where the file has errors"))
        }
        return .success(first)
    }

    /// A step in one declaration.
    ///
    /// - Parameters:
    ///   - found: The declaration.
    ///   - text: How a person takes the step.
    ///   - edits: The changes by path; nil when they are not safe.
    func step<Node: NamedDeclSyntax>(
        in found: Result<Found<Node>, NotOne>, _ text: String,
        _ edits: (Found<Node>) -> [String: [EditableSource.Edit]]?
    ) -> Step {
        switch found {
        case .failure(let reason): Step(todo: Todo(place: reason.place, text: text), edits: nil)
        case .success(let found):
            Step(todo: Todo(place: found.place, text: text), edits: edits(found))
        }
    }
}

extension ParentWiring.Found where Node: NamedDeclSyntax {
    /// Where it is declared, as `FILE:LINE`.
    var place: String { source.place(of: node.name) }
}
