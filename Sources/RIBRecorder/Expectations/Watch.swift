// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The watch on an object that should be freed, which it does not retain.
struct Watch {
    let token: ExpectationToken
    /// When the watch began, in nanoseconds on the recorder's clock.
    let since: UInt64
    var conditions: Expectations.Conditions
    /// Whether the object was judged at its deadline.
    var isJudged = false
    /// True for an object that ends the watch in its `deinit`. So it needs no weak reference, whose
    /// side table slows down every retain and release of the object.
    let isReporting: Bool
    private let address: UnsafeMutableRawPointer
    private weak var object: AnyObject?

    init(
        _ object: AnyObject, isReporting: Bool, _ conditions: Expectations.Conditions,
        _ token: ExpectationToken, since: UInt64
    ) {
        (self.token, self.since, self.conditions) = (token, since, conditions)
        self.isReporting = isReporting
        address = Unmanaged.passUnretained(object).toOpaque()
        if !isReporting { self.object = object }
    }

    /// The object as it is now; nil if it was freed or is being freed.
    ///
    /// Call it under the lock that ends the watch. An object that reports its end may be in its
    /// `deinit`, which then waits for that lock, but its memory is still there.
    ///
    /// - Parameters:
    ///   - since: When the object should have been gone, if not when the watch began.
    ///   - now: On the same clock.
    ///   - served: The last expectation for which the main queue has run.
    ///   - held: Receives the object, if looking at it retains it.
    func look(
        since: UInt64? = nil, at now: UInt64, served: UInt64, holding held: inout [AnyObject]
    ) -> Expectations.Survivor? {
        let type: ObjectIdentifier
        if isReporting {
            guard let living = ObjectReference.livingType(address) else { return nil }
            type = living
        } else {
            guard let object else { return nil }
            held.append(object)
            type = ObjectIdentifier(Swift.type(of: object))
        }
        let expectedFor = now - min(now, since ?? self.since)
        return Expectations.Survivor(
            token: token, scope: conditions.scope, mainQueueRan: token.mainQueueRan(upTo: served),
            expectedFor: expectedFor, type: type, address: UInt(bitPattern: address),
            isHeld: !isReporting,
            mayBeJudged: !conditions.isPatient || expectedFor >= conditions.limit)
    }
}
