// SPDX-License-Identifier: Apache-2.0

import Foundation

/// All that a new RIB, worker or workflow brings: new files, changes of its parent, and what is left
/// to do by hand. A plan writes nothing.
package struct NewPlan {
    /// What a person asks for.
    package struct Request {
        package var name: RIBName
        package var parent: RIBName?
        /// Makes the kind for the view that the sources have.
        package var kind: (NewRIB.View) -> NewRIB.Kind
        /// Nil for what the sources import.
        package var streams: NewRIB.Streams?
        package var into: String?
        package var tests: String?
        package var module: String?

        /// - Parameters:
        ///   - name: What is made.
        ///   - parent: The RIB above it.
        ///   - kind: Makes the kind for the view that the sources have.
        package init(
            _ name: RIBName, parent: RIBName?, kind: @escaping (NewRIB.View) -> NewRIB.Kind
        ) {
            (self.name, self.parent, self.kind) = (name, parent, kind)
        }
    }

    package let changes: FileChanges
    /// What is left to do by hand, each of a place and a text of one or more lines.
    package let todos: [(place: String, text: String)]

    /// Plans what is new.
    ///
    /// - Parameters:
    ///   - request: What is asked for. Its folders are seen from the current one.
    ///   - templates: The templates of its files.
    /// - Throws: `NewError` when a folder is not known, or when something has the name already.
    package init(_ request: Request, _ templates: Templates) throws(NewError) {
        // Without a folder, the parent says where.
        let all = request.into == nil ? SourceSurvey(below: ".") : nil
        let folder = all.flatMap { survey in
            request.parent.flatMap { survey.folder(of: "\($0.text)Router") }
        }
        let layout = try SourceLayout(
            into: request.into, tests: request.tests, module: request.module, parentFolder: folder,
            parent: request.parent?.text)
        let survey = SourceSurvey(below: layout.root)
        let tests = SourceSurvey(below: layout.tests)
        let new = NewRIB(
            request.name, request.kind(survey.view), request.streams ?? survey.streams,
            module: layout.module, parent: request.parent)
        try Self.checkIsNew(new, in: survey)

        let wiring = request.parent.map { parent in
            let words = Self.parts.map { "\(parent.text)\($0)" }
            return ParentWiring(
                new, below: parent, in: survey.without(tests).parsed(naming: words),
                tests: tests.parsed(naming: words))
        }
        let files = NewFiles(of: new, layout, wiring).filled(by: templates)
        changes = FileChanges(
            new: files,
            changed: (wiring?.changes ?? []).map {
                FileChanges.Changed(path: $0.path, before: $0.before, after: $0.after)
            })
        try changes.checkNothingIsThere()
        todos = (wiring?.todos ?? []).map { ($0.place, $0.text) } + layout.todos
    }

    private static let parts = [
        "Router", "Interactor", "Builder", "Component", "Routing", "Interactable", "Dependency",
        "ViewController", "ViewControllable",
    ]

    /// The types whose names would be there twice.
    private static func checkIsNew(_ new: NewRIB, in survey: SourceSurvey) throws(NewError) {
        let main =
            switch new.kind {
            case .worker: "\(new.name.text)Worker"
            case .workflow: "\(new.name.text)Workflow"
            case .plainRIB: "\(new.name.text)RIB"
            case .viewable, .viewless, .launch: "\(new.name.text)Router"
            }
        guard let place = survey.place(of: main) else { return }
        throw .files("\(place): \(main) is there already; choose another name")
    }
}
