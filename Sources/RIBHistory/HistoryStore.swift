// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import RIBAnalysis
import RIBText

/// The runs of a project over time, in an SQLite file.
///
/// Several processes may use one file. Each import is a transaction, and waits up to ten seconds
/// for others. A new file appears with all its tables at once: it is made beside its place, under a
/// lock on the folder.
package struct HistoryStore: Sendable {
    private let queue: DatabaseQueue
    private let path: String

    /// Opens a history for reading.
    ///
    /// - Parameter path: The file.
    /// - Throws: `UserError` when the file is missing or not a history.
    package init(reading path: String) throws(UserError) {
        guard !Self.isMissing(path) else {
            throw UserError(
                .input, path, "no history is here; make one with ribleak history import")
        }
        try self.init(opening: path, isReadOnly: true)
    }

    /// Opens a history to add runs, and creates the file if it is missing.
    ///
    /// - Parameter path: The file; its folder must exist.
    /// - Throws: `UserError` when the file is not a history. The file is then not changed.
    package init(updating path: String) throws(UserError) {
        var facts = stat()
        if lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw UserError(
                .output, path,
                "is not a ribleak history, so it was not changed; name another file")
        }
        try self.init(opening: path, isReadOnly: false)
    }

    private init(opening path: String, isReadOnly: Bool) throws(UserError) {
        try Self.refuseSpecialFiles(path)
        self.path = path
        queue = try Self.translating(path) {
            var configuration = Configuration()
            configuration.readonly = isReadOnly
            configuration.busyMode = .timeout(10)
            if !isReadOnly, Self.isMissing(path) { try Self.make(path) }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { try Self.check($0, path) }
            if !isReadOnly { try HistorySchema.migrator.migrate(queue) }
            return queue
        }
    }

    // MARK: - Importing

    /// Adds a run, without its library leaks.
    ///
    /// - Parameters:
    ///   - report: The run's analysis.
    ///   - commit: The commit that it ran on, as far as that is known.
    ///   - branch: The branch of that commit.
    ///   - time: ISO 8601, UTC; nil for the time at which the run's first process began.
    /// - Returns: False when the run is already in the history. Then nothing changes.
    /// - Throws: `UserError` when the file cannot be written. Then it contains nothing of the
    ///   run.
    package func add(
        _ report: RunReport, commit: String? = nil, branch: String? = nil, time: String? = nil
    ) throws(UserError) -> Bool {
        let (identity, summary) = (Self.identity(of: report), report.summary)
        let arguments: StatementArguments = [
            identity, commit, branch, time ?? report.runs.map(\.startedAt).min() ?? "",
            summary.tracked, summary.leaks, summary.inactiveFires, summary.warnings,
            !report.doubts.isEmpty,
        ]
        return try Self.translating(path) {
            try queue.write { db in
                let known = "SELECT EXISTS (SELECT 1 FROM run WHERE identity = ?)"
                if try Bool.fetchOne(db, sql: known, arguments: [identity]) == true { return false }
                try db.execute(
                    sql: """
                        INSERT INTO run (identity, commitID, branch, time, tracked, leaks,
                            inactiveFires, warnings, isDoubtful) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """, arguments: arguments)
                try Self.insertFindings(of: report, in: db.lastInsertedRowID, into: db)
                return true
            }
        }
    }

    private static func insertFindings(
        of report: RunReport, in run: Int64, into db: Database
    ) throws {
        let findings = report.findings.filter { $0.libraryLeak == nil }
        let names = try knownNames(of: findings, made: report.madeSubscriptions, in: run, db)
        for (finding, name) in zip(findings, names) {
            try db.execute(
                sql: "INSERT OR IGNORE INTO occurrence VALUES (?, ?, ?)",
                arguments: [run, name, finding.count])
        }
    }

    /// An identity that is equal for the same processes, wherever their traces are.
    private static func identity(of report: RunReport) -> String {
        report.runs.map { "\($0.processName) \($0.processID) \($0.startedAt)" }.sorted()
            .joined(separator: "\n")
    }

    // MARK: - Asking

    /// The latest runs and their findings.
    ///
    /// - Parameters:
    ///   - branch: The branch of the runs; nil for all branches.
    ///   - last: The number of runs, at least 1.
    /// - Throws: `UserError` when the file is damaged.
    package func report(branch: String? = nil, last: Int) throws(UserError) -> HistoryReport {
        try Self.translating(path) {
            try queue.read { db in try HistoryReport(db, branch: branch, last: last) }
        }
    }

    // MARK: - Opening

    /// Refuses files that could block or never end, in place of the database or of SQLite's files
    /// beside it.
    private static func refuseSpecialFiles(_ path: String) throws(UserError) {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            var facts = stat()
            guard stat(path + suffix, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG else {
                continue
            }
            throw UserError(.input, path + suffix, "is not a regular file; name another")
        }
    }

    /// Whether there is no file, or an empty one, such as `touch` makes.
    private static func isMissing(_ path: String) -> Bool {
        var facts = stat()
        if stat(path, &facts) != 0 { return true }
        return facts.st_mode & S_IFMT == S_IFREG && facts.st_size == 0
    }

    /// Makes a history that only the user can read. SQLite keeps its permissions and copies them to
    /// the files beside it.
    ///
    /// Other imports wait meanwhile. What a killed one left is removed.
    private static func make(_ path: String) throws {
        let (folder, name) = (
            (path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent
        )
        let lock = Foundation.open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        // Where the file system has no locks, only imports at the same moment are in danger.
        while lock >= 0, flock(lock, LOCK_EX) != 0, errno == EINTR {}
        guard isMissing(path) else { return }
        let place = URL(fileURLWithPath: folder.isEmpty ? "." : folder)
        let prefix = ".\(name).new-"
        for left in try FileManager.default.contentsOfDirectory(atPath: place.path)
        where left.hasPrefix(prefix) {
            try? FileManager.default.removeItem(at: place.appendingPathComponent(left))
        }
        let aside = place.appendingPathComponent("\(prefix)\(getpid())").path
        let file = Foundation.open(aside, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
        let queue = try DatabaseQueue(path: aside)
        try HistorySchema.migrator.migrate(queue)
        try queue.close()
        guard rename(aside, path) == 0 else {
            let reason = String(cString: strerror(errno))
            try? FileManager.default.removeItem(atPath: aside)
            throw UserError(
                .output, path, "cannot be written (\(reason)); name another file")
        }
    }

    /// Checks that the file is a history that this version understands.
    private static func check(_ db: Database, _ path: String) throws {
        let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        guard id == HistorySchema.applicationID else {
            throw UserError(
                .input, path, "is a database, but not a ribleak history; name another file")
        }
        // Views and triggers would run within our own queries, for as long as they like.
        let strange = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index')")
        if !strange.contains("grdb_migrations"), try HistorySchema.migrator.hasBeenSuperseded(db) {
            throw UserError(
                .input, path, "was made by a later version of ribleak; use that one")
        }
        if let name = strange.first {
            throw UserError(
                .input, path,
                "has \(name.prefix(64)), which no history has; restore it from a copy")
        }
        let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        guard verdict == "ok" else {
            throw UserError(
                .input, path, "is damaged (\(verdict ?? "no answer")); restore it from a copy")
        }
    }

    private static func translating<Result>(
        _ path: String, _ body: () throws -> Result
    ) throws(UserError) -> Result {
        do {
            return try body()
        } catch let error as UserError {
            throw error
        } catch let error as DatabaseError {
            throw UserError(error, path: path)
        } catch {
            throw UserError(.input, path, "\(error)")
        }
    }
}

extension UserError {
    fileprivate init(_ error: DatabaseError, path: String) {
        let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self.init(.input, path, "is not a database; name another file")
        case .SQLITE_CORRUPT:
            self.init(.input, path, "is damaged; restore it from a copy")
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY,
            .SQLITE_LOCKED:
            self.init(.output, path, message)
        default:
            self.init(.input, path, message)
        }
    }
}

