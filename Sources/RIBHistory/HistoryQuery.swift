// SPDX-License-Identifier: Apache-2.0

import GRDB

extension HistoryReport {
    /// Reads a history's tables.
    ///
    /// - Parameters:
    ///   - branch: The branch of the runs; nil for all branches.
    ///   - last: The number of runs, at least 1.
    init(_ db: Database, branch: String?, last: Int) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM run WHERE ? IS NULL OR branch = ? ORDER BY time, id",
            arguments: [branch, branch])
        let all = rows.map(HistoryRun.init)
        let first = all.count - min(max(1, last), all.count)
        let places = Dictionary(
            uniqueKeysWithValues: rows.enumerated().map { ($1["id"] as Int64, $0) })
        let judged = all.lastIndex { !$0.isDoubtful }
        var trends: [(first: Int, trend: FindingTrend)] = []
        let occurrences = try Self.occurrences(places, db)
        for row in try Row.fetchAll(db, sql: "SELECT * FROM finding") {
            guard let counts = occurrences[row["fingerprint"]], let seen = counts.keys.min(),
                let last = counts.keys.max(), last >= first
            else { continue }
            let trend = FindingTrend(
                fingerprint: row["fingerprint"], kind: row["kind"], ribPath: row["ribPath"],
                type: row["type"], firstSeen: all[seen], lastSeen: all[last],
                counts: (first..<all.count).map { counts[$0] ?? 0 },
                isFixed: judged.map { counts[$0] == nil && last < $0 } ?? false)
            trends.append((seen, trend))
        }
        func rank(_ first: Int, _ trend: FindingTrend) -> (Int, Int, String, String, String) {
            (trend.isFixed ? 1 : 0, first, trend.kind, trend.ribPath, trend.fingerprint)
        }
        trends.sort { rank($0.first, $0.trend) < rank($1.first, $1.trend) }
        self.init(branch: branch, runs: Array(all[first...]), trends: trends.map(\.trend))
    }

    /// How often each finding occurred, by its fingerprint and the index of the run.
    ///
    /// - Parameter places: The indices of the runs, by the ids of their rows.
    private static func occurrences(
        _ places: [Int64: Int], _ db: Database
    ) throws -> [String: [Int: Int]] {
        var counts: [String: [Int: Int]] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM occurrence")
        while let row = try rows.next() {
            guard let place = places[row["runID"]] else { continue }
            counts[row["fingerprint"], default: [:]][place] = row["count"]
        }
        return counts
    }
}

extension HistoryRun {
    fileprivate init(_ row: Row) {
        self.init(
            commit: row["commitID"], branch: row["branch"], time: row["time"],
            tracked: row["tracked"], leaks: row["leaks"], inactiveFires: row["inactiveFires"],
            warnings: row["warnings"], isDoubtful: row["isDoubtful"])
    }
}
