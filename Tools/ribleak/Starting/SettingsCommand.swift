// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBGate

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
