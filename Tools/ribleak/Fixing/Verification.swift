// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

/// Proves fixes by running the user's command in a copy: first with all of them, and where that
/// fails, with halves.
struct Verification {
    /// Runs the command with a patch in the copy.
    private let run: (SourcePatch) throws -> CommandRun
    /// How it goes without a patch.
    private let before: CommandRun
    private let limit: Int
    /// Why fixes are not proved, by their first findings.
    private var problems: [String: String] = [:]

    /// Runs the command without a patch.
    ///
    /// - Parameters:
    ///   - limit: The seconds that the command may take, for texts.
    ///   - needsRun: Whether the findings are of a run, which the command must record then.
    ///   - run: Runs the command with a patch in the copy.
    /// - Throws: `UserError` when nothing could be proved, or what `run` throws.
    init(
        limit: Int, needsRun: Bool, _ run: @escaping (SourcePatch) throws -> CommandRun
    ) throws {
        (self.run, self.limit) = (run, limit)
        before = try run(SourcePatch())
        let isGood = needsRun ? before.isRecorded : before.ending == .exited(0)
        if before.ending != .timedOut, isGood { return }
        for line in before.output.split(whereSeparator: \.isNewline).suffix(20) {
            StandardStreams.say("  \(line)")
        }
        let advice =
            before.ending == .timedOut
            ? "give it more by --limit"
            : needsRun ? "it must run tests that record, as ribleak report shows them" : "mend it"
        throw UserError(
            .input, "--verify",
            "the command, before any fix, \(words(before.ending))"
                + (needsRun && !before.isRecorded ? " and recorded no run" : "") + "; \(advice)")
    }

    /// Tries the fixes that are to be made, and says of the others why they are not proved.
    mutating func prove(_ plan: inout [PlannedFix]) throws {
        for (index, planned) in plan.enumerated() where planned.problem == nil {
            if !planned.findings.contains(where: { before.findings[$0] != nil }) {
                plan[index].problem = "the command does not show the finding, before any fix"
            }
        }
        let proved = Set(try prove(plan.pending[...], besides: []).map { $0.findings[0] })
        for (index, planned) in plan.enumerated() where planned.problem == nil {
            let name = planned.findings[0]
            if !proved.contains(name) { plan[index].problem = problems[name] ?? "it was not tried" }
        }
    }

    /// The fixes that prove right together with others that did.
    ///
    /// What is returned was run as it is: the last good run had these and the others, and no more.
    private mutating func prove(
        _ fixes: ArraySlice<PlannedFix>, besides proved: [PlannedFix]
    ) throws -> [PlannedFix] {
        guard !fixes.isEmpty else { return [] }
        let all = proved + fixes
        let now = try run(all.patch)
        if let problem = problem(of: now, with: proved) {
            if fixes.count == 1 {
                problems[fixes[fixes.startIndex].findings[0]] = problem
                return []
            }
            let half = fixes.count / 2
            let first = try prove(fixes.prefix(half), besides: proved)
            return first + (try prove(fixes.dropFirst(half), besides: proved + first))
        }
        let good = fixes.filter { fix in fix.findings.allSatisfy { now.findings[$0] == nil } }
        if good.count == fixes.count { return good }
        for fix in fixes where !good.contains(where: { $0.findings == fix.findings }) {
            problems[fix.findings[0]] = "the finding is still there"
        }
        return try prove(good[...], besides: proved)
    }

    /// What is worse in a run than without the fixes; nil when nothing is.
    ///
    /// - Parameter proved: The fixes of which no finding may come back.
    private func problem(of now: CommandRun, with proved: [PlannedFix]) -> String? {
        if let test = now.failedTests.subtracting(before.failedTests).min() {
            return "the test \(test) fails, and without the fix it does not"
        }
        if now.ending != before.ending, now.ending != .exited(0) {
            return
                "the command \(words(now.ending)), and without the fix it \(words(before.ending))"
        }
        if before.isRecorded, !now.isRecorded { return "the command recorded no run" }
        if let doubt = now.doubts.filter({ before.doubts[$0.key] == nil }).values.min() {
            return "the run may hide leaks: \(doubt)"
        }
        if let test = before.tests.subtracting(now.tests).min() {
            return "the test \(test) no longer runs"
        }
        let known = Set(before.findings.keys).subtracting(proved.flatMap(\.findings))
        let new = now.findings.filter { !known.contains($0.key) }.min { $0.key < $1.key }
        return new.map { "it brings a finding, or shows a hidden one: \($0.value) (\($0.key))" }
    }

    private func words(_ ending: SpawnedChild.Ending) -> String {
        switch ending {
        case .exited(0): "passes"
        case .exited(let code): "fails with the code \(code)"
        case .crashed(let signal): "ends by the signal \(signal)"
        case .timedOut: "takes more than \(limit) s"
        case .outputTooLarge, .notStarted: "cannot be started"
        }
    }
}

/// What one run of the user's command showed.
struct CommandRun {
    let ending: SpawnedChild.Ending
    let output: String
    /// What is wrong, by the fingerprint of the finding.
    var findings: [String: String] = [:]
    /// Whether it recorded a run that could be read.
    private(set) var isRecorded = false
    private(set) var doubts: [CaveatKind: String] = [:]
    /// The tests that ran.
    private(set) var tests: Set<String> = []

    init(_ ending: SpawnedChild.Ending, _ output: String) {
        (self.ending, self.output) = (ending, output)
    }

    init(
        _ ending: SpawnedChild.Ending, _ output: String, _ reading: PartialReading,
        compared: (RunReport) -> RunReport
    ) {
        self.init(ending, output)
        guard let report = reading.report.map(compared), reading.errors.isEmpty else { return }
        isRecorded = true
        for finding in report.findings where finding.libraryLeak == nil {
            findings[finding.fingerprint.description] = finding.headline
        }
        doubts = Dictionary(report.doubts.map { ($0.kind, $0.text) }) { first, _ in first }
        tests = report.tests
    }

    /// The tests that failed, as the lines of XCTest and Swift Testing name them.
    var failedTests: Set<String> {
        let form = /(?:Test Case '(.+?)'|Test (?!run with )(.+?)) failed (?:after|\().*/
        return Set(
            output.split(whereSeparator: \.isNewline).lazy.filter { $0.contains(" failed ") }
                .compactMap { line in
                    line.firstMatch(of: form).map { String($0.1 ?? $0.2 ?? "") }
                })
    }
}
