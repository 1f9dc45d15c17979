// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One table of a page of the documentation, its cells without blanks and backticks around them.
package struct MarkdownTable {
    package let columns: [String]
    package private(set) var rows: [[String]] = []

    /// The tables of a page, from the top.
    ///
    /// - Throws: When a row has more or fewer cells than its table has columns.
    package static func all(in page: String) throws -> [MarkdownTable] {
        var tables: [MarkdownTable] = []
        var isInTable = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            let cells = cells(of: line)
            if !isInTable {
                tables.append(MarkdownTable(columns: cells))
            } else if !cells.allSatisfy({ $0 == "---" }) {
                try tables[tables.count - 1].add(cells)
            }
            isInTable = true
        }
        return tables
    }

    /// The cells of a column, from the top.
    package func column(_ name: String) throws -> [String] {
        guard let index = columns.firstIndex(of: name) else {
            throw Misshapen(what: "no column \(name)")
        }
        return rows.map { $0[index] }
    }

    private mutating func add(_ row: [String]) throws {
        guard row.count == columns.count else { throw Misshapen(what: "the row \(row)") }
        rows.append(row)
    }

    private static func cells(of line: Substring) -> [String] {
        line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
    }

    private struct Misshapen: Error {
        let what: String
    }
}
