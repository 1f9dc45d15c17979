// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// One subscription in the list of a run.
///
/// Times are nanoseconds since recording began.
package struct ListedSubscription: Equatable, Sendable {
    /// The owner of a subscription.
    package struct Owner: Equatable, Sendable {
        package let id: UInt64
        package let type: String
        /// Its place in the tree at the end of the trace.
        package let ribPath: String
    }

    /// The values it delivered, as far as the trace records them.
    package struct Deliveries: Equatable, Sendable {
        package let whileActive: UInt64
        package let whileInactive: UInt64
        /// When the first value came; nil before it.
        package let first: UInt64?
        /// When the last value came; nil before the first.
        package let last: UInt64?
    }

    package let id: UInt64
    /// Nil when no owner is known.
    package let owner: Owner?
    /// The publishers it came through.
    package let chain: String
    /// How its owner is known.
    package let attribution: SubscriptionAttribution
    /// What binds it to its owner's activity.
    package let confinement: SubscriptionConfinement
    package let madeAt: UInt64
    /// The innermost frame of the project that made it; nil when no stack shows it.
    package var place: StackFrame?
    /// Nil when the trace ends before they are recorded.
    package let deliveries: Deliveries?
    /// True when it delivered a value while its owner was inactive or gone.
    package var firedWhileInactive = false
    /// How it ended; nil while it is alive.
    package var end: SubscriptionEnd?
    /// Nil while it is alive.
    package var endedAt: UInt64?
}

/// The data from the events of one recorded subscription.
struct SubscriptionEntry {
    private(set) var ownerID: ObjectID
    let chain: StringID
    let stack: StackID
    private(set) var attribution: SubscriptionAttribution
    let confinement: SubscriptionConfinement
    /// On the trace's clock.
    let madeAt: UInt64
    /// The last recorded count of delivered values; nil while none was recorded.
    private(set) var counts: DeliveryCounts?
    /// How it ended; nil while it has not.
    private(set) var end: SubscriptionEnd?
    /// When it ended, on the trace's clock.
    private(set) var endedAt: UInt64 = 0

    /// - Returns: Nil for any event but a `subscribed`.
    init?(_ timed: TimedEvent) {
        guard
            case .subscribed(
                _, let owner, _, let chain, let stack, let attribution, let confinement) = timed
                .event
        else { return nil }
        (ownerID, self.attribution, madeAt) = (owner, attribution, timed.timestamp)
        (self.chain, self.stack, self.confinement) = (chain, stack, confinement)
    }

    /// Takes a later event of the same subscription.
    mutating func apply(_ timed: TimedEvent) {
        switch timed.event {
        case .subscriptionOwned(_, let owner, _, let evidence):
            // An explicit owner, named by the code, is kept.
            if attribution != .explicit { (ownerID, attribution) = (owner, evidence) }
        case .stillSubscribed(_, let delivered): counts = delivered
        case .subscriptionEnded(_, let end, let delivered):
            (counts, self.end, endedAt) = (delivered, end, timed.timestamp)
        default: break  // says nothing about it, or only its first inactive value
        }
    }

    /// A copy with another owner or none, for another reason.
    func given(to owner: ObjectID, _ attribution: SubscriptionAttribution) -> SubscriptionEntry {
        var line = self
        (line.ownerID, line.attribution) = (owner, attribution)
        return line
    }
}

extension StackAttribution {
    /// The entry as the stack attributes it; nil when the stack changes nothing.
    ///
    /// A subscription that another RIB's code made while the owner was running becomes unowned.
    func attributed(_ line: SubscriptionEntry, _ id: SubscriptionID) -> SubscriptionEntry? {
        switch line.attribution {
        case .unowned: owner(of: id).map { line.given(to: $0, .made) }
        case .current
        where isOfAnotherRIB(line.stack, than: line.ownerID):
            line.given(to: .none, .disputed)
        default: nil
        }
    }
}
