// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The queries of Tools/fleet, asked by two engines about a fleet whose answers were worked out by hand.
@Suite(.enabled(if: Judge.isInstalled)) struct FleetQueryTests {
    /// In which engine the answer is asked for. Spark's is compared by `Tools/bench --fleet`.
    private static let engines = ["duckdb", "clickhouse"]

    /// The release 1.10 against 1.9, which is not in alphabetical order. Half of its sessions have three
    /// times the weight, and one device's clock is wrong.
    private static let fleet = InventedFleet(
        mistakes: [
            .init(fingerprint: "a", ribPath: "Root/Home", count: 2),
            .init(fingerprint: "b", ribPath: "Root/Home"),
            .init(fingerprint: "c", ribPath: "Root/Map"),
            .init(fingerprint: "d", ribPath: "Root/Map"),
            .init(fingerprint: "e", ribPath: "Root/Trip"),
            .init(fingerprint: "f", severity: "warning", ribPath: "Root/Trip"),
            .init(fingerprint: "1", ribPath: "Root/Web", libraryLeak: "WebKit"),
            .init(fingerprint: "2", severity: "error", ribPath: "Root/Home"),
            .init(fingerprint: "3", ribPath: "Root/Cart"),
            .init(fingerprint: "4", ribPath: "Root/Chat"),
            .init(fingerprint: "5"),
        ],
        groups: [
            .init(
                release: "1.8", day: "2025-12-01", oneProcessOf: 1, sessions: 10, found: ["5": 1]),
            .init(
                release: "1.9", day: "2026-01-05", oneProcessOf: 1, sessions: 2000,
                found: ["a": 20, "b": 100, "e": 200, "1": 20, "2": 10, "3": 50, "4": 50]),
            .init(
                release: "1.10", day: "2026-01-12", oneProcessOf: 10, sessions: 1000,
                found: [
                    "a": 40, "b": 50, "c": 2, "d": 30, "e": 50, "f": 200, "1": 200, "2": 60,
                    "3": 25,
                    "4": 25, "5": 1,
                ]),
            .init(
                release: "1.10", day: "2026-01-13", oneProcessOf: 30, sessions: 999,
                found: [
                    "a": 40, "b": 50, "c": 1, "d": 30, "e": 50, "f": 200, "1": 200, "2": 60,
                    "3": 25,
                    "4": 25,
                ]),
            .init(release: "1.10", day: "2020-01-01", oneProcessOf: 30, sessions: 1),
            .init(release: nil, day: "2026-01-12", oneProcessOf: 1, sessions: 4, found: ["b": 1]),
            .init(release: "2.0", day: "2026-01-19", oneProcessOf: 1, sessions: 5),
        ])

    /// The folder of the fleet's tables, made once.
    private static let tables = Result { try makeTables() }

    private static func makeTables() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("rows"), withIntermediateDirectories: true)
        // All rows come twice.
        for name in ["first", "again"] {
            try (fleet.rows().joined(separator: "\n") + "\n").write(
                toFile: folder.file("rows/\(name).ndjson"), atomically: true, encoding: .utf8)
        }
        let answer = try Judge.ask("fleet_tables.py", [folder.path])
        try #require(
            answer.output == "sessions: 4019\nfindings: 1816\n", "\(answer.output)\(answer.errors)")
        return folder
    }

    /// The rows of an answer, without the columns of the finding's kind and type.
    private func answer(
        of engine: String, to query: String, _ settings: String...
    ) throws -> [String] {
        let folder = try Self.tables.get()
        let answer = try FinishedProcess(
            path: "\(Judge.folder ?? "")/python3",
            [
                "\(BuiltProducts.packageRoot)/Tools/fleet/ask", engine, folder.path, query,
                "base=1.9", "candidate=1.10",
            ] + settings, within: 120)
        try #require(answer.code == 0, "\(answer.errors)")
        return answer.output.split(separator: "\n").map { line in
            String(line).replacing("\t", with: " ").replacing("000000000000000", with: "")
        }
    }

    @Test(arguments: engines) func theShareOfSessionsIsWeighted(_ engine: String) throws {
        // Release, recorded, leaking, doubtful, sessions, share, limits.
        #expect(
            try answer(of: engine, to: "session_share") == [
                "(none) 4 1 0 4 0.25 0.045587 0.699358",
                "1.10 2000 100 0 40000 0.05 0.040357 0.061798",
                "1.8 10 1 0 10 0.1 0.017876 0.40415",
                "1.9 2000 200 0 2000 0.1 0.087609 0.113924",
                "2.0 5 0 0 5 0 0 0.434482",
            ])
    }

    @Test(arguments: engines) func theTopLeaksOfAReleaseAreRankedByTheirShare(
        _ engine: String
    ) throws {
        // Release, place, fingerprint, kind, path, type, sessions, objects, share.
        #expect(
            try answer(of: engine, to: "top_leaks", "most=3") == [
                "(none) 1 b any Root/Home T 1 1 0.25",
                "1.10 1 b any Root/Home T 100 100 0.05",
                "1.10 2 e any Root/Trip T 100 100 0.05",
                "1.10 3 a any Root/Home T 80 160 0.04",
                "1.8 1 5 any \\N T 1 1 0.1",
                "1.9 1 e any Root/Trip T 200 200 0.1",
                "1.9 2 b any Root/Home T 100 100 0.05",
                "1.9 3 3 any Root/Cart T 50 50 0.025",
            ])
    }

    /// 5 is not new, since 1.8 had it. c may be old: (2005 / 4015)³ × 10 / 3.
    @Test(arguments: engines) func whatNoEarlierReleaseHasIsNew(_ engine: String) throws {
        // Fingerprint, severity, kind, path, type, first day, sessions, share since, q.
        #expect(
            try answer(of: engine, to: "new_findings") == [
                "f warning any Root/Trip T 2026-01-12 400 0.199501 0",
                "d leak any Root/Map T 2026-01-12 60 0.029925 0",
                "c leak any Root/Map T 2026-01-12 3 0.001496 0.415112",
            ])
    }

    @Test(arguments: engines) func aSessionCountsOnceForAPathAndRarePathsAreNotNamed(
        _ engine: String
    ) throws {
        // Path, paths, leaks, sessions, objects, share.
        #expect(
            try answer(of: engine, to: "by_rib_path") == [
                "Root/Home 1 2 100 260 0.05",
                "Root/Trip 1 1 100 100 0.05",
                "Root/Map 1 2 60 63 0.03",
                "Root/Cart 1 1 50 50 0.025",
                "Root/Chat 1 1 50 50 0.025",
                "(rare) 1 1 1 1 0.00025",
            ])
    }

    @Test(arguments: engines) func whatRoseIsARegressionAndNothingElse(_ engine: String) throws {
        // Fingerprint, severity, kind, path, type, sessions, shares, rise, limits, q.
        #expect(
            try answer(of: engine, to: "regressions") == [
                "2 error any Root/Home T 10 120 0.005 0.06 0.055 0.04359 0.067927 0",
                "d leak any Root/Map T 0 60 0 0.03 0.03 0.022454 0.03955 0",
                "a leak any Root/Home T 20 80 0.01 0.04 0.03 0.019888 0.041316 0",
            ])
    }

    /// Worked out with erfc itself and the formulas of the cited papers.
    @Test(arguments: engines) func eachFindingHasItsAdjustedChance(_ engine: String) throws {
        let rows = try answer(of: engine, to: "regressions", "falseShare=1")
        #expect(
            rows.dropFirst(3) == [
                "c leak any Root/Map T 0 3 0 0.00125 0.00125 -0.000871 0.004546 0.432419",
                "5 leak any \\N T 0 1 0 0.00025 0.00025 -0.001681 0.002872 0.913088",
                "3 leak any Root/Cart T 50 50 0.025 0.025 0 -0.010215 0.010695 0.697848",
                "4 leak any Root/Chat T 50 50 0.025 0.025 0 -0.010215 0.010695 0.697848",
                "b leak any Root/Home T 100 100 0.05 0.05 0 -0.014215 0.01467 0.697848",
                "e leak any Root/Trip T 200 100 0.1 0.05 -0.05 -0.066937 -0.032891 1",
            ])
    }

    @Test(arguments: engines) func aReleaseWithoutFindingsHasNoRegressions(_ engine: String) throws
    {
        #expect(try answer(of: engine, to: "regressions", "candidate=2.0") == [])
        #expect(try answer(of: engine, to: "by_rib_path", "candidate=2.0") == [])
        #expect(try answer(of: engine, to: "new_findings", "base=2.0") == [])
    }

    @Test(arguments: engines) func aReleaseWithoutSessionsComparesWithNothing(
        _ engine: String
    ) throws {
        #expect(try answer(of: engine, to: "regressions", "base=0.9") == [])
        #expect(try answer(of: engine, to: "regressions", "candidate=9.0") == [])
        #expect(try answer(of: engine, to: "new_findings", "base=0.9") == [])
    }
}
