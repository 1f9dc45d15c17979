// SPDX-License-Identifier: Apache-2.0

/// Which files a new RIB, worker or workflow has, where, and of which templates.
extension NewRIB {
    /// - Parameters:
    ///   - layout: Where they go.
    ///   - wiring: What the parent has; nil without a parent.
    ///   - templates: What they are made of.
    func files(
        _ layout: SourceLayout, _ wiring: ParentWiring?, _ templates: Templates
    ) -> [FileChanges.New] {
        var files = kind.parts.map { part in
            let folder = part.isTest ? layout.tests : layout.sources
            return (path: "\(folder)/\(name.text)/\(name.text)\(part.name)", part.template)
        }
        if let wiring, let folder = wiring.extensionFolder, kind != .worker {
            let (part, template): (String, Templates.Name) =
                kind == .workflow
                ? ("Interactor", .actionableItem) : ("Component", .componentExtension)
            let start = folder.isEmpty ? "" : "\(folder)/"
            files.append(("\(start)\(wiring.parent.text)\(part)+\(name.text)", template))
        }
        let values = values.merging(wiring?.values ?? [:]) { $1 }
        return files.sorted { $0.path < $1.path }.map { path, template in
            FileChanges.New(path: "\(path).swift", text: templates.text(template, values))
        }
    }

    /// The type by which it is known.
    var mainType: String {
        switch kind {
        case .worker: "\(name.text)Worker"
        case .workflow: "\(name.text)Workflow"
        case .plainRIB: "\(name.text)RIB"
        case .viewable, .viewless, .launch: "\(name.text)Router"
        }
    }
}

extension NewRIB.Kind {
    /// A file: what comes behind the RIB's name in its own.
    typealias Part = (name: String, template: Templates.Name, isTest: Bool)

    /// The files of a RIB of this kind.
    var parts: [Part] {
        let base: [Part] = [
            ("Builder", .builder, false), ("Interactor", .interactor, false),
            ("Router", .router, false), ("InteractorTests", .interactorTests, true),
            ("RouterTests", .routerTests, true), ("Mocks", .mocks, true),
        ]
        switch self {
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
