// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// `ribleak mcp`, asked by the protocol's own client about runs of the demo.
@Suite struct AssistantJudgeTests {
    /// The newest run is clean, the one before has the mistakes of the samples.
    private static func runs() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for leaks in [SharedSessions.sampleLeaks, []] {
            let demo = try FinishedProcess(
                "ribleak-demo", leaks.flatMap { ["--leak", $0] },
                environment: [
                    "RIBLEAK_TRACE_DIR": folder.file("runs"), "RIBLEAK_SEARCH_LIMIT": "60000",
                ])
            try #require(demo.code == 0)
        }
        return folder
    }

    @Test(.enabled(if: Judge.isInstalled)) func theProtocolsClientUnderstandsEachRevision() throws {
        let runs = try Self.runs()
        let answer = try Judge.ask(
            "mcp_session.py",
            [
                BuiltProducts.folder.appendingPathComponent("ribleak").path, runs.file("runs"),
                "\(BuiltProducts.packageRoot)/Reports/report.schema.json",
            ], within: 300)
        #expect(
            answer.output == """
                2024-11-05: 9 tools, 6 resources, text only
                2025-03-26: 9 tools, 6 resources, text only
                2025-06-18: 9 tools, 6 resources, 4 findings
                2025-11-25: 9 tools, 6 resources, 4 findings
                2026-07-28: 9 tools, 6 resources, 4 findings
                2026-07-28: 9 tools, 6 resources, 4 findings

                """, "\(answer.errors)")
        // The client shows what the server says on standard error: nothing.
        #expect(answer.errors == "")
    }

    @Test func itWritesNothingBesideItsAnswers() throws {
        let runs = try Self.runs()
        let files = FileManager.default
        let before = try files.subpathsOfDirectory(atPath: runs.path).sorted()
        let requests = ["findings", "gate", "subscriptions", "tree_at"].enumerated().map {
            id, tool in
            #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","#
                + #""arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
                + #""io.modelcontextprotocol/clientCapabilities":{}}}}"# + "\n"
        }
        try requests.joined().write(
            toFile: runs.file("requests"), atomically: false, encoding: .utf8)
        let server = try FinishedProcess(
            path: "/bin/sh",
            [
                "-c", "exec \"$0\" mcp runs < requests",
                BuiltProducts.folder.appendingPathComponent("ribleak").path,
            ], in: runs.path, within: 120)
        #expect(server.code == 0)
        #expect(server.errors == "")
        let lines = server.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.contains(#""isError":false"#) })
        try files.removeItem(atPath: runs.file("requests"))
        #expect(try files.subpathsOfDirectory(atPath: runs.path).sorted() == before)
    }

    @Test func anEndOfInputEndsIt() throws {
        // The input of processes of tests is empty.
        let server = try FinishedProcess("ribleak", ["mcp", "nowhere"], within: 60)
        #expect(server.code == 0)
        #expect(server.output == "")
        #expect(server.errors == "")
    }
}
