#if !canImport(Combine)
    import RIBRecorder

    /// What becomes of a `subscribe`.
    extension SubscriptionTracker {
        /// Begins following a subscriber for the one who owns what is made now: nobody, when none can
        /// be found and those are taken too.
        ///
        /// - Parameters:
        ///   - type: The type of the subscriber.
        ///   - publisher: The type of the publisher.
        ///   - object: The subscriber, if it is an object.
        func subscribeEnd(
            _ id: CombineIdentifier, _ type: Any.Type, to publisher: Any.Type,
            object: () -> AnyObject?, in frames: TrackingFrames
        ) {
            let known = knownOwner(in: frames)
            let owner = known ?? (ledger.takesUnowned ? .nobodys : nil)
            let subscriber = follow(id, owner: owner, object: owner == nil ? nil : object())
            guard let subscriber else {
                frames.push(.subscribing(type, id, making: nil, level: 0))
                return
            }
            let making = frames.takeSpare()
            making.begin(
                subscriber, type, to: publisher, attribution: known == nil ? .unowned : .current)
            frames.push(.subscribing(type, id, making: making, level: 0))
        }

        /// Begins following a subscriber that enters itself, or only pushes aside what had its
        /// identifier.
        ///
        /// - Parameters:
        ///   - type: The type of the subscriber.
        ///   - publisher: The type of the publisher.
        ///   - owner: Whose subscription it is; nil when it is not to be followed.
        func subscribeLedgered(
            _ id: CombineIdentifier, _ type: Any.Type, to publisher: Any.Type, owner: Activity?,
            in frames: TrackingFrames
        ) {
            guard let subscriber = follow(id, owner: owner, object: nil) else {
                frames.push(.subscribing(type, id, making: nil, level: 0))
                return
            }
            let making = frames.takeSpare()
            making.begin(subscriber, type, to: publisher, attribution: nil)
            frames.push(.subscribing(type, id, making: making, level: 0))
        }

        /// - Returns: Nil when it is not followed.
        private func follow(
            _ id: CombineIdentifier, owner: Activity?, object: AnyObject?
        ) -> FollowedSubscriber? {
            var previous: FollowedSubscriber?
            var subscriber: FollowedSubscriber?
            var isSweepDue = false
            subscribers.withLock { subscribers in
                previous = subscribers.remove(id)
                // Another thread may have heard of it while this was stopped.
                guard let owner, !subscribers.isClosed else { return }
                isSweepDue = subscribers.isSweepDue
                let added = FollowedSubscriber(
                    id: id, owner: owner,
                    presence: object.map {
                        subscribers.needsWitnesses ? .witness(WeakReference($0)) : .object
                    } ?? .unknown)
                subscribers.add(added)
                subscriber = added
            }
            if let entry = previous?.entry { ledger.ended(entry, .cancelled) }
            if isSweepDue { sweep() }
            return subscriber
        }

        /// Notes that an operator subscribes to its upstream.
        func subscribeOperator(
            _ id: CombineIdentifier, _ type: Any.Type, _ role: SubscriberRole,
            to publisher: Any.Type, in frames: TrackingFrames
        ) {
            // An operator that passes its own subscriber on shows it with the same identifier.
            let isPassedOn = frames.isSubscribing(id)
            if !isPassedOn, role.contains(.object) {
                _ = follow(id, owner: nil, object: nil)
            }
            guard let top = frames.top, let making = top.making,
                // The upstream of a shared publisher is not this subscriber's affair.
                !role.contains(.subject)
            else {
                frames.push(.subscribing(type, id, making: nil, level: 1))
                return
            }
            making.note(
                subscriber: isPassedOn ? nil : type, publisher: publisher, level: top.level + 1)
            frames.push(.subscribing(type, id, making: making, level: top.level + 1))
        }

        /// Notes by which subscription a subscriber can be cancelled.
        func connect(_ id: CombineIdentifier, _ subscription: any Subscription) {
            let subscriptionID = subscription.combineIdentifier
            let unwitnessed = subscribers.withLock { $0.connect(id, subscription: subscriptionID) }
            guard let unwitnessed, type(of: subscription) is AnyClass else { return }
            let witness = WeakReference(subscription as AnyObject)
            subscribers.withLock { _ in unwitnessed.presence = .witness(witness) }
        }

        /// Whether a subscriber wants the values itself, rather than for another one.
        ///
        /// - Parameter frame: The call in which it subscribes.
        static func isEnd(_ role: SubscriberRole, in frame: TrackingFrame?) -> Bool {
            if role.contains(.wantsValues) { return true }
            if let frame {
                if frame.kind == .subscribing { return false }
                // An operator that receives a value subscribes for its downstream, as `flatMap`.
                if frame.follower == .nobody, !frame.role.contains(.wantsValues) { return false }
            }
            return !role.contains(.operatorPart)
        }

        /// Whose a subscription is that is made now; nil when no owner can be found.
        private func knownOwner(in frames: TrackingFrames) -> Activity? {
            guard let current = ledger.currentOwner else { return nil }
            if let frame = frames.top, frame.kind == .delivering,
                frame.owner == UnsafeRawPointer(current.toOpaque()), frame.follower != .owner
            {
                // The owner's code only caused a delivery. What the subscriber does with it is its
                // own affair.
                return nil
            }
            return current.takeUnretainedValue()
        }
    }
#endif
