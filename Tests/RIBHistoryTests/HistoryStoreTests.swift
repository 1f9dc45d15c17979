// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import RIBText
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBHistory

@Suite struct HistoryStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func report(
        _ runs: [RunReport], branch: String? = nil, last: Int = 30
    ) throws -> HistoryReport {
        try HistorySamples.history(runs, in: folder).report(branch: branch, last: last)
    }

    private func mistake(_ digit: Int, in report: HistoryReport) -> FindingTrend? {
        report.trends.first { $0.fingerprint.hasSuffix("\(digit)") }
    }

    // MARK: - Trends

    @Test func countsEachMistakeRunByRun() throws {
        let report = try report([
            HistorySamples.run(1), HistorySamples.run(2, [HistorySamples.finding(1, count: 3)]),
            HistorySamples.run(3, [HistorySamples.finding(1)]),
        ])
        let trend = try #require(mistake(1, in: report))
        #expect(trend.counts == [0, 3, 1])
        #expect(trend.firstSeen.commit == "c0ffee020")
        #expect(trend.lastSeen.commit == "c0ffee030")
        #expect(!trend.isFixed)
        #expect(report.runs.map(\.leaks) == [0, 1, 1])
    }

    @Test func aMistakeThatTheNewestRunLacksIsFixed() throws {
        let report = try report([
            HistorySamples.run(1, [HistorySamples.finding(1)]), HistorySamples.run(2),
        ])
        #expect(mistake(1, in: report)?.isFixed == true)
    }

    @Test func aRunThatCouldNotBeJudgedFixesNothing() throws {
        let report = try report([
            HistorySamples.run(1, [HistorySamples.finding(1)]),
            HistorySamples.run(2, isDoubtful: true),
        ])
        #expect(mistake(1, in: report)?.isFixed == false)
        #expect(report.runs.map(\.isDoubtful) == [false, true])
    }

    @Test func whatALaterRunFindsIsNotFixedThoughThatRunMayMissMore() throws {
        let report = try report([
            HistorySamples.run(1, [HistorySamples.finding(1)]), HistorySamples.run(2),
            HistorySamples.run(3, [HistorySamples.finding(1)], isDoubtful: true),
        ])
        #expect(mistake(1, in: report)?.isFixed == false)
        #expect(mistake(1, in: report)?.counts == [1, 0, 1])
    }

    @Test func aMistakeThatComesBackIsAsOldAsItWas() throws {
        let report = try report([
            HistorySamples.run(1, [HistorySamples.finding(1)]), HistorySamples.run(2),
            HistorySamples.run(3, [HistorySamples.finding(1)]),
        ])
        #expect(mistake(1, in: report)?.firstSeen.time == "2026-03-01T10:00:00.000Z")
        #expect(mistake(1, in: report)?.isFixed == false)
        #expect(mistake(1, in: report)?.counts == [1, 0, 1])
    }

    @Test func runsAreInTheOrderOfTheirTimesHoweverTheyWereImported() throws {
        let report = try report([HistorySamples.run(3), HistorySamples.run(1)])
        #expect(report.runs.map(\.label) == ["2026-03-01 c0ffee0", "2026-03-03 c0ffee0"])
    }

    @Test func onlyTheLatestRunsAreShownButTheFirstSightIsKept() throws {
        let report = try report(
            [
                HistorySamples.run(1, [HistorySamples.finding(1), HistorySamples.finding(2)]),
                HistorySamples.run(2, [HistorySamples.finding(1)]),
                HistorySamples.run(3, [HistorySamples.finding(1)]),
            ], last: 2)
        #expect(report.runs.count == 2)
        #expect(report.trends.map(\.type) == ["Router1"])
        #expect(report.trends[0].firstSeen.time == "2026-03-01T10:00:00.000Z")
        #expect(report.trends[0].counts == [1, 1])
    }

    @Test func whatIsStillThereComesFirstAndOfThatTheOldest() throws {
        let report = try report([
            HistorySamples.run(1, [HistorySamples.finding(3)]),
            HistorySamples.run(2, [HistorySamples.finding(2)]),
            HistorySamples.run(3, [HistorySamples.finding(2), HistorySamples.finding(1)]),
        ])
        #expect(report.trends.map(\.type) == ["Router2", "Router1", "Router3"])
    }

    @Test func aMistakeThatMovedGoesOnUnderItsNewName() throws {
        let (old, new) = (
            HistorySamples.leak(at: "Root/Home"), HistorySamples.leak(at: "Root/Main/Home")
        )
        let report = try report([HistorySamples.run(1, [old]), HistorySamples.run(2, [new])])
        let trend = try #require(report.trends.first)
        #expect(report.trends.count == 1)
        #expect(trend.ribPath == "Root/Main/Home")
        #expect(trend.fingerprint == new.fingerprint.description)
        #expect(trend.counts == [1, 1])
        #expect(trend.firstSeen.commit == "c0ffee010")
    }

    @Test func anOlderRunThatComesLaterTakesTheNewerName() throws {
        let (old, new) = (
            HistorySamples.leak(at: "Root/Home"), HistorySamples.leak(at: "Root/Main/Home")
        )
        let report = try report([HistorySamples.run(2, [new]), HistorySamples.run(1, [old])])
        #expect(report.trends.map(\.ribPath) == ["Root/Main/Home"])
        #expect(report.trends.map(\.counts) == [[1, 1]])
    }

    @Test func anotherMistakeAtTheSamePlaceIsAnother() throws {
        let report = try report([
            HistorySamples.run(1, [HistorySamples.leak(at: "Root/Home")]),
            HistorySamples.run(2, [HistorySamples.leak(at: "Root/Main/Home", keptBy: "Cache")]),
        ])
        let counts: Set<[Int]> = Set(report.trends.map(\.counts))
        #expect(counts == [[0, 1], [1, 0]])
    }

    @Test func aHistoryOfTheFirstVersionGoesOn() throws {
        let path = folder.file("history.sqlite")
        let leak = HistorySamples.leak(at: "Root/Home")
        let queue = try DatabaseQueue(path: path)
        try HistorySchema.migrator.migrate(queue, upTo: "v1")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO run VALUES (1, 'first', NULL, 'main', '2026-03-01T00:00:00.000Z',
                        10, 1, 0, 0, 0);
                    """)
            try db.execute(
                sql: "INSERT INTO finding VALUES (?, 'leaked-router', 'Root/Home', 'HomeRouter')",
                arguments: [leak.identity.firstFingerprint])
            try db.execute(
                sql: "INSERT INTO occurrence VALUES (1, ?, 1)",
                arguments: [leak.identity.firstFingerprint])
        }
        #expect(try HistoryStore(reading: path).report(last: 9).trends.count == 1)
        let report = try report([HistorySamples.run(2, [leak])])
        #expect(report.trends.map(\.counts) == [[1, 1]])
        #expect(report.trends.map(\.fingerprint) == [leak.fingerprint.description])
    }

    @Test func branchesAreKeptSeparate() throws {
        _ = try HistorySamples.history(
            [HistorySamples.run(1, [HistorySamples.finding(1)])], branch: "topic", in: folder)
        let report = try report([HistorySamples.run(2)], branch: "main")
        #expect(report.runs.count == 1)
        #expect(report.trends.isEmpty)
    }

    // MARK: - The file

    @Test func theSameRunIsAddedOnce() throws {
        let store = try HistorySamples.history([], in: folder)
        #expect(try store.add(HistorySamples.run(1)))
        #expect(try !store.add(HistorySamples.run(1), commit: "other"))
        #expect(try store.report(last: 9).runs.count == 1)
    }

    @Test func aMissingHistoryIsNotMadeByReadingIt() {
        let path = folder.file("none.sqlite")
        #expect(
            throws: UserError(
                .input, path, "no history is here; make one with ribleak history import")
        ) { try HistoryStore(reading: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["no database at all", "SQLite format 3\u{0}and then nothing that fits"])
    func whatIsNoDatabaseIsLeftAsItIs(content: String) throws {
        let path = folder.file("notes.txt")
        let bytes = Data(content.utf8)
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(
            throws: UserError(.input, path, "is not a database; name another file")
        ) {
            try HistoryStore(updating: path)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test func anotherProgramsDatabaseIsLeftAsItIs() throws {
        let path = folder.file("other.sqlite")
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE run (id)") }
        #expect(
            throws: UserError(
                .input, path, "is a database, but not a ribleak history; name another file")
        ) { try HistoryStore(updating: path) }
        let tables = try DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
        }
        #expect(tables == ["run"])
    }

    /// As `touch` makes it, or an import that was killed.
    @Test func anEmptyFileIsANewHistory() throws {
        let (path, left) = (folder.file("h.sqlite"), folder.file(".h.sqlite.new-1"))
        try Data().write(to: URL(fileURLWithPath: path))
        try Data("half".utf8).write(to: URL(fileURLWithPath: left))
        #expect(
            throws: UserError(
                .input, path, "no history is here; make one with ribleak history import")
        ) { try HistoryStore(reading: path) }
        let store = try HistoryStore(updating: path)
        #expect(try store.add(HistorySamples.run(1)))
        #expect(try HistoryStore(reading: path).report(last: 9).runs.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["h.sqlite"])
    }

    @Test func aLinkIsLeftAsItIs() throws {
        let (link, target) = (folder.file("link"), folder.file("target"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(
            throws: UserError(
                .output, link,
                "is not a ribleak history, so it was not changed; name another file")
        ) { try HistoryStore(updating: link) }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    /// Each would run for ever within a question of ours.
    @Test(arguments: [
        "ALTER TABLE finding RENAME TO found; CREATE VIEW finding AS SELECT * FROM found, endless",
        "CREATE TRIGGER finding AFTER INSERT ON run BEGIN DELETE FROM finding; END",
    ])
    func whatRunsByItselfIsNoPartOfAHistory(sql: String) throws {
        let path = folder.file("history.sqlite")
        _ = try HistorySamples.history([HistorySamples.run(1)], in: folder)
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "PRAGMA legacy_alter_table = ON")
            try db.execute(sql: sql)
        }
        let refusal = UserError(
            .input, path, "has finding, which no history has; restore it from a copy")
        #expect(throws: refusal) { try HistoryStore(reading: path) }
        #expect(throws: refusal) { try HistoryStore(updating: path) }
    }

    @Test func aLaterVersionsHistoryIsLeftAsItIs() throws {
        let path = folder.file("history.sqlite")
        _ = try HistorySamples.history([HistorySamples.run(1)], in: folder)
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v99')")
        }
        let refusal = UserError(
            .input, path, "was made by a later version of ribleak; use that one")
        #expect(throws: refusal) { try HistoryStore(reading: path) }
        #expect(throws: refusal) { try HistoryStore(updating: path) }
    }

    @Test func aDamagedHistoryIsNotWrittenTo() throws {
        let path = folder.file("history.sqlite")
        let runs = (1...28).map { HistorySamples.run($0, [HistorySamples.finding(1)]) }
        _ = try HistorySamples.history(runs, in: folder)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: UserError.self) { try HistoryStore(updating: path) }
        #expect(error?.code == .input)
        #expect(error?.explanation.hasPrefix("is damaged") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }
}
