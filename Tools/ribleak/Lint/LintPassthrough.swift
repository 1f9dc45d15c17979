// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBLint

/// `ribleak new`: becomes `ribleak-lint new`.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a new RIB with its tests.",
        discussion: """
            The program ribleak-lint does it, with the same arguments: ribleak new --help shows them. \
            ribleak lint --help says where it is looked for.
            """)

    @Argument(parsing: .captureForPassthrough, help: "What ribleak-lint new takes.")
    var arguments: [String] = []

    func run() throws { try becomeLintTool("new", arguments) }
}

/// `ribleak doubles`: becomes `ribleak-lint doubles`.
struct Doubles: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes test doubles for the protocols of RIBs.",
        discussion: """
            The program ribleak-lint does it, with the same arguments: ribleak doubles --help shows them. \
            ribleak lint --help says where it is looked for.
            """)

    @Argument(parsing: .captureForPassthrough, help: "What ribleak-lint doubles takes.")
    var arguments: [String] = []

    func run() throws { try becomeLintTool("doubles", arguments) }
}

private func becomeLintTool(_ subcommand: String, _ arguments: [String]) throws -> Never {
    try LintTool().become([subcommand] + arguments)
}
