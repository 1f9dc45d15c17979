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

    /// What bash offers after a line whose last word is not yet finished.
    private func offers(_ words: [String]) throws -> [String] {
        let script = try FinishedProcess("ribleak", ["--generate-completion-script", "bash"])
        let line = words.joined(separator: " ")
        let ask = """
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            COMP_LINE='\(line)'
            COMP_POINT=\(line.count)
            COMP_TYPE=9
            function=$(complete -p ribleak | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            $function ribleak '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = try FinishedProcess(
            path: "/bin/bash", ["--norc", "-c", "\(script.output)\n\(ask)"])
        return bash.output.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }.sorted()
    }

    @Test func bashOffersSubcommandsAndFormats() throws {
        #expect(try offers(["ribleak", "re"]) == ["recover", "report"])
        #expect(try offers(["ribleak", "baseline", ""]) == ["--help", "--version", "-h", "write"])
        #expect(try offers(["ribleak", "report", "--format", "j"]) == ["json", "junit"])
        #expect(try offers(["ribleak", "init", "--ci", "g"]) == ["github", "gitlab"])
        #expect(try offers(["ribleak", "report", "--redact"]) == ["--redact-paths"])
    }
}
