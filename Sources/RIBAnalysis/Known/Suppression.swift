// SPDX-License-Identifier: Apache-2.0

/// Findings that a project accepts until a day, with a reason.
package struct Suppression: Equatable, Sendable {
    /// Which findings a suppression covers.
    package enum Pattern: Equatable, Sendable {
        /// One finding, by all 16 digits of its fingerprint.
        case fingerprint(String)
        /// All findings that match each given part.
        case facts(kind: FindingKind?, ribPath: RIBPathPattern?, type: String?)
        /// All mistakes in the sources that match each given part.
        case source(rule: String?, path: FilePattern?, type: String?)
    }

    package let pattern: Pattern
    package let reason: String
    /// The last day on which it holds.
    package let expires: CalendarDay
    /// Its place in the settings, such as `.ribleak.yml:12`.
    package let place: String

    package init(pattern: Pattern, reason: String, expires: CalendarDay, place: String) {
        (self.pattern, self.reason) = (pattern, reason)
        (self.expires, self.place) = (expires, place)
    }

    var withoutPlace: Suppression {
        Suppression(pattern: pattern, reason: reason, expires: expires, place: "")
    }

    /// What it covers and its place, such as `leaked-view at Root/** (.ribleak.yml:12)`.
    package var name: String {
        let what =
            switch pattern {
            case .fingerprint(let digits): "fingerprint \(digits)"
            case .facts(let kind, let ribPath, let type):
                [
                    kind?.rawValue, type.map { "type \($0)" },
                    ribPath.map { "rib-path \($0.description)" },
                ].compactMap { $0 }.joined(separator: ", ")
            case .source(let rule, let path, let type):
                [rule, type.map { "type \($0)" }, path.map { "path \($0.description)" }]
                    .compactMap { $0 }.joined(separator: ", ")
            }
        return "\(what) (\(place))"
    }
}

/// What a suppression may cover: a finding of a run, or of the sources.
package protocol Suppressible: Sendable {
    var fingerprint: Fingerprint { get }
    /// Whether it counts nowhere anyway, so that nobody needs to suppress it.
    var isExcused: Bool { get }
    func isCovered(by pattern: Suppression.Pattern) -> Bool
}

extension Finding: Suppressible {
    package var isExcused: Bool { libraryLeak != nil }

    package func isCovered(by pattern: Suppression.Pattern) -> Bool {
        switch pattern {
        case .fingerprint(let digits):
            fingerprint.description == digits
                // The fingerprint that an earlier ribleak printed.
                || identity.firstFingerprint == digits
        case .facts(let kind, let ribPath, let type):
            kind ?? self.kind == self.kind && type ?? self.type == self.type
                && ribPath?.matches(self.ribPath) ?? true
        case .source: false
        }
    }
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
