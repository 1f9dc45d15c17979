// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// What a suppression may cover: a finding of a run, or of the sources.
package protocol Suppressible: Sendable {
    var fingerprint: Fingerprint { get }
    /// Whether it counts nowhere anyway, so that nobody needs to suppress it.
    var isExcused: Bool { get }
    func isCovered(by pattern: Suppression.Pattern) -> Bool
}

extension Finding: Suppressible {
    package var isExcused: Bool { libraryLeak != nil }
}

/// The effect of suppressions on findings.
package struct SuppressionUse<Issue: Suppressible>: Sendable {
    /// Findings that no suppression covers.
    package private(set) var rest: [Issue] = []
    package private(set) var suppressed: [Issue] = []
    /// The suppression that covers a finding, by its fingerprint. Of several, the first one of the
    /// settings.
    package private(set) var covering: [Fingerprint: Suppression] = [:]
    package let expired: [(suppression: Suppression, isUsed: Bool)]
    package let unused: [Suppression]
    /// The suppression that expires first, of those that covered something.
    package let nextToExpire: Suppression?

    /// - Parameters:
    ///   - findings: Those that are excused, such as library leaks, are left out.
    ///   - today: A suppression still holds on the day on which it expires.
    package init(_ suppressions: [Suppression], of findings: [Issue], today: CalendarDay) {
        let findings = findings.filter { !$0.isExcused }
        var used: Set<Int> = []
        let holding = suppressions.indices.filter { suppressions[$0].expires >= today }
        let over = suppressions.indices.filter { suppressions[$0].expires < today }
        for finding in findings {
            let covering = holding.filter { finding.isCovered(by: suppressions[$0].pattern) }
            used.formUnion(covering)
            guard let first = covering.first else {
                rest.append(finding)
                continue
            }
            suppressed.append(finding)
            self.covering[finding.fingerprint] = suppressions[first]
        }
        expired = over.map { index in
            (
                suppressions[index],
                findings.contains { $0.isCovered(by: suppressions[index].pattern) }
            )
        }
        unused = holding.filter { !used.contains($0) }.map { suppressions[$0] }
        nextToExpire = used.sorted().map { suppressions[$0] }.min { $0.expires < $1.expires }
    }
}
