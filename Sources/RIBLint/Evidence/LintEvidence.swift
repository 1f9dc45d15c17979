// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// What a run shows of a mistake in the sources.
package struct LintEvidence: Equatable, Sendable {
    /// Its place in the order in which mistakes are shown: the most urgent come first.
    let rank: Int
    /// Its name in JSON; nil when nothing is known.
    let word: String?
    /// The title of those that have the same evidence.
    let title: String
    /// One line for people; nil when nothing is known.
    let sentence: String?
    /// The findings of the run that it explains.
    var findings: [Finding] = []

    /// The run has findings that it explains.
    static func seen(_ findings: [Finding]) -> LintEvidence {
        let sentence = findings.first.map { first in
            let place = first.ribPath.isEmpty ? "" : " at \(first.ribPath)"
            let more = findings.count > 1 ? " and \(findings.count - 1) more" : ""
            return "seen leaking: \(first.kind.rawValue)\(place)\(more)"
                + "; ribleak explain \(first.fingerprint.description)"
        }
        return LintEvidence(
            rank: 0, word: "seen-leaking", title: "Seen leaking in the run", sentence: sentence,
            findings: findings)
    }

    /// The run made no object of its RIB.
    static let neverRan = LintEvidence(
        rank: 1, word: "never-ran", title: "Never ran in tests", sentence: "never ran in tests")

    /// The run does not tell: it is damaged, or does not record objects of this type.
    static let unknown = LintEvidence(
        rank: 2, word: nil, title: "The run says nothing about these", sentence: nil)

    /// The run made objects of its type, and has no finding about them.
    static let freed = LintEvidence(
        rank: 3, word: "freed", title: "Ran in tests, and was freed",
        sentence: "ran in tests, and was freed")
}

extension LintReport {
    /// The report with what a run shows of each mistake, the most urgent first.
    ///
    /// - Parameter isNamed: Whether a person named the run. Another one may be of a single test, so
    ///   it only says which mistakes it proves.
    package func joined(to run: RunReport, isNamed: Bool = true) -> LintReport {
        var report = self
        let match = LintMatch(findings)
        var seen: [Fingerprint: [Finding]] = [:]
        for finding in run.findings where finding.libraryLeak == nil {
            for mistake in match.mistakes(behind: finding) {
                seen[mistake.fingerprint, default: []].append(finding)
            }
        }
        guard isNamed || !seen.isEmpty else { return self }
        let recorded = isNamed ? RecordedNames(of: run) : nil
        for index in report.findings.indices {
            let finding = report.findings[index]
            report.findings[index].evidence =
                seen[finding.fingerprint].map(LintEvidence.seen)
                ?? recorded?.evidence(about: finding.source.type) ?? .unknown
        }
        report.findings.sort { $0.rank < $1.rank }
        return report
    }
}

/// The types that a run made objects of.
private struct RecordedNames {
    private let types: Set<String>
    private let superclasses: Set<String>
    /// The names of RIBs, such as `Profile` for `ProfileRouter`.
    private let ribs: Set<String>
    /// The types that a finding says something about.
    private let accused: Set<String>
    private let isDoubtful: Bool

    init(of run: RunReport) {
        types = Set(run.types.map(Self.plain))
        superclasses = Set(run.superclasses.map(Self.plain))
        ribs = Set(types.compactMap(Self.rib))
        accused = Set(
            run.findings.flatMap { finding in
                [finding.type] + finding.victims.map(\.type)
                    + (finding.retainPath?.steps.flatMap { [$0.holder, $0.target] } ?? [])
            }.map(Self.plain))
        isDoubtful = !run.doubts.isEmpty || run.summary.dropped > 0 || run.types.isEmpty
    }

    func evidence(about type: String?) -> LintEvidence {
        guard let type = type.map(Self.plain), !isDoubtful else { return .unknown }
        if types.contains(type) { return accused.contains(type) ? .unknown : .freed }
        // Builders and components of the app are not always recorded, but the parts of their RIB
        // are.
        guard !superclasses.contains(type), let rib = Self.rib(type), !ribs.contains(rib) else {
            return .unknown
        }
        return .neverRan
    }

    /// Without generic arguments.
    private static func plain(_ type: String) -> String { String(type.prefix { $0 != "<" }) }

    /// The name of a type's RIB, by the names that the architecture gives its parts.
    private static func rib(_ type: String) -> String? {
        let parts = [
            "Router", "Interactor", "Presenter", "ViewController", "Builder", "Component", "Worker",
            "Workflow",
        ]
        return parts.first { type.hasSuffix($0) && type != $0 }
            .map { String(type.dropLast($0.count)) }
    }
}
