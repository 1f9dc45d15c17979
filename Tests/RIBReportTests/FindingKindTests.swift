// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBReport
import RIBTrace
import Testing

@testable import RIBAnalysis
@testable import RIBFindingText

/// A kind of finding is declared once; what lists all kinds beside that has each of them.
@Suite struct FindingKindTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test(arguments: FindingKind.allCases)
    func isDeclared(_ kind: FindingKind) {
        #expect(kind.meaning.hasSuffix(".") && kind.meaning.first?.isUppercase == true)
        #expect(!kind.complaint.isEmpty && kind.complaint.first?.isLowercase == true)
        #expect(!kind.complaint.hasSuffix("."))
        #expect(!(kind.isLeak && kind.isWarning))
        for part in ObjectKind.allCases {
            #expect(kind.hint(for: part).map { $0.hasSuffix(".") || $0.hasSuffix("]") } ?? true)
        }
    }

    @Test func theSchemaHasEachKindInOrder() throws {
        let schema = try text("Reports/report.schema.json")
        let kind = try #require(schema.range(of: "\"kind\": {"))
        let list = schema[kind.upperBound...].prefix { $0 != "]" }
        let names = list.split(separator: "\"").filter { $0.contains("-") }
        #expect(names.map(String.init) == FindingKind.allCases.map(\.rawValue))
    }

    @Test func thePageExplainsEachWarning() throws {
        let page = try text("Sources/RIBReport/RIBReport.docc/Reporting.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        for kind in FindingKind.allCases where kind.isWarning {
            #expect(rows.contains { $0.hasPrefix("| `\(kind.rawValue)` | ") }, "\(kind.rawValue)")
        }
    }
}
