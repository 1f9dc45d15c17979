import GRDB

/// The tables of a history, and how they came to be.
enum HistorySchema {
    /// "RIB!", so that no other program's database is taken for a history.
    static let applicationID: Int32 = 0x5249_4221

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.create(table: "run") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("identity", .text).notNull().unique()
                table.column("commitID", .text)
                table.column("branch", .text)
                table.column("time", .text).notNull().indexed()
                for count in ["tracked", "leaks", "inactiveFires", "warnings"] {
                    table.column(count, .integer).notNull()
                }
                table.column("isDoubtful", .boolean).notNull()
            }
            try db.create(table: "finding") { table in
                table.primaryKey("fingerprint", .text)
                for text in ["kind", "ribPath", "type"] { table.column(text, .text).notNull() }
            }
            try db.create(table: "occurrence") { table in
                table.column("runID", .integer).notNull().references("run", onDelete: .cascade)
                table.column("fingerprint", .text).notNull().references("finding")
                table.column("count", .integer).notNull()
                table.primaryKey(["fingerprint", "runID"])
            }
        }
        migrator.registerMigration("v2") { db in
            try db.alter(table: "finding") { table in
                // What fingerprints are made of; those of the first version, which are there, lack it.
                table.add(column: "version", .integer).notNull().defaults(to: 1)
                for text in ["chain", "function", "holder", "property"] {
                    table.add(column: text, .text)
                }
                for number in ["site", "sites"] { table.add(column: number, .integer) }
                table.add(column: "isEdgeDoubtful", .boolean).notNull().defaults(to: false)
            }
        }
        return migrator
    }
}
