// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

extension IssueReport {
    /// The findings of a run.
    package init(_ report: RunReport) {
        let kinds = Set(report.findings.map(\.kind))
        self.init(
            report.findings, of: FindingKind.allCases.filter(kinds.contains).map(IssueRule.init),
            Verdict(report))
        fixed = report.fixed.map {
            Self.entry(
                rule: $0.kind, place: Finding.shown(ribPath: $0.ribPath), type: $0.type)
        }
        otherCounts = report.otherCounts
        caveats = report.caveats.lines
        doubts = report.doubts.lines
        start = report.runs.map(\.startedAt).min() ?? ""
        let tracked = Quantity.counted(report.summary.tracked, "object")
        judged = "the run is judged (\(tracked) tracked)"
        unjudged = "the run could not be judged"
        columns = ["finding", "RIB path", "culprit", "times", "why it is alive", "place"]
    }
}

extension IssueRule {
    init(_ kind: FindingKind) {
        self.init(
            id: kind.rawValue, title: kind.title, meaning: kind.meaning,
            help: "\(kind.meaning) `\(kind.pageCommand)` shows the cause, an example and the fix; "
                + "`ribleak explain` with the finding's fingerprint shows all facts.",
            isLeak: kind.isLeak, isWarning: kind.isWarning)
    }
}

extension Finding: ReportedIssue {
    package var rule: IssueRule { IssueRule(kind) }
    package var scope: String { ribPath }
    package var lastingPlace: String { ribPath }
    package var listedPlace: String { Self.shown(ribPath: ribPath) }
    package var cause: String? { keeper }
    package var command: String? { "ribleak explain \(fingerprint.description)" }
    package var plainLines: [String] { TextReport.lines(for: self) }
    package var recorded: Finding? { self }

    package var row: [IssuePiece] {
        [
            .words(kind.title), .text(ribPath), .code(type), .words("\(count)"),
            .text(keeper ?? ""), place.map(IssuePiece.place) ?? .words(""),
        ]
    }

    fileprivate static func shown(ribPath: String) -> String {
        ribPath.isEmpty ? "an unknown place" : ribPath
    }

    package var summary: [IssuePiece] {
        var pieces: [IssuePiece] = [.code(type), .words(" "), .text(complaint)]
        if case .grown(let before, _) = status.comparison {
            pieces.append(.words(", more often than in the baseline, which has \(before)"))
        }
        if let alsoKept { pieces += [.words(", and "), .text(alsoKept)] }
        return pieces
    }

    package var facts: [[IssuePiece]] {
        let stacks = projectLines
        // The line to look at, when no stack begins with one of the repository.
        let look: [IssuePiece]? =
            stacks.isEmpty ? relativePlace.map { [.words("look at "), .place($0)] } : nil
        let inTest: [IssuePiece]? = test.map { [.words("in the test "), .code($0)] }
        return ([suspect] + stacks + [look, inTest, foreseen]).compactMap { $0 }
    }

    /// The rule and the line with which lint already reports it.
    private var foreseen: [IssuePiece]? {
        foresight.flatMap { foresight in
            SourcePlace(foresight.file, foresight.line).map {
                [
                    .words("ribleak lint already reports it: "), .code(foresight.rule),
                    .words(" at "), .place($0),
                ]
            }
        }
    }

    /// The suspect edge of the retain path.
    private var suspect: [IssuePiece]? {
        guard let path = retainPath else { return missingPath.map { [.words($0)] } }
        guard let step = path.suspectStep ?? path.steps.last else {
            return [.text(path.title())]
        }
        let verb = path.reason == .cycle ? "keeps itself alive through " : "kept alive by "
        let place = step.file.flatMap { SourcePlace($0, step.line) }
        return [.words(verb), .code(step.holder + step.joinedLabel)]
            + (place.map { [.words(" at "), .place($0)] } ?? [])
            + (step.isInferred ? [.words(" (inferred)")] : [])
    }

    /// The innermost line of the project on each stack, such as `made by f() at A.swift:3`.
    private var projectLines: [[IssuePiece]] {
        titledStacks.compactMap { title, stack in
            guard let frame = stack.flatMap(frame),
                let place = frame.file.flatMap({ SourcePlace($0, frame.line) })
            else { return nil }
            let function = frame.function.map(IssuePiece.code) ?? .words("unknown code")
            return [.words("\(title) "), function, .words(" at "), .place(place)]
        }
    }
}

extension RunReport {
    /// A copy with a part of the findings, whose counts are still those of all.
    package func keepingFindings(from start: Int, _ count: Int) -> RunReport {
        var report = self
        report.findings = Array(findings.dropFirst(start).prefix(count))
        return report
    }
}
