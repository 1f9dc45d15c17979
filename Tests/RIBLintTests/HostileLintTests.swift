// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBFindingText
import RIBReport
import RIBText
import Testing
import TraceFixtures

@testable import RIBGate
@testable import RIBLint

/// Any document is either refused in one line, or shown harmlessly in each format.
@Suite struct HostileLintTests {
    private static let pieces = [
        "\"", "\\", "[", "]", "{", "}", ",", ":", "null", "-1", "99999999999999999999", "0",
        "9223372036854775807", "true", "\u{0}", "\\u001b[31m", "\\ud800", "\n", "../", "]]>", "|",
        "`", "::error::", "<script>", "",
    ]

    private let document: String

    init() throws {
        document = try LintSamples.report([
            LintSamples.finding(), LintSamples.finding("missing-super", ignored: "its ticket"),
        ]).json
    }

    @Test(arguments: UInt64(0)..<400)
    func changedDocumentsDoNoHarm(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var scalars = Array(document.unicodeScalars)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<scalars.count, using: &random)
            let end = min(scalars.count, place + Int.random(in: 0...8, using: &random))
            let piece = Self.pieces.randomElement(using: &random) ?? ""
            scalars.replaceSubrange(place..<end, with: piece.unicodeScalars)
        }
        try check(String(String.UnicodeScalarView(scalars)))
    }

    @Test(arguments: [
        ("\"line\" : 12", "\"line\" : -9223372036854775808"),
        ("\"column\" : 9", "\"column\" : 9223372036854775807"),
        ("\"file\" : \"Sources/Profile.swift\"", "\"file\" : \"\""),
        ("\"file\" : \"Sources/Profile.swift\"", "\"file\" : \"///\""),
        ("\"type\" : \"ProfileInteractor\"", "\"type\" : \"\\u001b]0;evil\\u0007<b>`|\""),
        ("\"rule\" : \"strong-listener\"", "\"rule\" : \"of a later version\""),
    ])
    func strangeValuesDoNoHarm(value: String, strange: String) throws {
        let changed = document.replacing(value, with: strange)
        #expect(changed != document)
        try check(changed)
    }

    private func check(_ json: String) throws {
        let read: LintDocument
        do throws(UserError) {
            read = try LintDocument(json: Data(json.utf8), from: "a.json")
        } catch {
            #expect(!error.description.contains("\n"))
            return
        }
        guard
            let report = try? LintReport(
                read, settings: LintSettings(), baseline: LintSamples.emptyBaseline,
                request: .init(), today: LintSamples.day, root: LintSamples.root)
        else { return }
        var texts = [TextLayout().text(report.lines())]
        texts.append(report.json)
        for format in ReportFormat.allCases {
            texts.append(format.issueDocument(for: report.issues, style: ReportStyle()) ?? "")
        }
        for text in texts { #expect(!text.contains("\u{1B}") && !text.contains("\u{0}")) }
        #expect(throws: Never.self) {
            try Baseline(json: report.accepted(into: LintSamples.emptyBaseline).text, path: "b")
        }
    }
}
