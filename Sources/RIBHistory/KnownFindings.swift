// SPDX-License-Identifier: Apache-2.0

import GRDB
import RIBAnalysis

// The findings of a history. A run that is added renames those that it shows under a new name.
extension HistoryStore {
    /// Returns the names of a run's findings in the history, and adds missing findings to it.
    ///
    /// A finding may have another name than in the newest run so far. It then keeps the name from
    /// the newer of the two runs, with all its occurrences.
    ///
    /// - Parameters:
    ///   - made: See `FindingMatch`.
    ///   - run: The id of the run's row, which has no occurrences yet.
    static func knownNames(
        of findings: [Finding], made: Set<MadeSubscriptions>, in run: Int64, _ db: Database
    ) throws -> [String] {
        let findings = findings.map(KnownFinding.init)
        // A doubtful run may have missed findings, so no name is taken from it.
        let newest = try Row.fetchOne(
            db,
            sql: """
                SELECT id, time > (SELECT time FROM run WHERE id = ?) AS isLater FROM run
                WHERE id <> ? AND NOT isDoubtful ORDER BY time DESC, id DESC LIMIT 1
                """, arguments: [run, run])
        let known = try newest.map { try self.findings(ofRun: $0["id"], db) } ?? []
        let match = FindingMatch(from: known, to: findings, made: made, renames: .guessed)
        // One name that stood for two findings continues as the first of them.
        let names = Dictionary(
            match.pairs.map { ($0.old.fingerprint, $0.new.fingerprint) }
        ) { first, _ in first }.filter { $0.key != $0.value }
        if newest?["isLater"] == true {
            let later = Dictionary(names.map { ($1, $0) }) { min($0, $1) }
            for finding in findings where later[finding.fingerprint] == nil {
                try insert(finding, db)
            }
            return findings.map { later[$0.fingerprint] ?? $0.fingerprint }
        }
        for finding in findings { try insert(finding, db) }
        for (old, new) in names { try rename(old, to: new, db) }
        return findings.map(\.fingerprint)
    }

    private static func findings(ofRun run: Int64, _ db: Database) throws -> [KnownFinding] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT finding.*, occurrence.count AS count FROM occurrence
                JOIN finding USING (fingerprint) WHERE runID = ?
                """, arguments: [run]
        ).map(finding)
    }

    /// Adds a finding, unless its name is already known.
    private static func insert(_ finding: KnownFinding, _ db: Database) throws {
        let identity = finding.identity
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO finding (fingerprint, kind, ribPath, type, version, chain,
                    function, holder, property, site, sites, isEdgeDoubtful)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                finding.fingerprint, finding.kind, finding.ribPath, finding.type,
                Fingerprint.version, identity.chain, identity.function, identity.holder,
                identity.property, identity.site, identity.sites, identity.isEdgeDoubtful,
            ])
    }

    private static func rename(_ old: String, to new: String, _ db: Database) throws {
        // A run that has occurrences under both names keeps the one under the new name.
        try db.execute(
            sql: "UPDATE OR IGNORE occurrence SET fingerprint = ? WHERE fingerprint = ?",
            arguments: [new, old])
        try db.execute(sql: "DELETE FROM occurrence WHERE fingerprint = ?", arguments: [old])
        try db.execute(sql: "DELETE FROM finding WHERE fingerprint = ?", arguments: [old])
    }

    private static func finding(_ row: Row) -> KnownFinding {
        let version: Int = row["version"]
        // The first version stored no further parts of the identity.
        guard version > 1 else {
            return KnownFinding(
                fingerprint: row["fingerprint"], kind: row["kind"], ribPath: row["ribPath"],
                type: row["type"])
        }
        return KnownFinding(
            fingerprint: row["fingerprint"],
            identity: FindingIdentity(
                kind: row["kind"], ribPath: row["ribPath"], type: row["type"],
                chain: row["chain"] ?? "", function: row["function"], site: row["site"] ?? 1,
                sites: row["sites"] ?? 1, holder: row["holder"], property: row["property"],
                isEdgeDoubtful: row["isEdgeDoubtful"]),
            count: row["count"])
    }
}
