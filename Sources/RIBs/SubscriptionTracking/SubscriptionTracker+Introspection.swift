#if !canImport(Combine)
    extension SubscriptionTracker: _Introspection {
        func willReceive<Upstream: Publisher, Downstream: Subscriber>(
            publisher: Upstream, subscriber: Downstream
        ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
            guard let frames = frames.current else { return }
            let id = subscriber.combineIdentifier
            let top = frames.top
            if let ledgered = subscriber as? any LedgeredSubscriber {
                let making = begin(
                    id, subscriber: Downstream.self, publisher: Upstream.self,
                    owner: ledgered.owner, witness: nil)
                making?.isEntered = true
                frames.push(.subscribing(id, making: making, level: 0))
                return
            }
            if Self.isEnd(Downstream.self, in: top) {
                let owner = owner(of: top)
                if owner != nil { sweep() }
                let making = begin(
                    id, subscriber: Downstream.self, publisher: Upstream.self, owner: owner,
                    witness: owner == nil ? nil : Self.witness(subscriber))
                frames.push(.subscribing(id, making: making, level: 0))
                return
            }
            // An operator that passes its own subscriber on shows it with the same identifier.
            let isPassedOn = frames.isSubscribing(id)
            if !isPassedOn, Downstream.self is AnyClass {
                _ = begin(
                    id, subscriber: Downstream.self, publisher: Upstream.self, owner: nil,
                    witness: nil)
            }
            guard case .subscribing(_, let making?, let level) = top,
                // The upstream of a shared publisher is not this subscriber's affair.
                !SubscriberRole.of(Downstream.self).isSubject
            else {
                frames.push(.subscribing(id, making: nil, level: 1))
                return
            }
            making.chain.note(
                subscriber: isPassedOn ? nil : Downstream.self, publisher: Upstream.self,
                level: level + 1)
            frames.push(.subscribing(id, making: making, level: level + 1))
        }

        func didReceive<Upstream: Publisher, Downstream: Subscriber>(
            publisher: Upstream, subscriber: Downstream
        ) where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
            let frame = frames.current?.pop(subscriber.combineIdentifier, isSubscribing: true)
            if case .subscribing(_, let making?, level: 0) = frame { enter(making) }
        }

        func willReceive<Downstream: Subscriber>(
            subscriber: Downstream, subscription: any Subscription
        ) {
            let id = subscriber.combineIdentifier
            if case .subscribing(_, let making?, let level) = frames.current?.top {
                making.chain.note(subscription: type(of: subscription), level: level)
            }
            guard subscribers.withLock({ $0[id] != nil }) else { return }
            let witness = Self.witness(subscription)
            subscribers.withLock {
                $0.connect(id, subscription: subscription.combineIdentifier, witness: witness)
            }
        }

        func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input) {
            guard let frames = frames.current else { return }
            let id = subscriber.combineIdentifier
            let tracked = subscribers.withLock { $0[id] }
            frames.push(
                .delivering(
                    id, subscriber: Downstream.self, follows: tracked?.owner,
                    owner: ledger.currentOwner))
            guard let tracked else { return }
            guard let entry = tracked.entry ?? entry(of: id, in: frames) else { return }
            if tracked.isSilent, frames.letsThrough === tracked.owner {
                ledger.willDeliverInTime(entry)
            } else {
                ledger.willDeliver(entry)
            }
        }

        func didReceive<Downstream: Subscriber>(
            subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand
        ) {
            _ = frames.current?.pop(subscriber.combineIdentifier, isSubscribing: false)
        }

        func willReceive<Downstream: Subscriber>(
            subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
        ) {
            guard let frames = frames.current else { return }
            let id = subscriber.combineIdentifier
            let tracked = subscribers.withLock { $0[id] }
            frames.push(
                .delivering(
                    id, subscriber: Downstream.self, follows: tracked?.owner,
                    owner: ledger.currentOwner))
            guard tracked != nil else { return }
            switch completion {
            case .finished: end(id, .completed, in: frames)
            case .failure: end(id, .failed, in: frames)
            }
        }

        func didReceive<Downstream: Subscriber>(
            subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
        ) {
            _ = frames.current?.pop(subscriber.combineIdentifier, isSubscribing: false)
        }

        func willCancel(subscription: any Subscription) {
            let id = subscription.combineIdentifier
            guard let frames = frames.current,
                let subscriber = subscribers.withLock({ $0.subscriber(ofSubscription: id) })
            else { return }
            end(subscriber, .cancelled, in: frames)
        }
    }
#endif
