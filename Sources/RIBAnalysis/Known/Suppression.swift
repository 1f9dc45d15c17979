// SPDX-License-Identifier: Apache-2.0

/// Findings that a project accepts until a day, with a reason.
package struct Suppression: Equatable, Sendable {
    /// Which findings a suppression covers.
    package enum Pattern: Equatable, Sendable {
        /// One finding, by all 16 digits of its fingerprint.
        case fingerprint(String)
        /// All findings that match each given part.
        case facts(kind: FindingKind?, ribPath: RIBPathPattern?, type: String?)
        /// All mistakes in the sources that match each given part. The path is a pattern.
        case source(rule: String?, path: String?, type: String?)
    }

    package let pattern: Pattern
    package let reason: String
    /// The last day on which it holds.
    package let expires: CalendarDay
    /// Its place in the settings, such as `.ribleak.yml:12`.
    package var place: String

    package init(pattern: Pattern, reason: String, expires: CalendarDay, place: String) {
        (self.pattern, self.reason) = (pattern, reason)
        (self.expires, self.place) = (expires, place)
    }

    /// What it covers and its place, such as `leaked-view, rib-path Root/** (.ribleak.yml:12)`.
    package var name: String {
        let parts: [String?] =
            switch pattern {
            case .fingerprint(let digits): ["fingerprint \(digits)"]
            case .facts(let kind, let ribPath, let type):
                [kind?.rawValue, type.map { "type \($0)" }, ribPath.map { "rib-path \($0)" }]
            case .source(let rule, let path, let type):
                [rule, type.map { "type \($0)" }, path.map { "path \($0)" }]
            }
        return "\(parts.compactMap(\.self).joined(separator: ", ")) (\(place))"
    }
}

extension Finding {
    /// Whether a suppression is about it, on any day.
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

/// What a project's settings let pass.
package struct FindingExceptions: Equatable, Sendable {
    package var suppressions: [Suppression]
    /// The library leaks that hold for the versions of the packages in use.
    package var libraryLeaks: [LibraryLeakMatcher]

    package init(suppressions: [Suppression] = [], libraryLeaks: [LibraryLeakMatcher] = []) {
        (self.suppressions, self.libraryLeaks) = (suppressions, libraryLeaks)
    }

    package var isEmpty: Bool { suppressions.isEmpty && libraryLeaks.isEmpty }

    /// The findings with their status, the project's own before library leaks, and how they match
    /// the baseline. The gate and the assertions of tests both ask this, so they never disagree.
    ///
    /// - Parameters:
    ///   - entries: The baseline's; nil when there is none.
    ///   - today: The day to compare expiries with.
    package func standings(
        of findings: [Finding], entries: [KnownFinding]?, made: Set<MadeSubscriptions>,
        renames: RenameProof, today: CalendarDay
    ) -> (findings: [Finding], match: FindingMatch) {
        var all = findings.named(by: libraryLeaks)
        let match = FindingMatch(
            from: entries ?? [], to: all.map(KnownFinding.init), made: made, renames: renames)
        let known = Set(match.pairs.map(\.new))
        for index in all.indices {
            let finding = all[index]
            if entries != nil {
                all[index].status.comparison =
                    known.contains(KnownFinding(finding)) ? .known : .new
            }
            let suppression = suppressions.first {
                $0.expires >= today && finding.libraryLeak == nil
                    && finding.isCovered(by: $0.pattern)
            }
            all[index].status.suppression = suppression.map {
                FindingStatus.Suppression(reason: $0.reason, expires: $0.expires.description)
            }
        }
        return (all, match)
    }
}
