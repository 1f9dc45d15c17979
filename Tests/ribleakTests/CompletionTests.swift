// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// Scripts that complete the command in shells.
@Suite struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"]) func namesEachCommand(shell: String) throws {
        let script = try FinishedProcess("ribleak", ["--generate-completion-script", shell])
        #expect(script.code == 0)
        for name in ["report", "gate", "baseline", "history", "doctor", "--ratchet", "--output"] {
            let option = shell == "fish" ? name.replacingOccurrences(of: "--", with: "") : name
            #expect(script.output.contains(option), "\(name)")
        }
    }

    @Test func bashTakesItsScript() throws {
        let folder = try TemporaryFolder()
        let script = try FinishedProcess("ribleak", ["--generate-completion-script", "bash"])
        func bash(takes text: String) throws -> FinishedProcess {
            let file = folder.file("ribleak.bash")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            return try FinishedProcess(path: "/bin/bash", ["-n", file])
        }
        let whole = try bash(takes: script.output)
        #expect(whole.code == 0)
        #expect(whole.errors == "")
        #expect(try bash(takes: script.output + "if\n").code != 0)
    }
}
