// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Identifies one expectation. Cancelling it leaves a later one of the same object in place.
package struct ExpectationToken: Equatable, Sendable {
    let id: ObjectID
    /// The place in the order in which expectations began.
    let number: UInt64
}

/// How long released objects may take to be freed, in nanoseconds, as in uber/RIBs.
package enum ExpectationTime {
    package static let object: UInt64 = 1_000_000_000
    /// For views, which an animation may hold.
    package static let view: UInt64 = 5_000_000_000

    /// Converts seconds to nanoseconds. A negative time and NaN become 0.
    package static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(exactly: (max(seconds, 0) * 1e9).rounded(.up))
            ?? (seconds > 0 ? .max : 0)
    }
}

/// The watch on an object that should be freed, which it does not retain.
struct Watch {
    let token: ExpectationToken
    var conditions: Expectations.Conditions
    /// When the watch began, in nanoseconds on the recorder's clock.
    let since: UInt64
    /// The running time since which the object has certainly been expected to go.
    var countedSince: UInt64 = 0
    /// Whether the object was judged at its deadline.
    var isJudged = false
    /// The best explanation in the trace of why it is alive.
    var explanation: ExplanationQuality?
    /// Whether a search for what keeps it alive is to come or under way.
    var isSought = false
    /// The return addresses of what let it go, while the leak detector waits for an answer.
    var callers: [UInt]?
    /// What the leak detector has not fetched yet.
    var answer: SurvivorAnswer?
    private let address: UInt
    /// Nil for an object that reports its end. A weak reference's side table would slow down every
    /// retain and release of it.
    private weak var object: AnyObject?

    init(
        _ object: AnyObject, _ conditions: Expectations.Conditions, _ token: ExpectationToken,
        since: UInt64
    ) {
        (self.token, self.conditions, self.since) = (token, conditions, since)
        address = ObjectReference.address(of: object)
        if !conditions.isReporting { self.object = object }
    }

    /// The object as it is now; nil if it was freed or is being freed. `held` receives it, if
    /// looking at it retains it. `served` is the last expectation for which the main queue has run.
    ///
    /// Call it under the lock that ends the watch. An object that reports its end may be in its
    /// `deinit`, which then waits for that lock, but its memory is still there.
    func look(
        since start: UInt64, at now: UInt64, served: UInt64, holding held: inout [AnyObject]
    ) -> Expectations.Survivor? {
        let type: ObjectIdentifier
        if conditions.isReporting {
            guard let living = ObjectReference.livingType(at: address) else { return nil }
            type = living
        } else {
            guard let object else { return nil }
            held.append(object)
            type = ObjectIdentifier(Swift.type(of: object))
        }
        return Expectations.Survivor(
            token: token, conditions: conditions, mainQueueRan: token.number <= served,
            expectedFor: now - min(now, start), type: type, address: address)
    }
}
