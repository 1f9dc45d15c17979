// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBHistory
import RIBLint
import RIBSetup
import RIBText
import RIBTrace

/// The command: explains recordings and gates CI.
package struct Ribleak: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ribleak",
        abstract: "Shows the leaks of your RIBs, from recorded runs of your app and tests.",
        discussion: """
            Exit codes: 0 done. 1 a limit of the gate is exceeded. 2 a trace or baseline cannot be \
            read. 64 the arguments are wrong. 69 a program is missing. 74 a file cannot be written. 78 the settings in \
            .ribleak.yml or the environment are wrong.
            """,
        version: ToolVersion.current,
        subcommands: [
            Init.self, Report.self, Open.self, Explain.self, Watch.self, Gate.self,
            BaselineCommand.self, Diff.self, History.self, Subscriptions.self, Growth.self,
            Tree.self, Export.self, DigestCommand.self, Lint.self, Fix.self, New.self, Doubles.self,
            MCP.self,
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
        atexit { RunningSymbolizer.shared.end() }
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first == "help",
                let mistake = ArgumentMistake(helpFor: Array(arguments.dropFirst()))
            {
                try refuse(mistake)
            }
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            exit(for: error)
        }
    }

    /// Ends the process with what the error says, in the style of all errors.
    private static func exit(for error: any Error) -> Never {
        let code = exitCode(for: error)
        do {
            if let failure = ExitCode(of: error) {
                StandardStreams.say("error: \(error)")
                throw failure
            } else if code.isSuccess {
                // Help, the version or a script.
                let text = StandardStreams.alphabet.text(fullMessage(for: error))
                try StandardStreams.write(text.isEmpty ? "" : text + "\n")
            } else if !(error is ExitCode) {
                let arguments = Array(CommandLine.arguments.dropFirst())
                try refuse(ArgumentMistake(message(for: error), arguments: arguments), code)
            }
        } catch let other {
            Foundation.exit(exitCode(for: other).rawValue)
        }
        Foundation.exit(code.rawValue)
    }

    private static func refuse(
        _ mistake: ArgumentMistake, _ code: ExitCode = .validationFailure
    ) throws {
        StandardStreams.say("error: \(mistake.line)")
        throw code
    }
}

extension ExitCode {
    /// A limit of the gate is exceeded, or an exception that it was given has expired.
    static let limitExceeded = ExitCode(1)
    /// A trace or baseline is missing, unreadable or, for a gate, impossible to judge.
    static let unreadableTrace = ExitCode(2)
    /// A program that does the work is not there (`EX_UNAVAILABLE`).
    static let missingProgram = ExitCode(69)
    /// The settings file, or an environment variable that replaces it, is wrong (`EX_CONFIG`).
    static let wrongSettings = ExitCode(78)
    /// The report could not be written (`EX_IOERR`).
    static let cannotWrite = ExitCode(74)

    /// The code for an error that says what is wrong and what to do; nil for one that does not.
    fileprivate init?(of error: any Error) {
        guard let code = (error as? UserError)?.code else { return nil }
        self.init(code.rawValue)
    }
}
