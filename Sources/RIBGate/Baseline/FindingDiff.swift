/// How the findings of two runs or baselines differ.
package struct FindingDiff: Equatable, Sendable {
    /// Those of the second alone.
    package let new: [BaselineEntry]
    /// Those of the first alone.
    package let fixed: [BaselineEntry]
    /// Those of both.
    package let unchanged: [BaselineEntry]

    /// Compares as `EntryIndex` does; the lists are in the order of baselines.
    package init(from old: Baseline, to current: Baseline) {
        let (before, now) = (EntryIndex(old.entries), EntryIndex(current.entries))
        new = current.entries.filter { !before.holds($0) }
        fixed = old.entries.filter { !now.holds($0) }
        unchanged = current.entries.filter { before.holds($0) }
    }
}