/// The tables of a history and their migrations.
enum HistorySchema {
    /// "RIB!", so that no other program's database counts as a history.
    static let applicationID: Int32 = 0x5249_4221

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in [("v1", tables), ("v2", identities)] {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        return migrator
    }

    private static let tables = """
        PRAGMA application_id = \(applicationID);
        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT, identity TEXT NOT NULL UNIQUE, commitID TEXT,
            branch TEXT, time TEXT NOT NULL, tracked INTEGER NOT NULL, leaks INTEGER NOT NULL,
            inactiveFires INTEGER NOT NULL, warnings INTEGER NOT NULL, isDoubtful BOOLEAN NOT NULL);
        CREATE INDEX run_on_time ON run (time);
        CREATE TABLE finding (
            fingerprint TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL, ribPath TEXT NOT NULL,
            type TEXT NOT NULL);
        CREATE TABLE occurrence (
            runID INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            fingerprint TEXT NOT NULL REFERENCES finding (fingerprint), count INTEGER NOT NULL,
            PRIMARY KEY (fingerprint, runID));
        """

    /// The parts of a fingerprint. Existing findings are of the first version and lack them.
    private static let identities =
        "ALTER TABLE finding ADD COLUMN version INTEGER NOT NULL DEFAULT 1;"
        + [
            "chain TEXT", "function TEXT", "holder TEXT", "property TEXT", "site INTEGER",
            "sites INTEGER", "isEdgeDoubtful BOOLEAN NOT NULL DEFAULT 0",
        ].map { "ALTER TABLE finding ADD COLUMN \($0);" }.joined()
}
