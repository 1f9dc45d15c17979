// SPDX-License-Identifier: Apache-2.0

extension TraceEvent {
    /// What stands in an event's header to say which event it is. Never renumber one.
    package enum Record: UInt16, CaseIterable, Sendable {
        case stringDefined = 1
        case imageDefined = 2
        case stackDefined = 3
        case objectCreated = 4
        case objectDestroyed = 5
        case owned = 6
        case launched = 7
        case attached = 8
        case detached = 9
        case loaded = 10
        case activated = 11
        case deactivated = 12
        case viewAppeared = 13
        case viewLeft = 14
        case subscribed = 15
        case firedWhileInactive = 16
        case subscriptionEnded = 17
        case scopeBegan = 18
        case stillAlive = 19
        case stillSubscribed = 20
        case settled = 21
        case supertypeDefined = 22
        case dropped = 23
        case lifecycleViolated = 24
        case workerStarted = 25
        case workerStopped = 26
        case placed = 27
        case retainStep = 28
        case retained = 29
        case subscriptionOwned = 30
        case grew = 31
        case growthMeasured = 32
        case budgetSpent = 33
        case asserted = 34
        case stackContinued = 35
    }
}

extension TraceEvent.Record {
    /// What such an event tells of.
    var eventClass: EventClass {
        switch self {
        case .firedWhileInactive, .stillSubscribed: .values
        case .subscribed, .subscriptionEnded, .subscriptionOwned: .subscriptions
        case .objectCreated, .objectDestroyed, .owned, .launched, .attached, .detached, .loaded,
            .activated, .deactivated, .viewAppeared, .viewLeft, .lifecycleViolated, .workerStarted,
            .workerStopped, .retainStep, .retained, .grew, .growthMeasured:
            .lifecycle
        case .stringDefined, .imageDefined, .stackDefined, .stackContinued, .supertypeDefined,
            .scopeBegan, .stillAlive, .settled, .dropped, .placed, .asserted, .budgetSpent:
            .essential
        }
    }
}
