// SPDX-License-Identifier: Apache-2.0

/// What a project's settings let pass.
package struct FindingExceptions: Equatable, Sendable {
    package var suppressions: [Suppression]
    /// The library leaks that hold for the versions of the packages in use.
    package var libraryLeaks: [LibraryLeakMatcher]

    package init(suppressions: [Suppression] = [], libraryLeaks: [LibraryLeakMatcher] = []) {
        (self.suppressions, self.libraryLeaks) = (suppressions, libraryLeaks)
    }

    package var isEmpty: Bool { suppressions.isEmpty && libraryLeaks.isEmpty }

    /// Whether both let the same pass, wherever in the settings they say it.
    package func isSame(as other: FindingExceptions) -> Bool {
        libraryLeaks == other.libraryLeaks
            && suppressions.map(\.withoutPlace) == other.suppressions.map(\.withoutPlace)
    }
}

/// Which findings a project lets pass, and why. The gate and the assertions of tests both ask this,
/// so that they never disagree.
package struct FindingStandings: Sendable {
    /// All findings, each with its status: the project's own, then library leaks.
    package let findings: [Finding]
    /// The findings beside the entries of the baseline.
    package let match: FindingMatch

    /// - Parameters:
    ///   - entries: The baseline's; nil when there is none.
    ///   - made: See `FindingMatch`.
    ///   - renames: See `FindingMatch`.
    ///   - today: The day to compare expiries with.
    package init(
        of findings: [Finding], entries: [KnownFinding]?, exceptions: FindingExceptions,
        made: Set<MadeSubscriptions>, renames: RenameProof, today: CalendarDay
    ) {
        var all = findings.named(by: exceptions.libraryLeaks)
        match = FindingMatch(
            from: entries ?? [], to: all.map(KnownFinding.init), made: made, renames: renames)
        let known = Set(match.pairs.map(\.new))
        for index in all.indices {
            let finding = all[index]
            if entries != nil {
                all[index].status.comparison =
                    known.contains(KnownFinding(finding)) ? .known : .new
            }
            let suppression = exceptions.suppressions.first {
                $0.expires >= today && finding.libraryLeak == nil
                    && finding.isCovered(by: $0.pattern)
            }
            all[index].status.suppression = suppression.map {
                FindingStatus.Suppression(reason: $0.reason, expires: $0.expires.description)
            }
        }
        self.findings = all
    }
}
