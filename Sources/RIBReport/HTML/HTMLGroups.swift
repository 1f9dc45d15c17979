// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// Findings of one cause in the data of a page.
struct HTMLCauseGroup: Encodable {
    /// The code to change.
    private let title: Int
    private let findings: [Int]

    /// - Parameter all: The findings that the group refers to.
    init(_ group: FindingCause.Group, of all: some Collection<Finding>, _ tables: inout HTMLTables)
    {
        let first = group.findings.first.map { all[all.index(all.startIndex, offsetBy: $0)] }
        title = tables.text(Self.title(group.cause, of: first))
        findings = group.findings
    }

    private static func title(_ cause: FindingCause, of first: Finding?) -> String {
        switch cause {
        case .place(let function, let chain, _):
            return first?.kind.isAboutSubscription == true
                ? "\(function) subscribes to \(chain)" : function
        case .reference(let holder, let property, _):
            guard let step = first?.retainPath?.suspectStep, step.holderKind == .closure else {
                return property.isEmpty ? holder : "\(holder).\(property)"
            }
            let place = step.file.map { " at \($0)" + (step.line.map { ":\($0)" } ?? "") }
            return step.holder + (place ?? "")
        }
    }
}

/// What a project already knows about findings, as a filter of a page.
struct HTMLStatus: Encodable {
    /// The name in the data of a page.
    enum ID: String, Encodable, CaseIterable {
        case new
        case known
        case suppressed
        case fixed

        /// - Parameter finding: One of a page's views, so not a library leak.
        init(_ finding: Finding) {
            switch finding.status.category {
            case .new: self = .new
            case .known, .libraryLeak: self = .known
            case .suppressed: self = .suppressed
            }
        }
    }

    private let id: ID
    private let title: String
    private let count: Int

    /// All statuses of a compared report, also those of which it has nothing; none for any other.
    static func all(of report: RunReport) -> [HTMLStatus] {
        guard report.isCompared else { return [] }
        let counts = Dictionary(
            report.ownFindings.map { (ID($0), 1) } + [(.fixed, report.fixed.count)],
            uniquingKeysWith: +)
        return ID.allCases.map { id in
            HTMLStatus(
                id: id, title: id.rawValue.prefix(1).uppercased() + id.rawValue.dropFirst(),
                count: counts[id] ?? 0)
        }
    }
}

/// A finding of the baseline that no longer occurs, in the data of a page.
struct HTMLFixed: Encodable {
    private let kind: Int
    private let path: Int
    private let type: Int
    private let fingerprint: String

    init(_ finding: KnownFinding, _ tables: inout HTMLTables) {
        kind = tables.text(FindingKind(rawValue: finding.kind)?.title ?? finding.kind)
        path = tables.text(finding.ribPath.isEmpty ? "an unknown place" : finding.ribPath)
        type = tables.text(finding.type)
        fingerprint = TerminalEscape.escaped(finding.fingerprint)
    }
}
