import RIBAnalysis

/// How the findings of two runs or baselines differ.
package struct FindingDiff: Equatable, Sendable {
    /// Those of the second alone.
    package let new: [KnownFinding]
    /// Those of the first alone.
    package let fixed: [KnownFinding]
    /// Those of both, as the second has them.
    package let unchanged: [KnownFinding]
    /// The same under another path.
    package let moved: [FindingMatch.Pair]
    /// The same but for one part.
    package let changed: [FindingMatch.Pair]
    /// Those of the three above that more or fewer objects or subscriptions show than before.
    package let otherCounts: [FindingMatch.Pair]

    /// Compares as `FindingMatch` does; the lists are in the order of baselines.
    ///
    /// - Parameter made: As for `FindingMatch`.
    package init(
        from old: Baseline, to current: Baseline, made: Set<MadeSubscriptions> = []
    ) {
        let match = FindingMatch(from: old.entries, to: current.entries, made: made)
        new = match.new
        fixed = match.gone
        func ones(_ sameness: FindingMatch.Sameness) -> [FindingMatch.Pair] {
            var seen: Set<KnownFinding> = []
            return match.pairs.filter { $0.sameness == sameness && seen.insert($0.new).inserted }
        }
        unchanged = ones(.unchanged).map(\.new)
        moved = ones(.moved)
        changed = ones(.changed)
        otherCounts = match.pairs.filter { $0.hasGrown || $0.hasShrunk }
    }
}
