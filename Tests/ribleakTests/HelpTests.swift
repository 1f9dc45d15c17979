// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import TraceFixtures

@testable import RIBCommand

/// What a person reads who asks the command itself.
///
/// `RIBLEAK_UPDATE_GOLDENS=1 swift test --filter HelpTests` writes `Reports/help.txt` anew, and fails.
@Suite struct HelpTests {
    private static let commands = [
        [], ["init"], ["report"], ["open"], ["explain"], ["watch"], ["gate"], ["baseline"],
        ["baseline", "write"], ["diff"],
        ["history"], ["history", "show"], ["history", "import"], ["subscriptions"], ["growth"],
        ["tree"], ["export"], ["digest"], ["lint"], ["fix"], ["new"], ["doubles"], ["mcp"],
        ["recover"], ["doctor"], ["settings"], ["settings", "schema"],
    ]

    @Test func theHelpOfEachCommandIsTheCheckedInOne() throws {
        var text = ""
        for command in Self.commands {
            let help = try FinishedProcess(
                "ribleak", ["help"] + command, environment: ["COLUMNS": "80"])
            #expect(help.code == 0)
            text += (["ribleak", "help"] + command).joined(separator: " ")
            text += "\n\n\(help.output)\n\n"
        }
        let path = "\(BuiltProducts.packageRoot)/Reports/help.txt"
        if ProcessInfo.processInfo.environment["RIBLEAK_UPDATE_GOLDENS"] != nil {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            Issue.record("Reports/help.txt was written anew: read the change before you commit it")
        }
        #expect(text == (try String(contentsOfFile: path, encoding: .utf8)))
    }

    @Test func noCommandIsLeftOut() {
        func paths(_ command: any ParsableCommand.Type, _ path: [String]) -> [[String]] {
            [path]
                + command.configuration.subcommands.flatMap { child in
                    let name = child.configuration.commandName ?? "\(child)".lowercased()
                    return paths(child, path + [name])
                }
        }
        #expect(Set(paths(Ribleak.self, [])) == Set(Self.commands))
    }
}
