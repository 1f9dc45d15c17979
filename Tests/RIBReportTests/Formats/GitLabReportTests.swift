// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct GitLabReportTests {
    private struct Entry: Decodable, Equatable {
        struct Location: Decodable, Equatable {
            struct Lines: Decodable, Equatable { let begin: Int }
            let path: String
            let lines: Lines
        }
        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        enum CodingKeys: String, CodingKey {
            case description, fingerprint, severity, location
            case checkName = "check_name"
        }
    }

    private func entries(_ findings: [Finding]) throws -> [Entry] {
        let text = ReportFormat.gitlab.document(for: Samples.report(findings))
        return try JSONDecoder().decode([Entry].self, from: Data(text.utf8))
    }

    @Test func aFindingIsAnEntry() throws {
        let finding = Samples.finding(
            stacks: FindingStacks(detach: CallStack([Samples.frame("f()", "A.swift", 3)])),
            hint: "Let go of it.")
        #expect(
            try entries([finding]) == [
                Entry(
                    description: "OffGameRouter at Root/OffGame is still alive. Let go of it.",
                    checkName: "leaked-router", fingerprint: "0123456789abcdef",
                    severity: "critical",
                    location: .init(path: "A.swift", lines: .init(begin: 3)))
            ])
    }

    @Test func aFindingWithoutAPlaceIsAtTheManifest() throws {
        let entry = try #require(try entries([Samples.finding(.neverAttached)]).first)
        #expect(entry.location == .init(path: "Package.swift", lines: .init(begin: 1)))
        #expect(entry.severity == "minor")
    }

    @Test func aCleanRunIsAnEmptyList() {
        #expect(ReportFormat.gitlab.document(for: Samples.report()) == "[]\n")
    }
}
