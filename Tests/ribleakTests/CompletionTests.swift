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
        try script.output.write(
            toFile: folder.file("ribleak.bash"), atomically: true, encoding: .utf8)
        let bash = try FinishedProcess(path: "/bin/bash", ["-n", folder.file("ribleak.bash")])
        #expect(bash.code == 0)
        #expect(bash.errors == "")
    }
}
