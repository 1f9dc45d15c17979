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
        subcommands: [Check.self, Doubles.self, New.self, RulesCommand.self]
    )

    /// Runs the command, and says what is wrong in one line, as all of ribleak does.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let code = exitCode(for: error)
            // A command that has told its error throws just the code.
            if code.isSuccess || error is ExitCode { exit(withError: error) }
            say("error: \(line(for: error))")
            Foundation.exit(code.rawValue)
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

    /// Writes a line to the standard error.
    ///
    /// Names of files and declarations come from outside: what would steer a terminal, or make a
    /// second line, is shown as its code.
    static func say(_ line: String) {
        FileHandle.standardError.write(Data("ribleak: \(shown(line))\n".utf8))
    }

    /// Writes a text to the standard output.
    ///
    /// - Throws: The exit code 74 when it cannot be written, as on a full disk. That is told then:
    ///   half a document must not look like a whole one.
    static func write(_ text: String) throws(ExitCode) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            say("error: the output cannot be written")
            throw ExitCode(74)
        }
    }

    /// A text in which nothing steers a terminal or ends a line.
    static func shown(_ line: String) -> String {
        var text = ""
        for scalar in line.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
