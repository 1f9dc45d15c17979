// SPDX-License-Identifier: Apache-2.0

/// What is to be made.
package struct NewRIB: Sendable {
    /// What kind of thing it is.
    package enum Kind: String, Sendable {
        case viewable
        /// A RIB whose children show their views in an ancestor's.
        case viewless
        case launch, plainRIB, worker, workflow

        /// What people read of it.
        package var summary: String {
            switch self {
            case .viewable: "A RIB with a view of its own."
            case .viewless: "A RIB without a view of its own."
            case .launch: "The root of an app, which has no parent."
            case .plainRIB: "A RIB without base classes."
            case .worker: "Only a worker; the parent's interactor starts it."
            case .workflow: "Only a workflow, which begins at the parent."
            }
        }
    }

    /// What shows a RIB.
    package enum View: String, CaseIterable, Sendable {
        /// A class of the app's, where there is neither UIKit nor SwiftUI.
        case plain
        case uikit
        case swiftui
    }

    /// The library of an app's streams.
    package enum Streams: String, CaseIterable, Sendable {
        case rx
        case combine
    }

    /// What the app's sources use.
    package struct Libraries: Sendable {
        /// The module of the runtime: RIBs, or a port of it.
        var runtime = "RIBs"
        package var streams = Streams.combine
        var view = View.plain

        /// Whether the runtime is not called RIBs, as this package's and uber's are.
        var isPort: Bool { runtime != "RIBs" }
    }

    let name: RIBName
    let kind: Kind
    let libraries: Libraries
    /// The module of the new sources, which their tests import.
    let module: String
    /// The RIB above it, where there is one.
    var parent: RIBName?

    var ownsView: Bool { kind == .viewable || kind == .launch }

    /// What templates may use, by name.
    var values: [String: Any] {
        let (streams, view) = (libraries.streams, libraries.view)
        return [
            "name": name.text, "variable": name.variable, "module": module,
            "parent": parent?.text ?? "", "runtime": libraries.runtime, "port": libraries.isPort,
            // This package's RIBs exports the library of its streams; the ports do not.
            "importsCombine": libraries.isPort && streams == .combine,
            "rx": streams == .rx, "combine": streams == .combine,
            "viewless": kind == .viewless, "plainRIB": kind == .plainRIB,
            "launch": kind == .launch, "ownsView": ownsView,
            "plain": view == .plain, "uikit": view == .uikit, "swiftui": view == .swiftui,
            "hasUIKit": view != .plain,
        ]
    }
}

/// Why nothing new is made: `WHERE: WHAT IS WRONG; WHAT TO DO`, in one line.
package enum NewError: Error, Equatable, CustomStringConvertible {
    /// A mistake in the arguments.
    case arguments(String)
    /// Files that are in the way, or that cannot be read or written.
    case files(String)

    package var description: String {
        switch self {
        case .arguments(let text), .files(let text): text
        }
    }

    /// The exit code of the command.
    package var code: Int32 {
        if case .arguments = self { 64 } else { 74 }
    }
}

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
