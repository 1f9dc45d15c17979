// SPDX-License-Identifier: Apache-2.0

/// Which files a new RIB, worker or workflow has, where, and of which templates.
struct NewFiles {
    /// A file and its template.
    struct File: Equatable {
        let path: String
        let template: Templates.Name
    }

    let files: [File]
    private let values: [String: Any]

    /// - Parameters:
    ///   - new: What is made.
    ///   - layout: Where.
    ///   - wiring: What its parent has; nil without a parent.
    init(of new: NewRIB, _ layout: SourceLayout, _ wiring: ParentWiring?) {
        let name = new.name.text
        var files = Self.parts(of: new.kind).map { part, template, isTest in
            let folder = isTest ? layout.tests : layout.sources
            return File(path: "\(folder)/\(name)/\(name)\(part).swift", template: template)
        }
        if let wiring, let folder = wiring.extensionFolder, new.kind != .worker {
            let start = folder.isEmpty ? "" : "\(folder)/"
            let isWorkflow = new.kind == .workflow
            let file =
                isWorkflow
                ? "\(wiring.parent.text)Interactor+\(name)"
                : "\(wiring.parent.text)Component+\(name)"
            files.append(
                File(
                    path: "\(start)\(file).swift",
                    template: isWorkflow ? .actionableItem : .componentExtension))
        }
        self.files = files.sorted { $0.path < $1.path }
        values = new.values.merging(wiring?.values ?? [:]) { $1 }
    }

    func filled(by templates: Templates) -> [FileChanges.New] {
        files.map { FileChanges.New(path: $0.path, text: templates.text($0.template, values)) }
    }

    /// What comes behind the RIB's name in the file's, its template, and whether it is of the tests.
    static func parts(of kind: NewRIB.Kind) -> [(String, Templates.Name, Bool)] {
        let base: [(String, Templates.Name, Bool)] = [
            ("Builder", .builder, false), ("Interactor", .interactor, false),
            ("Router", .router, false), ("InteractorTests", .interactorTests, true),
            ("RouterTests", .routerTests, true), ("Mocks", .mocks, true),
        ]
        switch kind {
        case .viewable, .launch: return base + [("ViewController", .viewController, false)]
        case .viewless: return base
        case .plainRIB:
            return [
                ("Builder", .plainBuilder, false), ("RIB", .plainRIB, false),
                ("RIBTests", .plainRIBTests, true), ("Mocks", .mocks, true),
            ]
        case .worker: return [("Worker", .worker, false), ("WorkerTests", .workerTests, true)]
        case .workflow:
            return [("Workflow", .workflow, false), ("WorkflowTests", .workflowTests, true)]
        }
    }
}
