// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import RIBTrees

/// A process that is watched, as far as its trace was read.
///
/// Belongs to its watcher's thread. What it returns may go to others.
package final class WatchedProcess {
    package let facts: RecordedProcess
    /// How the watching of it ended; nil while it goes on.
    package internal(set) var end: ProcessEnd?
    /// What its report would list now, in the order of a report.
    package internal(set) var findings: [Finding] = []
    /// The counts of that report; nil before the first judgement.
    package internal(set) var summary: RunSummary?
    /// What could not be determined, and why.
    package internal(set) var caveats: [Caveat] = []
    /// How many events were read.
    package internal(set) var events: UInt64 = 0
    /// How many events the recorder had to drop.
    package internal(set) var dropped: UInt64 = 0
    /// How many events were written after later ones had been read.
    package internal(set) var lateEvents: UInt64 = 0

    init(_ facts: RecordedProcess) { self.facts = facts }

    /// The times for which `tree(at:)` has a tree, in nanoseconds since 1970-01-01 UTC; nil before the
    /// first event. The upper one is that of the last event read.
    package var history: ClosedRange<Int64>? { nil }

    /// The RIBs that are alive, with those that are detached and not freed.
    ///
    /// - Parameter moment: Nanoseconds since 1970-01-01 UTC, within `history`; an earlier one counts as the first.
    ///   Nil for now.
    package func tree(at moment: Int64? = nil) -> TreeSnapshot {
        TreeSnapshot(process: .init(facts), tree: [])
    }
}
