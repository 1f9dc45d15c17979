// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import LintRules

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
        subcommands: [Check.self, Doubles.self, FixCommand.self, New.self, RulesCommand.self]
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

    /// Tells that there is nothing to read.
    ///
    /// - Returns: The exit code for that.
    static func noSource() -> ExitCode {
        say("error: no Swift source can be read; name a folder that has some")
        return ExitCode(2)
    }

    /// Lines with four spaces before each that is not empty.
    static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
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

/// `ribleak-lint rules`: what the rules say, and why.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Explains the rules, with examples.")

    @Argument(help: "The rule to explain with its examples. Default: one line for each rule.")
    var rule: String?

    func validate() throws { _ = try found }

    private var found: RuleDescription? {
        get throws { try rule.map { try Self.rule($0, of: Rules.descriptions) } }
    }

    /// The rule of an id among those that are known.
    static func rule(_ id: String, of known: [RuleDescription]) throws -> RuleDescription {
        if let found = known.first(where: { $0.id == id }) { return found }
        let ids = known.map(\.id).sorted().joined(separator: ", ")
        throw ValidationError("there is no rule '\(id)'; the rules are \(ids)")
    }

    func run() throws {
        guard let found = try found else {
            for rule in Rules.descriptions {
                print("\(rule.id) (\(rule.severity.rawValue)): \(rule.summary)")
            }
            return
        }
        print("\(found.id) (\(found.severity.rawValue))\n")
        print("\(found.summary) \(found.reason) \(found.fix)")
        show("Wrong, at each ↓", found.bad)
        show("Right", found.good)
    }

    private func show(_ title: String, _ examples: [Example]) {
        for example in examples {
            let library =
                switch example.flavour {
                case .any: ""
                case .combine: ", with Combine"
                case .rx: ", with RxSwift"
                }
            print("\n\(title)\(library):\n\n\(RibleakLint.indented(example.text))")
        }
    }
}
