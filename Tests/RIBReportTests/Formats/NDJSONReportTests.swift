// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport

@Suite struct NDJSONReportTests {
    private func rows(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func aRunIsARowAndSoIsEachFinding() throws {
        let report = Samples.report([Samples.leakedRouter, Samples.firedSubscription], leaks: 1)
        let text = report.rows(shard: "3", commit: "c0ffee", branch: "main")
        let rows = try rows(text)
        #expect(rows.map { $0["record"] as? String } == ["run", "finding", "finding"])
        #expect(Set(rows.map { $0["run"] as? String }) == ["demo-4711@2026-03-01T12:00:00Z"])
        #expect(rows.map { $0["shard"] as? String } == ["3", "3", "3"])
        #expect(rows.map { $0["tracked"] as? Int } == [42, nil, nil])
        #expect(rows.map { $0["type"] as? String } == [nil, "OffGameRouter", "ScoreInteractor"])
        #expect(rows[1]["file"] as? String == "Sources/App/LoggedIn.swift")
        #expect(rows[1]["victims"] as? Int == 2)
    }

    @Test func eachRowHasEachColumn() throws {
        let rows = try rows(Samples.report([Samples.finding()]).rows())
        #expect(rows.count == 2)
        #expect(Set(rows[0].keys) == Set(rows[1].keys))
    }

    @Test(.enabled(if: Judge.isInstalled)) func theRowsAreWhatTheirSchemaSays() throws {
        let folder = try TemporaryFolder()
        let findings = [
            Samples.leakedRouter, Samples.firedSubscription, Samples.strandedView,
            Samples.finding(type: Samples.evil),
        ]
        try Samples.report(findings).rows().write(
            toFile: folder.file("rows.ndjson"), atomically: true, encoding: .utf8)
        let schema = "\(BuiltProducts.packageRoot)/Reports/rows.schema.json"
        let answer = try Judge.ask("rows.py", [schema, folder.file("rows.ndjson")])
        #expect(answer.output == "5 rows\n", "\(answer.errors)")
    }

    /// Shard n of 1,000 has leaks 1, 2 and 3 if n can be divided by 1, 2 and 5.
    @Test(.enabled(if: Judge.isInstalled)) func duckDBFindsTheTopLeaksOfAThousandShards() throws {
        let folder = try TemporaryFolder()
        for shard in 1...1000 {
            let findings = [1, 2, 5].filter { shard % $0 == 0 }.map {
                Samples.finding(at: "Root/RIB\($0)", type: "Router\($0)", count: $0)
            }
            try Samples.report(findings, tracked: 7).rows(shard: "\(shard)")
                .write(
                    toFile: folder.file("\(shard).ndjson"), atomically: true, encoding: .utf8)
        }
        let answer = try Judge.ask("top_leaks.py", [folder.path])
        let top = """
            Router1 | Root/RIB1 | 1000 | 1000
            Router2 | Root/RIB2 | 500 | 1000
            Router5 | Root/RIB5 | 200 | 1000

            """
        #expect(answer.output == top + top + "[(2700, 7000)]\n", "\(answer.errors)")
    }
}
