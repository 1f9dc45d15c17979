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
        subcommands: [Check.self, Doubles.self, RulesCommand.self]
    )

    /// Runs the command, and says what is wrong in one line, as all of ribleak does.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let code = exitCode(for: error)
            if code.isSuccess || error is ExitCode { exit(withError: error) }
            say("error: \(message(for: error))")
            Foundation.exit(code.rawValue)
        }
    }

    /// Writes a line to the standard error.
    ///
    /// Names of files and declarations come from outside: what would steer a terminal, or make a
    /// second line, is shown as its code.
    static func say(_ line: String) {
        var text = ""
        for scalar in line.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        FileHandle.standardError.write(Data("ribleak: \(text)\n".utf8))
    }
}
