// SPDX-License-Identifier: Apache-2.0

/// What is left to do by hand.
package struct Todo: Equatable {
    /// A file with its line, or else what is not there.
    package let place: String
    /// One or more lines.
    package let text: String
}

/// All that a new RIB, worker or workflow brings: new files, changes of its parent, and what is left
/// to do by hand. A plan writes nothing.
package struct NewPlan {
    /// What a person asks for. What is nil, the app tells.
    package struct Request {
        let name: RIBName
        let parent: RIBName?
        let kind: NewRIB.Kind
        package var view: NewRIB.View?
        package var streams: NewRIB.Streams?
        package var into: String?
        package var tests: String?
        package var module: String?

        package init(_ name: RIBName, _ kind: NewRIB.Kind, parent: RIBName?) {
            (self.name, self.kind, self.parent) = (name, kind, parent)
        }
    }

    package let changes: FileChanges
    package let todos: [Todo]

    /// Plans what is new.
    ///
    /// - Parameters:
    ///   - request: What is asked for. Its folders are seen from the current one.
    ///   - templates: The templates of its files.
    /// - Throws: `NewError` when a folder is not known, or when something has the name already.
    package init(_ request: Request, _ templates: Templates) throws(NewError) {
        let app = SourceSurvey(below: ".")
        let layout = try SourceLayout(request, app: app)
        let module = SourceSurvey(below: layout.root, layout.tests)
        var libraries = (module.usesRIBs ? module : app).libraries
        libraries.streams = request.streams ?? libraries.streams
        libraries.view = request.view ?? libraries.view
        guard request.kind != .plainRIB || !libraries.isPort else {
            throw .arguments(
                "--plain-rib: is not part of \(libraries.runtime), which the sources import; make "
                    + "another kind")
        }
        let new = NewRIB(
            name: request.name, kind: request.kind, libraries: libraries, module: layout.module,
            parent: request.parent)
        if let place = module.place(of: new.mainType) {
            throw .files("\(place): \(new.mainType) is there already; choose another name")
        }
        let wiring = new.parent.map { parent in
            let words = RIBName.parts.map { "\(parent.text)\($0)" }
            return ParentWiring(
                new, below: parent, in: module.sources(naming: words),
                tests: module.sources(naming: words, ofTests: true))
        }
        changes = FileChanges(
            new: new.files(layout, wiring, templates), changed: wiring?.changes ?? [])
        try changes.checkNothingIsThere()
        todos = (wiring?.todos ?? []) + layout.todos(isPort: libraries.isPort)
    }
}
