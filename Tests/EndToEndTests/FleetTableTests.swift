// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// What DuckDB makes of sessions of the demo: the tables of a fleet, from digests and from their rows.
@Suite(.enabled(if: Judge.isInstalled)) struct FleetTableTests {
    private let folder: TemporaryFolder

    /// Two sessions of one release, of which one leaks, as digests and as rows. Each is there twice.
    init() throws {
        folder = try TemporaryFolder()
        let sessions = try [[], ["parent-keeps-child"]].map {
            try DemoSession(leaks: $0, environment: ["RIBLEAK_RELEASE": "7.12.0"])
        }
        for (place, format) in [("one/digests", "json"), ("other/rows", "rows")] {
            let place = folder.file(place)
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: true)
            for (number, session) in sessions.enumerated() {
                for copy in ["first", "again"] {
                    let digest = try FinishedProcess(
                        "ribleak",
                        [
                            "digest", session.runs.file("runs"), "--format", format,
                            "--output", "\(place)/\(number)-\(copy).json",
                        ])
                    try #require(digest.code == 0, "\(digest.errors)")
                }
            }
        }
    }

    @Test func digestsAndTheirRowsGiveTheSameTables() throws {
        let digests = try Judge.ask("fleet_tables.py", [folder.file("one"), "digests"])
        let rows = try Judge.ask("fleet_tables.py", [folder.file("other"), "rows"])
        let lines = digests.output.split(separator: "\n")
        #expect(lines.map { $0.prefix { $0 != "," } } == ["sessions: 2", "findings: 1"])
        #expect(digests.output == rows.output, "\(digests.errors)\(rows.errors)")
    }

    @Test func theLeakOfTheDemoIsTheTopLeakOfItsRelease() throws {
        _ = try Judge.ask("fleet_tables.py", [folder.file("one"), "digests"])
        let answer = try FinishedProcess(
            path: "\(Judge.folder ?? "")/python3",
            [
                "\(BuiltProducts.packageRoot)/Tools/fleet/ask", "duckdb", folder.file("one"),
                "top_leaks",
            ])
        let lines = answer.output.split(separator: "\n").map { $0.split(separator: "\t") }
        try #require(lines.count == 2, "\(answer.output)\(answer.errors)")
        let row = Dictionary(uniqueKeysWithValues: zip(lines[0], lines[1]))
        #expect(row["release"] == "7.12.0")
        #expect(row["kind"] == "leaked-router")
        #expect(row["share"] == "0.5")
    }
}
