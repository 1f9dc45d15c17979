// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The tables of the page that documents the format: `RIBTrace.docc/TraceFormat.md`.
struct FormatPage {
    /// A record as the page describes it.
    struct Record {
        let number: String
        let name: String
        fileprivate(set) var fields = Fields()
    }

    /// Some fields, one after the other.
    struct Fields {
        private(set) var declarations: [String] = []
        private(set) var offsets: [String] = []

        /// In TSDL.
        var tsdl: String { declarations.joined(separator: " ") }

        fileprivate mutating func add(offset: String, type: String, name: String) {
            offsets.append(offset)
            declarations.append("\(type) \(name);")
        }

        /// What the offsets must be, from 0; empty after a field whose size differs.
        var expectedOffsets: [String] {
            var next: Int? = 0
            return declarations.map { declaration in
                defer { next = next.flatMap { old in Self.size(of: declaration).map { old + $0 } } }
                return next.map(String.init) ?? ""
            }
        }

        /// The bytes of all fields; nil when they differ.
        var size: Int? {
            let sizes = declarations.map(Self.size)
            return sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
        }

        private static func size(of declaration: String) -> Int? {
            if declaration.hasSuffix(" uuid[16];") { return 16 }
            return switch declaration.split(separator: " ").first {
            case "uint8_t": 1
            case "uint16_t": 2
            case "uint32_t": 4
            case "uint64_t", "timestamp_t": 8
            default: nil
            }
        }
    }

    /// The page's lines, joined by blanks.
    let text: String
    let tables: [MarkdownTable]

    init() throws {
        let path = "\(BuiltProducts.packageRoot)/Sources/RIBTrace/RIBTrace.docc/TraceFormat.md"
        let page = try String(contentsOfFile: path, encoding: .utf8)
        text = page.replacingOccurrences(of: "\n", with: " ")
        tables = try MarkdownTable.all(in: page)
    }

    /// The only table with these columns.
    func table(_ columns: String...) throws -> MarkdownTable {
        let found = tables.filter { Array($0.columns.prefix(columns.count)) == columns }
        try #require(found.count == 1, "tables of \(columns): \(found.count)")
        return found[0]
    }

    /// The fields of a table that lists no records.
    func fields(_ table: MarkdownTable) throws -> Fields {
        var fields = Fields()
        let columns = try [table.column("offset"), table.column("type"), table.column("field")]
        for index in table.rows.indices {
            fields.add(
                offset: columns[0][index], type: columns[1][index], name: columns[2][index])
        }
        return fields
    }

    /// The records of all tables, by number.
    func records() throws -> [Record] {
        var records: [Record] = []
        for table in tables where table.columns.first == "number" {
            for row in table.rows {
                if row[0].isEmpty {
                    try #require(!records.isEmpty)
                    records[records.count - 1].fields.add(
                        offset: row[2], type: row[3], name: row[4])
                } else {
                    records.append(Record(number: row[0], name: row[1]))
                }
            }
        }
        return records.sorted { Int($0.number) ?? 0 < Int($1.number) ?? 0 }
    }
}
