// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    extension SubscriptionTracker: _Introspection {
        func willReceive<Upstream: Publisher, Downstream: Subscriber>(
            publisher: Upstream, subscriber: Downstream
        ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
            guard let thread else { return }
            let (id, type) = (subscriber.combineIdentifier, Downstream.self)
            let role = thread.role(of: type)
            guard role.entersItself || Self.isEnd(role, in: thread.innermost) else {
                return subscribeOperator(id, type, role, to: Upstream.self, in: thread)
            }
            let object = role.isObject ? subscriber as AnyObject : nil
            let making =
                role.entersItself
                ? (subscriber as? any RecordedSubscriber)?.owner.map {
                    FollowedSubscription(id: id, owner: $0, object: object)
                } : made(id, type, by: Upstream.self, role.isKnownEnd, object, in: thread)
            follow(id, type, making, in: thread)
            if role.feedsSubject { noteSubject(fedBy: subscriber, id) }
        }

        /// Notes the subject that a subscriber of the library feeds. Only a mirror shows it.
        private func noteSubject(fedBy subscriber: Any, _ id: CombineIdentifier) {
            let field = Mirror(reflecting: subscriber).children.first { $0.label == "subject" }
            guard let subject = field?.value as? any Subject else { return }
            let object = subject as AnyObject
            subscribers.withLock { $0[id]?.setSubject(object) }
            // Not released under the lock: this may be the last reference.
            withExtendedLifetime(object) {}
        }

        func didReceive<Upstream: Publisher, Downstream: Subscriber>(
            publisher: Upstream, subscriber: Downstream
        ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
            if let made = thread?.end(Downstream.self, isDelivery: false) { enterOrForget(made) }
        }

        func willReceive<Downstream: Subscriber>(
            subscriber: Downstream, subscription: any Subscription
        ) {
            guard let thread else { return }
            if let call = thread.innermost {
                call.making?.chain?.note(subscription: type(of: subscription), level: call.level)
            }
            guard thread.role(of: Downstream.self).mayBeEnd else { return }
            connect(subscriber.combineIdentifier, subscription)
        }

        func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input) {
            guard let thread else { return }
            let role = beginDelivery(to: Downstream.self, in: thread)
            if role.mayBeEnd { deliver(to: subscriber.combineIdentifier, in: thread) }
        }

        func didReceive<Downstream: Subscriber>(
            subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand
        ) {
            thread?.end(Downstream.self, isDelivery: true)
        }

        func willReceive<Downstream: Subscriber>(
            subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
        ) {
            guard let thread, beginDelivery(to: Downstream.self, in: thread).mayBeEnd else {
                return
            }
            complete(subscriber.combineIdentifier, completion.end, in: thread)
        }

        func didReceive<Downstream: Subscriber>(
            subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
        ) {
            thread?.end(Downstream.self, isDelivery: true)
        }

        private func beginDelivery(
            to subscriber: Any.Type, in thread: TrackedThread
        ) -> SubscriberRole {
            let role = thread.role(of: subscriber)
            thread.begin(
                TrackedCall(
                    type: ObjectIdentifier(subscriber), role: role, owner: recorder.currentOwner))
            return role
        }

        func willCancel(subscription: any Subscription) { cancel(subscription.combineIdentifier) }

        /// A subscription for the current owner, or for the owner that the subscriber or the task
        /// captures. If none is found, it is unowned, provided those are entered too.
        private func made(
            _ id: CombineIdentifier, _ type: Any.Type, by publisher: Any.Type, _ isKnownEnd: Bool,
            _ object: AnyObject?, in thread: TrackedThread
        ) -> FollowedSubscription? {
            let known = knownOwner(in: thread)
            guard known != nil || recorder.takesUnowned else { return nil }
            let made = FollowedSubscription(
                id: id, owner: known ?? .unowned, object: object,
                attribution: known == nil ? .unowned : .current,
                chain: SubscriptionChain(subscriber: type, publisher: publisher))
            if known == nil { findOwner(of: made, capturedBy: isKnownEnd ? object : nil) }
            return made
        }

        /// Begins following a subscription, or without one, only forgets the previous one with this
        /// identifier.
        private func follow(
            _ id: CombineIdentifier, _ type: Any.Type, _ making: FollowedSubscription?,
            in thread: TrackedThread
        ) {
            var call = TrackedCall(type: ObjectIdentifier(type), id: id)
            if let making {
                if add(making) { call.making = making }
            } else {
                forget(id)
            }
            thread.begin(call)
        }

        /// - Returns: False when it is not followed, because the tracker has stopped.
        private func add(_ subscriber: FollowedSubscription) -> Bool {
            let (previous, isSweepDue, isClosed) = subscribers.withLock { subscribers in
                let isSweepDue = subscribers.isSweepDue
                // Another thread may have added it while the tracker stopped.
                return (subscribers.add(subscriber), isSweepDue, subscribers.followed.isClosed)
            }
            if let previous { recorder.ended(previous, .cancelled) }
            if isSweepDue { sweep() }
            return !isClosed
        }

        /// Ends the subscriber that had this identifier before.
        private func forget(_ id: CombineIdentifier) {
            subscribers.withLock { $0.remove(id) }.map { recorder.ended($0, .cancelled) }
        }

        func subscribeOperator(
            _ id: CombineIdentifier, _ type: Any.Type, _ role: SubscriberRole,
            to publisher: Any.Type, in thread: TrackedThread
        ) {
            // An operator that passes on its own subscriber reports it with the same identifier.
            let isPassedOn = thread.isSubscribing(id)
            // The previous object at this address may have been followed as a value that took its
            // identifier from the object. This matters for the project's own operators.
            if !isPassedOn, role.isObject, role.mayBeEnd { forget(id) }
            var call = TrackedCall(type: ObjectIdentifier(type), id: id, level: 1)
            // The upstream of a shared publisher is not part of this subscriber's chain.
            if let outer = thread.innermost, let making = outer.making, !role.feedsSubject {
                (call.making, call.level) = (making, outer.level + 1)
                making.chain?.note(
                    subscriber: isPassedOn ? nil : type, publisher: publisher, level: call.level)
            }
            thread.begin(call)
        }

        func connect(_ id: CombineIdentifier, _ subscription: any Subscription) {
            let subscriptionID = subscription.combineIdentifier
            let lacksLifetimeObject = subscribers.withLock {
                $0.connect(id, subscription: subscriptionID)
            }
            guard lacksLifetimeObject, type(of: subscription) is AnyClass else { return }
            let object = subscription as AnyObject
            subscribers.withLock { $0[id]?.setLifetimeObject(object) }
            withExtendedLifetime(object) {}
        }

        /// Whether a subscriber wants the values for itself and does not pass them on.
        static func isEnd(_ role: SubscriberRole, in call: TrackedCall?) -> Bool {
            if role.wantsValues { return true }
            // An operator that receives a value subscribes for its downstream, like `flatMap`.
            if let call,
                !call.isDelivery || call.receiver == nil && call.role?.wantsValues != true
            {
                return false
            }
            return !role.isOperatorPart
        }

        /// The owner of a subscription made now; nil when none can be found.
        private func knownOwner(in thread: TrackedThread) -> Activity? {
            guard let current = recorder.currentOwner else { return nil }
            let call = thread.innermost
            // Where the owner's code only caused a delivery, what the subscriber does with it does
            // not belong to that owner.
            let isCause =
                call?.isDelivery == true && call?.owner === current && call?.receiver !== current
            return isCause ? nil : current
        }
    }
#endif
