// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing

@testable import RIBLint

@Suite struct LintDocumentTests {
    private func read(_ json: String) throws -> LintDocument {
        try LintDocument(json: Data(json.utf8), from: "ribleak-lint")
    }

    private static let whole = """
        {"version": 1, "tool": "0.1.0", "files": 312, "lines": 48213,
         "rules": [{"id": "strong-listener", "severity": "error", "summary": "s", "reason": "r", "fix": "f"}],
         "findings": [{"rule": "strong-listener", "file": "Sources/A.swift", "line": 12, "column": 9,
           "message": "m", "fix": "f", "type": "A", "member": null, "subject": "listener",
           "ignored": {"line": 11, "reason": "r"}, "fixed": false, "later": 1}],
         "problems": [{"file": "B.swift", "message": "cannot be parsed"}]}
        """

    @Test func theJSONOfTheAnalyserIsRead() throws {
        let document = try read(Self.whole)
        #expect(document.files == 312)
        #expect(document.rules.map(\.severity) == [.error])
        #expect(document.findings.map(\.file) == ["Sources/A.swift"])
        #expect(document.findings.first?.ignored == .init(line: 11, reason: "r"))
        #expect(document.problems == [.init(file: "B.swift", message: "cannot be parsed")])
    }

    @Test(arguments: [
        (
            "Segmentation fault",
            "is not the JSON of ribleak-lint, which is an object with a version; ribleak lint --output json:FILE writes one"
        ),
        (
            "",
            "is not the JSON of ribleak-lint, which is an object with a version; ribleak lint --output json:FILE writes one"
        ),
        (
            #"{"version": 2}"#,
            "is of version 2, and this ribleak reads version 1; update ribleak"
        ),
        (
            #"{"version": 0}"#,
            "is of version 0, and this ribleak reads version 1; update ribleak-lint"
        ),
        (
            whole.replacing("\"line\": 12", with: "\"line\": \"12\""),
            "is damaged at findings[0].line; ribleak lint --output json:FILE writes one"
        ),
        (
            whole.replacing("\"files\": 312, ", with: ""),
            "is damaged at files; ribleak lint --output json:FILE writes one"
        ),
        (
            whole.replacing("\"id\": \"strong-listener\"", with: "\"id\": \"other\""),
            "is damaged: it does not list the rule 'strong-listener' of a finding; ribleak lint --output json:FILE writes one"
        ),
        (
            whole.replacing("\"severity\": \"error\"", with: "\"severity\": \"off\""),
            "is damaged: it does not list the rule 'strong-listener' of a finding; ribleak lint --output json:FILE writes one"
        ),
    ])
    func somethingElseIsRefused(json: String, reason: String) {
        let thrown = #expect(throws: UserError.self) { try read(json) }
        #expect(thrown?.description == "ribleak-lint: \(reason)")
    }

    @Test func itsOwnReportCanBeReadAgain() throws {
        let report = try LintSamples.report(
            [
                LintSamples.finding(severity: "error"),
                LintSamples.finding(line: 40, ignored: "its ticket", severity: "error"),
            ], problems: [.init(file: "B.swift", message: "cannot be parsed")])
        let again = try read(report.json)
        #expect(again == report.document)
    }
}
