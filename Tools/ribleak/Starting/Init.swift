// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBGate
import RIBSetup
import RIBText

/// `ribleak init`: sets a package up.
struct Init: ParsableCommand {
    /// A server, or none.
    enum Server: String, ExpressibleByArgument, CaseIterable {
        case github
        case gitlab
        case none
    }

    static let configuration = CommandConfiguration(
        abstract: "Sets a package up: settings, a job for CI and a first test.",
        discussion: """
            Run it in the folder of a Swift package. It writes .ribleak.yml with an example of each \
            setting, a line of .gitignore for recordings, a job that runs tests, report and gate, \
            and a test that fails for a leak, in the framework of your other tests.

            What is there stays as it is: no file is replaced, and a second run changes nothing. \
            Package.swift is yours: what it lacks is printed, for you to add.

            Exit codes: 0 done, also when there was nothing to do. 64 there is no package here. 74 a \
            file cannot be written.
            """)

    @Option(
        help: ArgumentHelp(
            "The CI server to write a job for. Can be given several times.",
            discussion: """
                Default: GitHub where the repository has .github or a remote there, GitLab where it \
                has .gitlab-ci.yml or a remote there.
                """,
            valueName: "server"))
    var ci: [Server] = []

    @Flag(help: "Show what would be done, and write nothing.")
    var dryRun = false

    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func validate() throws {
        guard !ci.contains(.none) || Set(ci).count == 1 else {
            throw ValidationError("--ci none excludes the other servers")
        }
    }

    func run() throws {
        let plan = SetupPlan(for: try survey())
        let layout = width.layout(colors)
        for step in plan.steps {
            if !dryRun { try step.carryOut() }
            try StandardStreams.write(layout.text([step.line(isDone: !dryRun)]))
        }
        try StandardStreams.write(layout.text(plan.closingLines))
    }

    private func survey() throws(UserError) -> PackageSurvey {
        let servers = ci.isEmpty ? nil : Set(ci.compactMap { CIServer(rawValue: $0.rawValue) })
        return try PackageSurvey(of: FileManager.default.currentDirectoryPath, servers: servers)
    }
}

/// `ribleak settings`: about the settings file.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Helps with the settings file, .ribleak.yml.",
        subcommands: [SettingsSchemaCommand.self])
}

/// `ribleak settings schema`: prints the schema of the settings file.
struct SettingsSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of .ribleak.yml, for editors.",
        discussion: """
            Editors with a language server for YAML complete and check .ribleak.yml when its first \
            line names the schema, as the one that init writes does:

            # yaml-language-server: $schema=../ribleak/Reports/settings.schema.json

            Where the sources of ribleak are not at hand, write the schema to a file, and name that.
            """)

    func run() throws { try StandardStreams.write(SettingsSchema.text) }
}
