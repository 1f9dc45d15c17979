// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    extension SubscriptionTracker: _Introspection {
        func willReceive<Upstream: Publisher, Downstream: Subscriber>(
            publisher: Upstream, subscriber: Downstream
        ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
            guard let frames else { return }
            let (id, type) = (subscriber.combineIdentifier, Downstream.self)
            let role = frames.role(of: type)
            // Safe: a value of a class is the address of an object. A cast would look up how to
            // bridge it.
            let object =
                role.contains(.object)
                ? unsafeBitCast(subscriber, to: UnsafeMutableRawPointer.self) : nil
            if role.contains(.ledgered) {
                subscribeLedgered(
                    id, type, to: Upstream.self,
                    owner: (subscriber as? any RecordedSubscriber)?.owner, object: object,
                    in: frames)
            } else if Self.isEnd(role, in: frames.top) {
                subscribeEnd(id, type, role, to: Upstream.self, object: object, in: frames)
                if role.contains(.subject) { noteSubject(fedBy: subscriber, id) }
            } else {
                subscribeOperator(id, type, role, to: Upstream.self, in: frames)
            }
        }

        /// Notes the subject that an OpenCombine subscriber feeds. Only a mirror shows it.
        private func noteSubject(fedBy subscriber: Any, _ id: CombineIdentifier) {
            let fields = Mirror(reflecting: subscriber).children
            guard let field = fields.first(where: { $0.label == "subject" }),
                let subject = field.value as? any Subject
            else { return }
            let object = Unmanaged.passUnretained(subject as AnyObject).toOpaque()
            subscribers.withLock { subscribers in
                subscribers.with(id) { $0.setSubject(object) }
            }
            withExtendedLifetime(subject) {}
        }

        func didReceive<Upstream: Publisher, Downstream: Subscriber>(
            publisher: Upstream, subscriber: Downstream
        ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
            guard let frames else { return }
            guard let made = frames.pop(Downstream.self, .subscribing) else { return }
            enter(made, in: frames)
            frames.giveSpare(made)
        }

        func willReceive<Downstream: Subscriber>(
            subscriber: Downstream, subscription: any Subscription
        ) {
            guard let frames else { return }
            // Reads the type only where it is needed, because that takes as long as a look-up.
            if let (making, level) = frames.makingAtTop, making.lacksSubscription(level: level) {
                making.note(subscription: type(of: subscription), level: level)
            }
            guard frames.role(of: Downstream.self).mayBeEnd else { return }
            connect(subscriber.combineIdentifier, subscription)
        }

        func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input) {
            guard let frames else { return }
            let role = frames.role(of: Downstream.self)
            let frame = frames.push(
                .delivering(Downstream.self, role, owner: recorder.currentOwner))
            if role.mayBeEnd { deliver(to: subscriber.combineIdentifier, frame, in: frames) }
        }

        func didReceive<Downstream: Subscriber>(
            subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand
        ) {
            frames?.pop(Downstream.self, .delivering)
        }

        func willReceive<Downstream: Subscriber>(
            subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
        ) {
            guard let frames else { return }
            let role = frames.role(of: Downstream.self)
            let frame = frames.push(
                .delivering(Downstream.self, role, owner: recorder.currentOwner))
            guard role.mayBeEnd else { return }
            let id = subscriber.combineIdentifier
            switch completion {
            case .finished: complete(id, .completed, frame, in: frames)
            case .failure: complete(id, .failed, frame, in: frames)
            }
        }

        func didReceive<Downstream: Subscriber>(
            subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
        ) {
            frames?.pop(Downstream.self, .delivering)
        }

        func willCancel(subscription: any Subscription) { cancel(subscription.combineIdentifier) }
    }
#endif
