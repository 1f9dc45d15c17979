// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// Findings that a project ignores until a day, and why.
package struct Suppression: Equatable, Sendable {
    /// Which findings it is about.
    package enum Pattern: Equatable, Sendable {
        /// One mistake, by all 16 digits.
        case fingerprint(String)
        /// All findings that match each part that is given.
        case facts(kind: FindingKind?, ribPath: RIBPathPattern?, type: String?)
    }

    package let pattern: Pattern
    package let reason: String
    /// The last day on which it holds.
    package let expires: CalendarDay
    /// Where it stands, such as `.ribleak.yml:12`.
    package let place: String

    func covers(_ finding: Finding) -> Bool {
        switch pattern {
        case .fingerprint(let digits):
            finding.fingerprint.description == digits
                // As an earlier ribleak printed it.
                || finding.identity.firstFingerprint == digits
        case .facts(let kind, let ribPath, let type):
            kind ?? finding.kind == finding.kind && type ?? finding.type == finding.type
                && ribPath?.matches(finding.ribPath) ?? true
        }
    }

    /// What it is about and where it stands, such as `leaked-view at Root/** (.ribleak.yml:12)`.
    var name: String {
        let what =
            switch pattern {
            case .fingerprint(let digits): "fingerprint \(digits)"
            case .facts(let kind, let ribPath, let type):
                [
                    kind?.rawValue, type.map { "type \($0)" },
                    ribPath.map { "rib-path \($0.description)" },
                ].compactMap { $0 }.joined(separator: ", ")
            }
        return "\(what) (\(place))"
    }
}

/// What suppressions do to the findings of a run.
package struct SuppressionUse: Sendable {
    /// Findings that no suppression covers.
    package private(set) var rest: [Finding] = []
    package private(set) var suppressed: [Finding] = []
    let expired: [(suppression: Suppression, isUsed: Bool)]
    let unused: [Suppression]
    /// Of the suppressions that covered something, the one that ends first.
    let nextToExpire: Suppression?

    /// - Parameter today: The last day of a suppression is one of its days.
    package init(_ suppressions: [Suppression], of findings: [Finding], today: CalendarDay) {
        var used: Set<Int> = []
        let holding = suppressions.indices.filter { suppressions[$0].expires >= today }
        let over = suppressions.indices.filter { suppressions[$0].expires < today }
        for finding in findings {
            let covering = holding.filter { suppressions[$0].covers(finding) }
            used.formUnion(covering)
            if covering.isEmpty { rest.append(finding) } else { suppressed.append(finding) }
        }
        expired = over.map { index in
            (suppressions[index], findings.contains { suppressions[index].covers($0) })
        }
        unused = holding.filter { !used.contains($0) }.map { suppressions[$0] }
        nextToExpire = used.sorted().map { suppressions[$0] }.min { $0.expires < $1.expires }
    }
}
