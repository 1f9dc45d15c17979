// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBReport

/// What a check found, and why it could not check.
struct LeakVerdict {
    /// False when nothing is recorded, or the test said that it is not to be judged.
    var isJudged = false
    /// All that the analysis says, warnings too, if it was asked.
    var report: RunReport?
    /// What the test is to fail for, most damaging first.
    var findings: [Finding] = []
    /// What the test's code did against the lifecycle, which fails nothing.
    var warnings: [Finding] = []
    /// What else it is to fail for, a line each.
    var failures: [String] = []

    /// The text of the failure; nil when there is none.
    ///
    /// The findings come first, in the report's words, since test runners show the beginning.
    var message: String? {
        guard !findings.isEmpty || !failures.isEmpty else { return nil }
        let warnings = warnings.prefix(Self.mostWarnings).map(Self.line)
        let limit = FailureText.mostLines - failures.count - warnings.count
        let lines = FailureText(findings, within: limit).lines
        return ((lines.isEmpty ? [] : [""] + lines) + failures + warnings)
            .joined(separator: "\n")
    }

    /// What a test that does not fail is to be told, each with its place.
    var notes: [(text: String, place: SourcePlace?)] {
        guard message == nil else { return [] }
        return warnings.map { (Self.text(of: $0), $0.place) }
    }

    /// More warnings are the report's affair.
    private static let mostWarnings = 5

    private static func line(for warning: Finding) -> String {
        let place = warning.place.map { "\($0.pathHere):\($0.line): " } ?? ""
        return "\(place)warning: \(text(of: warning))"
    }

    private static func text(of warning: Finding) -> String {
        warning.headline + (warning.hint.map { ". \($0)" } ?? "")
    }
}

extension SourcePlace {
    /// The file's path from the root.
    var pathHere: String { path(in: FileManager.default.currentDirectoryPath) }
}
