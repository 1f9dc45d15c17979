// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrees
import RIBWatch

/// What a poll found out, with all that a page needs of it, so that it may go to another thread.
package enum PageChange: Sendable {
    /// A process that is watched from now on.
    case found(Int, RecordedProcess)
    case ended(Int, ProcessEnd)
    case event(WatchEvent)
    case findings(Int, [Finding])
    case subscriptions(Int, SubscriptionUpdate)
    /// More happened than was listed, and this is the tree after it.
    case skipped(Int, events: UInt64, TreeSnapshot)

    /// - Parameter watcher: The one whose poll found it, before its next poll.
    /// - Returns: Nil for what a page does not show.
    package init?(_ change: WatchChange, of watcher: RunWatcher) {
        switch change {
        case .processFound(let index): self = .found(index, watcher.processes[index].facts)
        case .processEnded(let index, let end): self = .ended(index, end)
        case .event(let event): self = .event(event)
        case .findings(let index): self = .findings(index, watcher.processes[index].findings)
        case .subscriptions(let index, let update): self = .subscriptions(index, update)
        case .skipped(let index, let events):
            self = .skipped(index, events: events, watcher.processes[index].tree())
        case .note: return nil
        }
    }
}
