// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBRecorder

/// The result of a check: what it found, or why it could not check.
struct LeakVerdict {
    /// False when nothing is recorded, or the test asked not to be judged.
    var isJudged = false
    /// The complete analysis with warnings, if one was made.
    var report: RunReport?
    /// The findings that fail the test, the most damaging first.
    var findings: [Finding] = []
    /// Violations of the lifecycle by the test's code, which do not fail the test.
    var warnings: [Finding] = []
    /// Leaks of platforms and libraries that ribleak knows, which do not fail the test.
    private(set) var libraryLeaks: [Finding] = []
    /// Other reasons to fail the test, one line each.
    var failures: [String] = []

    /// Divides the findings of the analysis.
    mutating func take(_ report: RunReport) {
        self.report = report
        findings = report.findings.filter { !$0.kind.isWarning && $0.libraryLeak == nil }
        // Other warnings stay in the report. They say what may be wrong, not who caused it.
        warnings = report.findings.filter { $0.kind == .lifecycleViolation }
        libraryLeaks = report.findings.filter { $0.libraryLeak != nil }
    }

    /// The text of the failure; nil when there is none.
    ///
    /// The findings come first, in the report's words, because test runners show the beginning.
    var message: String? {
        guard !findings.isEmpty || !failures.isEmpty else { return nil }
        let warnings = warnings.prefix(Self.mostWarnings).map(Self.line)
        let limit = FailureText.mostLines - failures.count - warnings.count
        // Other processes of the same run have objects of the same numbers.
        let process = ProcessInfo.processInfo
        let named = findings.map { $0.explained(inProcess: Int(process.processIdentifier)) }
        let lines = FailureText(named, within: limit, environment: process.environment).lines
        return ((lines.isEmpty ? [] : [""] + lines) + failures + warnings)
            .joined(separator: "\n")
    }

    /// The warnings for a test that does not fail, each with its place.
    var notes: [(text: String, place: SourcePlace?)] {
        guard message == nil else { return [] }
        return warnings.map { (Self.text(of: $0), $0.place) }
    }

    /// The most warnings to show. The report has the others.
    private static let mostWarnings = 5

    private static func line(for warning: Finding) -> String {
        let place = warning.place.map { "\($0.pathHere):\($0.line): " } ?? ""
        return "\(place)warning: \(text(of: warning))"
    }

    private static func text(of warning: Finding) -> String {
        warning.headline + (warning.hint.map { ". \($0)" } ?? "")
    }
}

/// Notes on library leaks, one for each that ribleak knows: later tests of the process say nothing.
enum LibraryLeakNotes {
    private static let told = Protected<Set<String>>([])

    /// The notes on those that no test of this process has mentioned.
    static func new(of findings: [Finding]) -> [String] {
        findings.compactMap { finding in
            guard let leak = finding.libraryLeak,
                told.withLock({ $0.insert(leak.name).inserted })
            else { return nil }
            return "note: ribleak: \(finding.headline). This is the library leak \(leak.name), "
                + "which fails no test: \(leak.sentence)"
        }
    }
}

extension SourcePlace {
    /// The absolute path of the file.
    var pathHere: String { path(in: RepositoryRoot.current.path) }
}
