// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBMCP
import RIBText

/// `ribleak mcp`: answers assistants.
struct MCP: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lets assistants ask about runs, by the Model Context Protocol.",
        discussion: """
            An editor or assistant starts it, not a person. It reads and writes JSON-RPC \
            messages on standard input and output, one a line, of the protocol's revisions 2024-11-05 \
            to 2026-07-28. Its tools list runs and findings, explain them, show retain paths, trees and \
            subscriptions, propose fixes, compare runs and check them as gate does. Reports are resources.

            It only reads what is below the folders, .ribleak.yml and the baseline, and to propose a fix \
            the sources of the repository. It changes nothing.

            Exit codes: 0 the input ended. 74 answers cannot be written.
            """)

    @Argument(
        help: ArgumentHelp(
            "Folders that hold runs, or single runs.",
            discussion: "Default: $RIBLEAK_TRACE_DIR or .ribleak."))
    var folder: [String] = []

    @OptionGroup var settings: SettingsArguments

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let library = RunLibrary(
            folders: folder.isEmpty ? [TraceArguments.defaultFolder] : folder,
            settingsFile: settings.file, environment: environment, symbolizer: LLVMSymbolizer(),
            propose: Self.fix)
        let server = MCPServer(of: library, input: STDIN_FILENO, output: try Self.messages())
        let failure = server.run()
        // A client that went away needs no answer.
        guard failure != 0, failure != EPIPE else { return }
        StandardStreams.say(
            "error: standard output: cannot be written (\(String(cString: strerror(failure))))")
        throw ExitCode.cannotWrite
    }

    /// Asks the analyser for a change of the sources that ends a finding of a report.
    private static func fix(
        _ report: String, of fingerprint: String
    ) throws -> (title: String, patch: String) {
        let folder = try FixFolder()
        defer { folder.remove() }
        let request = try FixRequest(
            report, only: [fingerprint], isOfSources: false, from: "the run")
        let proposals: FixProposals
        do {
            proposals = try request.proposals(in: .current, file: folder.file("findings.json"))
        } catch is ExitCode {
            throw UserError(.input, "ribleak-lint", "found no source that it can read")
        }
        guard let fix = proposals.fixes.first else {
            let reason = proposals.refused.first?.reason ?? "ribleak-lint proposes nothing"
            throw UserError(.request, fingerprint, "has no certain fix. \(reason)")
        }
        return (fix.headline, fix.patch)
    }

    /// Where messages go: standard output. Whatever else writes there goes to standard error instead,
    /// since a single stray byte breaks the connection.
    private static func messages() throws -> Int32 {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            StandardStreams.say(
                "error: standard output: cannot be used (\(String(cString: strerror(errno))))")
            throw ExitCode.cannotWrite
        }
        return output
    }
}
