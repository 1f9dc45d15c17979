// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
}
