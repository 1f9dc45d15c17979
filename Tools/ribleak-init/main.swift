// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

// What `Tools/init` compiles, together with RIBSetup: `ribleak init` before the command is built. That takes a
// minute, and this a few seconds, as it has no dependencies.

let usage = """
    USAGE: init [--ci github|gitlab|none ...] [--dry-run]

    Sets up the package in this folder: settings, a job for CI and a first test. It does what
    `ribleak init` does, which `ribleak init --help` describes, without building that command.

    """

/// Says what is wrong, and ends as the command does.
func fail(_ reason: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("ribleak: error: \(TerminalEscape.escaped(reason))\n".utf8))
    exit(code)
}

/// What the arguments ask for. No servers means those that the repository seems to use.
func request(_ arguments: [String]) -> (servers: Set<CIServer>?, isDryRun: Bool) {
    var (servers, isDryRun): (Set<CIServer>?, Bool) = (nil, false)
    var rest = arguments.flatMap { argument in
        argument.hasPrefix("--ci=") ? ["--ci", String(argument.dropFirst(5))] : [argument]
    }[...]
    while let argument = rest.popFirst() {
        switch argument {
        case "--dry-run": isDryRun = true
        case "--ci":
            let name = rest.popFirst() ?? ""
            let server = CIServer(rawValue: name)
            guard server != nil || name == "none" else {
                fail("--ci is '\(name)', not github, gitlab or none", 64)
            }
            guard servers == nil || (server == nil) == (servers == []) else {
                fail("--ci none excludes the other servers", 64)
            }
            servers = (servers ?? []).union([server].compactMap { $0 })
        case "--help", "-h":
            print(usage, terminator: "")
            exit(0)
        default: fail("'\(argument)' is not known; see --help", 64)
        }
    }
    return (servers, isDryRun)
}

let (servers, isDryRun) = request(Array(CommandLine.arguments.dropFirst()))
let environment = ProcessInfo.processInfo.environment
let layout = TextLayout(
    isColored: TextLayout.usesColor(
        isTerminal: isatty(STDOUT_FILENO) == 1, environment: environment),
    alphabet: TextAlphabet(environment: environment))
do {
    let plan = SetupPlan(
        for: try PackageSurvey(
            of: FileManager.default.currentDirectoryPath, servers: servers))
    for step in plan.steps {
        if !isDryRun { try step.carryOut() }
        print(layout.text([step.line(isDone: !isDryRun)]), terminator: "")
    }
    print(layout.text(plan.closingLines), terminator: "")
} catch let error as UserError {
    fail("\(error)", error.code.rawValue)
} catch {
    fail("\(error)", 74)
}
