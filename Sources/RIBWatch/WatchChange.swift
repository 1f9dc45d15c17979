// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace

/// Something that a poll found out. A process is named by its index in `RunWatcher.processes`.
package enum WatchChange: Equatable, Sendable {
    /// A process whose trace is read from now on.
    case processFound(Int, RecordedProcess)
    /// A process of which nothing more will come.
    case processEnded(Int, ProcessEnd)
    /// Something that happened in a process.
    case event(RunEvent)
    /// These are the findings from now on.
    case findings(process: Int, [Finding])
    /// What became known about subscriptions, if the limits ask for a list of them.
    case subscriptions(process: Int, SubscriptionUpdate)
    /// More happened between two polls than is listed. The trees and findings include it.
    case skipped(process: Int, events: UInt64)
    /// What a person should know about the watching itself, such as what it waits for or what it
    /// cannot read: one line, not escaped. Without a process, it is about the whole.
    case note(process: Int?, String)
}

/// How the watching of a process ended.
package enum ProcessEnd: String, Equatable, Sendable {
    /// It judged all that was left and exited.
    case exited
    /// It ended without that: a crash, a signal, `_exit`.
    case killed
    /// Its trace's folder was removed.
    case removed
    /// What it recorded last is damaged, so it may have been either.
    case unknown
}
