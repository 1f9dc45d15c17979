// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace

/// Something that a poll found out. A process is named by its index in `RunWatcher.processes`.
package enum WatchChange: Equatable, Sendable {
    /// A process whose trace is read from now on.
    case processFound(Int)
    /// A process of which nothing more will come.
    case processEnded(Int, ProcessEnd)
    /// Something that happened in a process.
    case event(WatchEvent)
    /// `WatchedProcess.findings` changed.
    case findings(process: Int)
    /// What became known about subscriptions, if the limits ask for a list of them.
    case subscriptions(process: Int, SubscriptionUpdate)
    /// More happened between two polls than is listed. The trees and findings include it.
    case skipped(process: Int, events: UInt64)
    /// What a person should know about the watching itself.
    case note(WatchNote)
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

/// A sentence about the watching itself, such as what it waits for or what it cannot read.
package struct WatchNote: Equatable, Sendable {
    /// The index of the process that it is about; nil for the whole.
    package let process: Int?
    /// One line; not escaped.
    package let text: String

    package init(process: Int? = nil, _ text: String) {
        self.process = process
        self.text = text
    }
}

/// One thing that happened in a watched process.
package struct WatchEvent: Equatable, Sendable {
    /// What happened. The raw value is its word in JSON.
    package enum Kind: String, CaseIterable, Sendable {
        case created
        case freed
        case launched
        case attached
        case detached
        case loaded
        case activated
        case deactivated
        case workerStarted
        case workerStopped
        case viewAppeared
        case viewLeft
        case subscribed
        case subscriptionEnded
        case firedWhileInactive
        /// An object that should be gone is there. Whether it leaked, the findings say.
        case stillAlive
        case lifecycleViolated
        case scopeBegan
        case settled
        case dropped
    }

    /// Nanoseconds since 1970-01-01 UTC.
    package let time: Int64
    /// The index of its process in `RunWatcher.processes`.
    package let process: Int
    package let kind: Kind
    /// The place in the tree of the object, or of the subscription's owner; nil for what has none.
    package var ribPath: String?
    /// The type of the object, or the publishers of the subscription; nil for what has none.
    package var type: String?
    /// The serial id of the object or the subscription; nil for what has none.
    package var id: UInt64?

    // What belongs to the kind; nil for the others.

    /// The part that the object plays in its RIB.
    package var objectKind: ObjectKind?
    /// The router above one that is attached or detached; the router of an interactor that becomes
    /// active or inactive; the interactor of a worker; the other object of a violation.
    package var parent: UInt64?
    /// The object that owns the subscription.
    package var owner: UInt64?
    /// How the subscription ended.
    package var end: SubscriptionEnd?
    /// What an ended subscription delivered. Its times count from the start of the recording.
    package var deliveries: ListedSubscription.Deliveries?
    /// How many values an ended subscription delivered; how many events were dropped.
    package var count: UInt64?
    /// Nanoseconds from the owner's deactivation to the value; for how long it should be gone.
    package var after: UInt64?
    package var violation: LifecycleViolation?
    package var reason: SettleReason?
    /// The name of the test that began or was judged.
    package var test: String?

    package init(_ kind: Kind, at time: Int64, process: Int) {
        self.kind = kind
        self.time = time
        self.process = process
    }
}
