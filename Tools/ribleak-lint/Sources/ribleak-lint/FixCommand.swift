// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import LintRules

/// `ribleak-lint fix`: what `ribleak fix` applies and proves.
struct FixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fix",
        abstract: "Finds what to change in the sources so that findings are gone.",
        discussion: """
            Prints a patch for each finding that has a certain fix, and why the others have none. No \
            file is changed.

            Exit codes: 0 done. 2 the document or the sources cannot be read. 64 the arguments are \
            wrong. 74 the output cannot be written.
            """)

    @Argument(
        help: ArgumentHelp(
            "What ribleak report or ribleak lint writes as JSON, or - for standard input.",
            valueName: "document"))
    var document: String

    @Option(help: ArgumentHelp("The folder of the sources.", valueName: "folder"))
    var root = "."

    @Option(
        help: ArgumentHelp(
            "Fix the finding with this fingerprint only. Can be repeated.",
            valueName: "fingerprint"))
    var only: [String] = []

    func run() throws {
        let read: FixDocument
        do {
            read = try FixDocument(try input())
        } catch {
            RibleakLint.say(
                "error: \(document): is neither a report nor lint's, as JSON of version 1; write one "
                    + "with --format json")
            throw ExitCode(2)
        }
        guard let run = FixRun(of: read, below: root, only: only) else {
            throw RibleakLint.noSource()
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try RibleakLint.write(String(decoding: try encoder.encode(run), as: UTF8.self) + "\n")
    }

    private func input() throws -> Data {
        if document == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
        return try Data(contentsOf: URL(fileURLWithPath: document))
    }
}
