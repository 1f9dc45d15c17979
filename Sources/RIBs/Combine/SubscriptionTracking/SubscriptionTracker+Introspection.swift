// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    extension SubscriptionTracker: _Introspection {
        func willReceive<Upstream: Publisher, Downstream: Subscriber>(
            publisher: Upstream, subscriber: Downstream
        ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
            guard let thread else { return }
            let (id, type) = (subscriber.combineIdentifier, Downstream.self)
            let role = thread.role(of: type)
            var object: AnyObject? { role.isObject ? subscriber as AnyObject : nil }
            if role.entersItself {
                let owner = (subscriber as? any RecordedSubscriber)?.owner
                follow(
                    id, type, to: Upstream.self, owner: owner, attribution: nil, object: object,
                    in: thread)
            } else if Self.isEnd(role, in: thread.innermost) {
                subscribeEnd(id, type, role, to: Upstream.self, object: object, in: thread)
                if role.feedsSubject { noteSubject(fedBy: subscriber, id) }
            } else {
                subscribeOperator(id, type, role, to: Upstream.self, in: thread)
            }
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
    }
#endif
