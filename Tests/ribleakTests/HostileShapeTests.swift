// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// Traces of which every command makes much work unless it is bounded: none may take more than 2 s of
/// processor time and 4 s for each megabyte, nor more than 256 MB, or 50 times what a large trace takes.
@Suite struct HostileShapeTests {
    /// What shows all that a trace holds.
    private static let commands = [
        ["report", "--output", "json:r.json", "--output", "html:r.html"],
        ["report", "--output", "sarif:r.sarif", "--output", "junit:r.xml", "--format", "markdown"],
        ["tree"], ["tree", "--format", "json"], ["tree", "--format", "mermaid"], ["subscriptions"],
        ["subscriptions", "--format", "json"], ["export", "--format", "chrome-trace"],
        ["export", "--format", "ndjson"], ["gate"], ["baseline", "write", "--output", "b.json"],
        ["history", "import", "--database", "h.sqlite"], ["explain", "object:2"], ["digest"],
    ]

    @Test(arguments: HostileShape.allCases)
    func aSmallTraceIsReportedAtOnce(_ shape: HostileShape) throws {
        try check(Self.commands[0], shape.trace(500))
    }

    @Test(.enabled(if: Nightly.isOn), arguments: HostileShape.allCases)
    func aLargeTraceTakesTimeByItsSize(_ shape: HostileShape) throws {
        let trace = try shape.trace(shape == .longRetainPaths ? 2_000 : 20_000)
        for command in Self.commands { try check(command, trace) }
    }

    /// Ten times as deep as the rest: what grew with the square of it would take a hundred times as long.
    @Test(
        .enabled(if: Nightly.isOn),
        arguments: [HostileShape.deepLeak, .deepTree, .deepLeaks])
    func aTreeOf200_000LevelsTakesTimeByItsSize(_ shape: HostileShape) throws {
        let trace = try shape.trace(200_000)
        for command in Self.commands { try check(command, trace) }
    }

    private func check(_ command: [String], _ trace: TraceBuilder) throws {
        let folder = try TemporaryFolder()
        let size = try FileManager.default.attributesOfItem(atPath: "\(trace.folder)/stream-1")[
            .size]
        let megabytes = (size as? Int ?? 0) >> 20
        let run = try LimitedProcess(
            Nightly.command, command + [trace.folder], in: folder.path,
            .init(seconds: 2 + 4 * megabytes, megabytes: max(256, 50 * megabytes)))
        #expect(!run.wasKilled, "\(command): ended with \(run.code) after \(run.processorTime) s")
    }
}
