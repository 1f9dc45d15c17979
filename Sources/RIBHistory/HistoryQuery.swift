// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Queries a history's tables.
struct HistoryQuery {
    private let db: Database
    private let branch: String?

    init(_ db: Database, branch: String?) {
        self.db = db
        self.branch = branch
    }

    private struct StoredRun {
        let id: Int64
        let run: HistoryRun
    }

    func report(last: Int) throws -> HistoryReport {
        let all = try runs()
        let shown = Array(all.suffix(max(1, last)))
        let judged = all.last { !$0.run.isDoubtful }
        let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
        let first = all.count - shown.count
        var trends: [(first: Int, trend: FindingTrend)] = []
        for (row, counts) in try occurrences(places) {
            guard let seen = counts.keys.min(), let last = counts.keys.max(), last >= first else {
                continue
            }
            let isFixed = judged.flatMap { places[$0.id] }.map { counts[$0] == nil && last < $0 }
            let trend = FindingTrend(
                fingerprint: row.fingerprint, kind: row.kind, ribPath: row.ribPath, type: row.type,
                firstSeen: all[seen].run, lastSeen: all[last].run,
                counts: (first..<all.count).map { counts[$0] ?? 0 }, isFixed: isFixed ?? false)
            trends.append((seen, trend))
        }
        trends.sort { left, right in
            let (one, other) = (left.trend, right.trend)
            if one.isFixed != other.isFixed { return other.isFixed }
            if left.first != right.first { return left.first < right.first }
            return (one.kind, one.ribPath, one.fingerprint)
                < (other.kind, other.ribPath, other.fingerprint)
        }
        return HistoryReport(branch: branch, runs: shown.map(\.run), trends: trends.map(\.trend))
    }

    /// The runs, oldest first.
    private func runs() throws -> [StoredRun] {
        try Row.fetchAll(
            db,
            sql: "SELECT * FROM run WHERE ? IS NULL OR branch = ? ORDER BY time, id",
            arguments: [branch, branch]
        ).map { row in
            StoredRun(
                id: row["id"],
                run: HistoryRun(
                    commit: row["commitID"], branch: row["branch"], time: row["time"],
                    tracked: row["tracked"], leaks: row["leaks"],
                    inactiveFires: row["inactiveFires"], warnings: row["warnings"],
                    isDoubtful: row["isDoubtful"]))
        }
    }

    private struct Mistake: Hashable {
        let fingerprint: String
        let kind: String
        let ribPath: String
        let type: String
    }

    /// How often each finding occurred, by the index of the requested run.
    private func occurrences(_ places: [Int64: Int]) throws -> [Mistake: [Int: Int]] {
        var counts: [Mistake: [Int: Int]] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM occurrence JOIN finding USING (fingerprint)")
        while let row = try rows.next() {
            guard let place = places[row["runID"]] else { continue }
            let mistake = Mistake(
                fingerprint: row["fingerprint"], kind: row["kind"], ribPath: row["ribPath"],
                type: row["type"])
            counts[mistake, default: [:]][place] = row["count"]
        }
        return counts
    }
}
