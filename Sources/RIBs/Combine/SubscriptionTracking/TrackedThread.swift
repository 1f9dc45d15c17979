// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// What a tracker knows of one thread, which alone uses it. `SubscriptionTracker+Introspection`
    /// begins and ends the calls, as the stream library reports them.
    final class TrackedThread {
        /// The calls of the stream library that the thread is in, innermost last.
        private(set) var calls: [TrackedCall] = []
        /// The owner of the subscription that the thread entered last, and whether that owner was
        /// active then. Nil once the owner has claimed the subscription.
        var lastEntered: (owner: ObjectID, wasActive: Bool)?
        /// The owner while `confineTo` delivers a value that it let through when that was active.
        var letsThrough: Activity?
        /// A cache: reading a name takes thousands of instructions, and each operator of each chain
        /// needs its role. A process has only as many types of subscribers as its code.
        private var roles: [ObjectIdentifier: SubscriberRole] = [:]

        func role(of subscriber: Any.Type) -> SubscriberRole {
            let key = ObjectIdentifier(subscriber)
            if let known = roles[key] { return known }
            let role = SubscriberRole(subscriber)
            roles[key] = role
            return role
        }

        var innermost: TrackedCall? { calls.last }

        func begin(_ call: TrackedCall) { calls.append(call) }

        /// Ends the innermost delivery, or else `subscribe`, with a subscriber of that type. Calls
        /// end in reverse, so the type is enough to find one. One that is not found began before
        /// tracking did; those above the found one have ended without a report.
        ///
        /// - Returns: The subscription, if the call made the whole of it.
        @discardableResult
        func end(_ type: Any.Type, isDelivery: Bool) -> FollowedSubscription? {
            let type = ObjectIdentifier(type)
            let index = calls.lastIndex { $0.type == type && $0.isDelivery == isDelivery }
            guard let index else { return nil }
            let made = calls[index].madeWhole
            calls.removeLast(calls.count - index)
            return made
        }

        /// Notes for whom the innermost call delivers, if the library reported a call.
        func noteReceiver(ownedBy owner: Activity) {
            if let last = calls.indices.last { calls[last].receiver = owner }
        }

        /// Notes that the innermost call delivers to an inactive owner.
        func noteFiring(for owner: Activity) {
            if let last = calls.indices.last { calls[last].inactiveOwner = owner }
        }

        /// Whether a call around the innermost one delivers for the same inactive owner.
        func isFed(for owner: Activity) -> Bool {
            calls.dropLast().contains { $0.inactiveOwner === owner }
        }

        func making(_ id: CombineIdentifier) -> FollowedSubscription? {
            calls.last { $0.id == id && $0.madeWhole != nil }?.making
        }

        func isSubscribing(_ id: CombineIdentifier) -> Bool { calls.contains { $0.id == id } }
    }

    /// One call of the stream library: it gives a subscriber to a publisher, or something to that.
    struct TrackedCall {
        let type: ObjectIdentifier

        /// The subscriber that is being given to a publisher.
        var id: CombineIdentifier?
        /// The subscription that is being made; nil if it has no owner.
        var making: FollowedSubscription?
        /// How many operators lie between the publisher and the end of the chain.
        var level = 0

        /// The role of the subscriber that is being given a value.
        var role: SubscriberRole?
        /// The owner of the thread's subscriptions when the delivery began.
        var owner: Activity?
        /// The owner of the subscriber that is being given a value; nil if it is not followed.
        var receiver: Activity?
        /// That owner, if it is inactive.
        var inactiveOwner: Activity?

        /// Whether a subscriber is given a value or a completion, and not to a publisher.
        var isDelivery: Bool { role != nil }

        /// The subscription, if this call makes the whole of it, not just an operator's part.
        var madeWhole: FollowedSubscription? { level == 0 ? making : nil }
    }

    /// The role of a subscriber, as far as its type shows it.
    struct SubscriberRole {
        /// A part of an operator, not something that wants the values itself.
        let isOperatorPart: Bool
        let feedsSubject: Bool
        /// Like `Sink` and `Assign`: it can be cancelled, but passes no subscription on.
        let wantsValues: Bool
        let entersItself: Bool
        let isObject: Bool
        /// The stream library's own `Sink` or `Assign`, whose fields are known.
        let isKnownEnd: Bool

        init(_ type: Any.Type) {
            let name = StreamTypeName(type)
            isOperatorPart = name.isOperatorPart
            feedsSubject = name.isSubject
            wantsValues = type is any Cancellable.Type && !(type is any Subscription.Type)
            entersItself = type is any RecordedSubscriber.Type
            isObject = type is AnyClass
            isKnownEnd = name.isKnownEnd
        }

        /// Whether it may be the end of a chain, and so may be followed.
        var mayBeEnd: Bool { !isOperatorPart || wantsValues || entersItself }
    }
#endif
