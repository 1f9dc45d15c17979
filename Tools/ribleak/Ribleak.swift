// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// The command: explains recordings and gates CI.
package struct Ribleak: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ribleak",
        abstract: "Shows the leaks of your RIBs, from recorded runs of your app and tests.",
        discussion: """
            Exit codes: 0 done. 1 a limit of the gate is exceeded. 2 a trace or baseline cannot be \
            read. 64 the arguments are wrong. 74 a file cannot be written. 78 the settings in \
            .ribleak.yml or the environment are wrong.
            """,
        subcommands: [
            Init.self, Report.self, Open.self, Explain.self, Gate.self, BaselineCommand.self,
            Diff.self, History.self, Subscriptions.self, Growth.self, Tree.self, Export.self,
            Recover.self, Doctor.self, SettingsCommand.self,
        ]
    )

    package init() {}

    /// Runs the command on this process's arguments, and ends the process.
    package static func main() {
        // A closed pipe (`ribleak report | head`) must end the output, not the process.
        signal(SIGPIPE, SIG_IGN)
        // A file-size limit must be an error like a full disk, not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        StandardStreams.open()
        main(nil)
    }
}

extension ExitCode {
    /// A limit of the gate is exceeded, or an exception that it was given has expired.
    static let limitExceeded = ExitCode(1)
    /// A trace or baseline is missing, unreadable or, for a gate, impossible to judge.
    static let unreadableTrace = ExitCode(2)
    /// The settings file, or an environment variable that replaces it, is wrong (`EX_CONFIG`).
    static let wrongSettings = ExitCode(78)
    /// The report could not be written (`EX_IOERR`).
    static let cannotWrite = ExitCode(74)
}
