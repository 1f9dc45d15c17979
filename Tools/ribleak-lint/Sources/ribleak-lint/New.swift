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

    @Argument(help: "What to make: rib.")
    var what: What?

    @Argument(help: "What it is called, such as Profile.")
    var name: String?

    @Option(help: ArgumentHelp("The RIB above it, which is wired to it.", valueName: "name"))
    var parent: String?

    @Flag(exclusivity: .exclusive)
    var kind: NewRIB.Kind?

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
            "The module that the tests import. Default: what the package, tests or folder say.",
            valueName: "name"))
    var module: String?

    @Flag(help: "Writes templates for Xcode instead, below --into; on macOS where Xcode looks.")
    var xcode = false

    @Flag(help: "Shows what would be written, as a diff, and writes nothing.")
    var dryRun = false

    func run() throws {
        do throws(NewError) {
            for (option, folder) in [("--into", into), ("--tests", tests)] where folder == "" {
                throw .arguments("\(option): the name of the folder is empty; name one")
            }
            let templates = try Templates(replacedBy: Templates.usualFolder)
            guard xcode else {
                let plan = try NewPlan(try request(), templates)
                try finish(plan.changes)
                return say(plan.todos)
            }
            guard what == nil else {
                throw .arguments("--xcode: writes templates of all kinds; leave out 'rib'")
            }
            var libraries = SourceSurvey(below: ".").libraries
            libraries.streams = streams ?? libraries.streams
            try finish(XcodeTemplates(in: try folderOfXcode(), libraries, templates).changes)
        } catch {
            RibleakLint.say("error: \(error)")
            throw ExitCode(error.code)
        }
    }

    private func folderOfXcode() throws(NewError) -> String {
        if let into { return into }
        #if os(macOS)
            return "\(NSHomeDirectory())/\(XcodeTemplates.usualFolder)"
        #else
            throw .arguments("--xcode: there is no Xcode on this system; add --into and a folder")
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
            throw .arguments("new: what to make is missing; give 'rib' and a name, or --xcode")
        }
        let checked = try RIBName(name, at: "new rib")
        let above: RIBName? = if let parent { try RIBName(parent, at: "--parent") } else { nil }
        if kind == .launch, parent != nil {
            throw .arguments("--launch: the root of an app has no parent; leave out --parent")
        }
        if view != nil, let kind, kind != .launch {
            throw .arguments("--view: has no meaning with --\(kind.flag); leave out one of them")
        }
        guard parent != name else {
            throw .arguments("--parent: is the new RIB itself; name the RIB above it")
        }
        var request = NewPlan.Request(checked, kind ?? .viewable, parent: above)
        (request.view, request.streams) = (view, streams)
        (request.into, request.tests, request.module) = (into, tests, module)
        return request
    }

    /// Lists what is left to do: with a dry run beside the diff, so that `patch` can read that.
    private func say(_ todos: [Todo]) {
        guard !todos.isEmpty else { return }
        let lines = todos.map { "  \($0.place):\n\(RibleakLint.indented($0.text))\n" }
        let text = "left to do:\n" + lines.joined()
        if dryRun {
            FileHandle.standardError.write(Data(text.utf8))
        } else {
            print(text, terminator: "")
        }
    }
}

extension NewRIB.Kind: EnumerableFlag {
    package static var allCases: [Self] { [.viewless, .launch, .plainRIB, .worker, .workflow] }

    package static func name(for kind: Self) -> NameSpecification { .customLong(kind.flag) }

    package static func help(for kind: Self) -> ArgumentHelp? { "\(kind.summary)" }

    /// As it is typed.
    fileprivate var flag: String { self == .plainRIB ? "plain-rib" : rawValue }
}

extension NewRIB.View: ExpressibleByArgument {}

extension NewRIB.Streams: EnumerableFlag {}
