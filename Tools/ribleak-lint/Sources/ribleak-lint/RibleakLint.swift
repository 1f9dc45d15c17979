// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// What `ribleak lint`, `ribleak new` and `ribleak doubles` hand over to.
@main
struct RibleakLint: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "ribleak-lint",
        abstract: "Reads and writes the sources of RIBs.",
        discussion: """
            Exit codes: 0 done. 2 the sources cannot be read. 64 the arguments are wrong. 74 a file \
            cannot be written.
            """,
        version: version,
        subcommands: [Check.self, New.self]
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            // A command that has told its error throws just the code.
            guard !(error is ExitCode), exitCode(for: error) == .validationFailure else {
                exit(withError: error)
            }
            StandardError.say("error: \(Self.line(for: error))")
            exit(withError: ExitCode.validationFailure)
        }
    }

    /// The argument parser's sentence as one line, with what to do.
    private static func line(for error: any Error) -> String {
        let named = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") }
        let command = configuration.subcommands.first { $0._commandName == named }?._commandName
        let sentences = message(for: error).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ").split(separator: ". ").map { sentence in
                let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
                return text.prefix(1).lowercased() + text.dropFirst()
            }
        let told = sentences.joined(separator: "; ")
        let advice = told.contains("; ") ? "" : "; see --help"
        return (command.map { "\($0): " } ?? "") + told + advice
    }
}

/// Lines for the person at the terminal.
enum StandardError {
    /// Writes a line after the name of the command. What was typed may have anything in it.
    static func say(_ line: String) {
        let shown = line.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
        }.joined()
        FileHandle.standardError.write(Data("ribleak: \(shown)\n".utf8))
    }
}
