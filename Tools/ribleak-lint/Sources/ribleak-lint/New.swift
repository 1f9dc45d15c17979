// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBTemplates

/// `ribleak new`: the sources and tests of a new RIB.
///
/// It is one command, since the argument parser would give options of `new` those of `new rib`.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes the sources and tests of a new RIB, and wires it to its parent.",
        usage: """
            ribleak new rib <name> [--parent <name>] [<options>]
            ribleak new --xcode [--into <folder>] [<options>]
            """,
        discussion: """
            Exit codes: 0 done. 64 the arguments are wrong. 74 a file is there already or cannot be \
            written; nothing is written then.
            """)

    enum What: String, ExpressibleByArgument {
        case rib
    }

    enum Kind: String, EnumerableFlag {
        case viewless, launch, plainRib, worker, workflow

        static func help(for kind: Kind) -> ArgumentHelp? {
            switch kind {
            case .viewless: "A RIB without a view of its own."
            case .launch: "The root of an app, which has no parent."
            case .plainRib: "A RIB without base classes."
            case .worker: "Only a worker; the parent's interactor starts it."
            case .workflow: "Only a workflow, which begins at the parent."
            }
        }
    }

    @Argument(help: "What to make: rib.")
    var what: What?

    @Argument(help: "What it is called, such as Profile.")
    var name: String?

    @Option(help: ArgumentHelp("The RIB above it, which is wired to it.", valueName: "name"))
    var parent: String?

    @Flag(exclusivity: .exclusive)
    var kind: Kind?

    @Option(help: "What its view is. Default: what the sources import, else plain.")
    var view: NewRIB.View?

    @Flag(help: "The library of streams. Default: what the sources import, else Combine.")
    var streams: NewRIB.Streams?

    @Option(
        help: ArgumentHelp(
            "The folder of the sources. Default: the parent's.", valueName: "folder"))
    var into: String?

    @Option(
        help: ArgumentHelp(
            "The folder of the tests. Default: the module's.", valueName: "folder"))
    var tests: String?

    @Option(
        help: ArgumentHelp(
            "The module that the tests import. Default: the name of its folder.",
            valueName: "name"))
    var module: String?

    @Flag(help: "Writes templates for Xcode instead, below --into; on macOS where Xcode looks.")
    var xcode = false

    @Flag(help: "Shows what would be written, as a diff, and writes nothing.")
    var dryRun = false

    func run() throws {
        try reportingErrors {
            for (option, folder) in [("--into", into), ("--tests", tests)] where folder == "" {
                throw NewError("\(option): the name of the folder is empty; name one")
            }
            let templates = try Templates(replacedBy: Templates.usualFolder)
            guard xcode else {
                let plan = try NewPlan(try request(), templates)
                try finish(plan.changes)
                return say(plan.todos)
            }
            guard what == nil else {
                throw NewError("--xcode: writes templates of all kinds; leave out 'rib'")
            }
            let streams = streams ?? SourceSurvey(below: ".").streams
            try finish(XcodeTemplates(in: try folderOfXcode(), streams, templates).changes)
        }
    }

    private func folderOfXcode() throws(NewError) -> String {
        if let into { return into }
        #if os(macOS)
            return "\(NSHomeDirectory())/\(XcodeTemplates.usualFolder)"
        #else
            throw NewError("--xcode: there is no Xcode on this system; add --into and a folder")
        #endif
    }

    /// Writes the files and names them, or shows them.
    private func finish(_ changes: FileChanges) throws(NewError) {
        if dryRun { return print(changes.diff, terminator: "") }
        try changes.write()
        for file in changes.new { print("wrote \(file.path)") }
        for file in changes.changed { print("changed \(file.path)") }
    }

    private func request() throws(NewError) -> NewPlan.Request {
        guard what != nil, let name else {
            throw NewError("new: what to make is missing; give 'rib' and a name, or --xcode")
        }
        let checked = try RIBName(name, at: "new rib")
        let above: RIBName? = if let parent { try RIBName(parent, at: "--parent") } else { nil }
        if kind == .launch, parent != nil {
            throw NewError("--launch: the root of an app has no parent; leave out --parent")
        }
        if view != nil, let kind, kind != .launch {
            throw NewError("--view: has no meaning with --\(kind.name); leave out one of them")
        }
        guard parent != name else {
            throw NewError("--parent: is the new RIB itself; name the RIB above it")
        }
        let (kind, view) = (kind, view)
        var request = NewPlan.Request(checked, parent: above) { usual in
            switch kind {
            case nil: .viewable(view ?? usual)
            case .viewless: .viewless
            case .launch: .launch(view ?? usual)
            case .plainRib: .plainRIB
            case .worker: .worker
            case .workflow: .workflow
            }
        }
        request.streams = streams
        (request.into, request.tests, request.module) = (into, tests, module)
        return request
    }

    /// Lists what is left to do: with a dry run beside the diff, so that `patch` can read that.
    private func say(_ todos: [(place: String, text: String)]) {
        guard !todos.isEmpty else { return }
        let lines = todos.map { todo in
            "  \(todo.place):\n"
                + todo.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
        }
        let text = "left to do:\n" + lines.joined()
        if dryRun {
            FileHandle.standardError.write(Data(text.utf8))
        } else {
            print(text, terminator: "")
        }
    }
}

extension New.Kind {
    /// As it is typed.
    fileprivate var name: String { self == .plainRib ? "plain-rib" : rawValue }
}

extension NewRIB.View: ExpressibleByArgument {}

extension NewRIB.Streams: EnumerableFlag {
    package static var allCases: [Self] { [.rx, .combine] }
}

/// Runs a body, and tells its error in one line.
private func reportingErrors(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as NewError {
        throw reporting(error)
    }
}

private func reporting(_ error: NewError) -> ExitCode {
    RibleakLint.say("error: \(error)")
    return error.kind == .arguments ? ExitCode(64) : ExitCode(74)
}
