// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SourceModel
import TestDoubles

/// `ribleak doubles`: classes for tests in place of the protocols of RIBs.
struct Doubles: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes test doubles for the protocols of RIBs.",
        discussion: """
            A protocol gets a double when its name ends with Listener, Routing, Presentable, \
            ViewControllable, Dependency, Buildable or Interactable, or when it is marked \
            /// @mockable. The marks and names are Mockolo's.

            Exit codes: 0 the file is up to date. 1 with --check, it is not. 2 no source can be \
            read. 64 the arguments are wrong. 74 the file cannot be written.
            """)

    @Argument(help: "Files and folders. Default: the current folder.")
    var paths: [String] = []

    @Option(
        name: .shortAndLong,
        help:
            """
            The Swift file to write, or - for standard output. A file that somebody else wrote is \
            never overwritten.
            """)
    var output: String

    @Option(name: .customLong("import"), help: "Import this module too. Can be repeated.")
    var imports: [String] = []

    @Option(
        help:
            """
            Import this module with @testable. Can be repeated. Default: the sources' module, as far \
            as their package or the other tests tell.
            """)
    var testable: [String] = []

    @Option(help: "Leave out files that fit a pattern, such as 'Generated/**'. Can be repeated.")
    var exclude: [String] = []

    @Flag(help: "Write nothing; fail and say what differs if the file is not up to date.")
    var check = false

    @Flag(help: "The streams of the RIBs module. Default: what the sources import.")
    var streams: StreamFlavor?

    func validate() throws {
        if output.isEmpty {
            throw ValidationError(
                "the name of the file is empty; give one, or - for standard output")
        }
        for (option, modules) in [("--import", imports), ("--testable", testable)] {
            guard let wrong = modules.first(where: { !$0.isSwiftName }) else { continue }
            throw ValidationError(
                "\(option): '\(wrong)' is not the name of a module; give one, such as App")
        }
        if check, isForStandardOutput { throw ValidationError("--check needs a file to check") }
    }

    private var isForStandardOutput: Bool { output == "-" }

    func run() throws {
        let sources = FoundSources(below: paths.isEmpty ? ["."] : paths, excluding: exclude)
        var options = TestDoubles.Options()
        (options.imports, options.testableImports) = (imports, testable)
        (options.flavor, options.output) = (streams, isForStandardOutput ? nil : output)
        let doubles = TestDoubles(of: sources, options)
        for problem in doubles.problems {
            RibleakLint.say("warning: \(problem.file): \(problem.message)")
        }
        guard !sources.files.isEmpty else { throw RibleakLint.noSource() }
        guard !isForStandardOutput else { return try RibleakLint.write(doubles.text) }
        let file = DoublesFile(output)
        do throws(DoublesFile.Failure) {
            guard check else {
                let isChanged = try file.write(doubles.text)
                let count = doubles.count == 1 ? "1 double" : "\(doubles.count) doubles"
                let rest =
                    doubles.presentCount > 0 ? "; the tests have \(doubles.presentCount) more" : ""
                return print("\(output): \(count)\(isChanged ? "" : ", as before")\(rest)")
            }
            let differences = try file.differences(from: doubles.text)
            for difference in differences { RibleakLint.say("error: \(output): \(difference)") }
            if differences.isEmpty { return }
        } catch {
            RibleakLint.say("error: \(output): \(error.description)")
            throw ExitCode(74)
        }
        RibleakLint.say("error: \(output) is not up to date; run `ribleak doubles` without --check")
        throw ExitCode(1)
    }
}

extension StreamFlavor: EnumerableFlag {}
