// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// Findings that a project accepts until a day, with a reason.
package struct Suppression: Equatable, Sendable {
    /// Which findings a suppression covers.
    package enum Pattern: Equatable, Sendable {
        /// One finding, by all 16 digits of its fingerprint.
        case fingerprint(String)
        /// All findings that match each given part.
        case facts(kind: FindingKind?, ribPath: RIBPathPattern?, type: String?)
    }

    package let pattern: Pattern
    package let reason: String
    /// The last day on which it holds.
    package let expires: CalendarDay
    /// Its place in the settings, such as `.ribleak.yml:12`.
    package let place: String

    func covers(_ finding: Finding) -> Bool {
        switch pattern {
        case .fingerprint(let digits):
            finding.fingerprint.description == digits
                // The fingerprint that an earlier ribleak printed.
                || finding.identity.firstFingerprint == digits
        case .facts(let kind, let ribPath, let type):
            kind ?? finding.kind == finding.kind && type ?? finding.type == finding.type
                && ribPath?.matches(finding.ribPath) ?? true
        }
    }

    /// What it covers and its place, such as `leaked-view at Root/** (.ribleak.yml:12)`.
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

/// The effect of suppressions on the findings of a run.
package struct SuppressionUse: Sendable {
    /// Findings that no suppression covers.
    package private(set) var rest: [Finding] = []
    package private(set) var suppressed: [Finding] = []
    /// The suppression that covers a finding, by its fingerprint. Of several, the first one of the
    /// settings.
    private(set) var covering: [Fingerprint: Suppression] = [:]
    let expired: [(suppression: Suppression, isUsed: Bool)]
    let unused: [Suppression]
    /// The suppression that expires first, of those that covered something.
    let nextToExpire: Suppression?

    /// - Parameters:
    ///   - findings: Library leaks among them are left out: nobody needs to suppress them.
    ///   - today: A suppression still holds on the day on which it expires.
    package init(_ suppressions: [Suppression], of findings: [Finding], today: CalendarDay) {
        let findings = findings.filter { $0.libraryLeak == nil }
        var used: Set<Int> = []
        let holding = suppressions.indices.filter { suppressions[$0].expires >= today }
        let over = suppressions.indices.filter { suppressions[$0].expires < today }
        for finding in findings {
            let covering = holding.filter { suppressions[$0].covers(finding) }
            used.formUnion(covering)
            guard let first = covering.first else {
                rest.append(finding)
                continue
            }
            suppressed.append(finding)
            self.covering[finding.fingerprint] = suppressions[first]
        }
        expired = over.map { index in
            (suppressions[index], findings.contains { suppressions[index].covers($0) })
        }
        unused = holding.filter { !used.contains($0) }.map { suppressions[$0] }
        nextToExpire = used.sorted().map { suppressions[$0] }.min { $0.expires < $1.expires }
    }
}
