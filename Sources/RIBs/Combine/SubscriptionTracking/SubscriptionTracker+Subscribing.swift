// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// What becomes of a `subscribe`.
    extension SubscriptionTracker {
        /// Begins following a subscriber for the current owner, or for the owner that it or the
        /// running task captures. If none is found, it is unowned, provided those are entered too.
        ///
        /// - Parameters:
        ///   - type: The type of the subscriber.
        ///   - publisher: The type of the publisher.
        ///   - object: The subscriber, if it is an object.
        func subscribeEnd(
            _ id: CombineIdentifier, _ type: Any.Type, _ role: SubscriberRole,
            to publisher: Any.Type, object: UnsafeMutableRawPointer?, in frames: TrackingFrames
        ) {
            if let known = knownOwner(in: frames) {
                follow(
                    id, type, to: publisher, owner: known, attribution: .current, object: object,
                    in: frames)
            } else if !recorder.takesUnowned {
                follow(
                    id, type, to: publisher, owner: nil, attribution: nil, object: object,
                    in: frames)
            } else {
                let subscriber = role.contains(.knownEnd) ? object : nil
                let seen = recorder.capturedOwner(by: subscriber, task: CurrentTask.address)
                var (owner, attribution) = (Activity.unowned, SubscriptionAttribution.unowned)
                if case .owner(let found, let how) = seen { (owner, attribution) = (found, how) }
                follow(
                    id, type, to: publisher, owner: .passUnretained(owner),
                    attribution: attribution, object: object, in: frames)
                withExtendedLifetime(owner) {}
                if case .unknown = seen { frames.top?.making?.awaitsOwner = true }
            }
        }

        /// Begins following a subscriber that enters the ledger itself, or only forgets the
        /// previous subscriber with this identifier.
        ///
        /// - Parameters:
        ///   - type: The type of the subscriber.
        ///   - publisher: The type of the publisher.
        ///   - owner: The owner of the subscription; nil when it is not to be followed.
        ///   - object: The subscriber, if it is an object.
        func subscribeLedgered(
            _ id: CombineIdentifier, _ type: Any.Type, to publisher: Any.Type, owner: Activity?,
            object: UnsafeMutableRawPointer?, in frames: TrackingFrames
        ) {
            follow(
                id, type, to: publisher, owner: owner.map { .passUnretained($0) },
                attribution: nil, object: object, in: frames)
            withExtendedLifetime(owner) {}
        }

        /// - Parameters:
        ///   - owner: Nil when the subscriber is not to be followed.
        ///   - attribution: How the owner is known; nil for a subscriber that enters itself.
        private func follow(
            _ id: CombineIdentifier, _ type: Any.Type, to publisher: Any.Type,
            owner: Unmanaged<Activity>?, attribution: SubscriptionAttribution?,
            object: UnsafeMutableRawPointer?, in frames: TrackingFrames
        ) {
            guard let subscriber = follow(id, owner: owner, object: object, in: frames) else {
                frames.push(.subscribing(type, id, making: nil, level: 0))
                return
            }
            let making = frames.takeSpare()
            making.begin(subscriber, type, to: publisher, attribution: attribution)
            frames.push(.subscribing(type, id, making: making, level: 0))
        }

        /// - Returns: The retained subscriber; nil when it is not followed.
        private func follow(
            _ id: CombineIdentifier, owner: Unmanaged<Activity>?, object: UnsafeMutableRawPointer?,
            in frames: TrackingFrames
        ) -> Unmanaged<FollowedSubscriber>? {
            guard let owner else {
                forget(id)
                return nil
            }
            // For the subscription that is being made.
            let added = owner._withUnsafeGuaranteedRef {
                frames.follow(id, owner: $0, object: object)
            }
            var previous: FollowedSubscriber?
            var (isSweepDue, isClosed) = (false, false)
            subscribers.withLock { subscribers in
                isSweepDue = subscribers.isSweepDue
                // Another thread may have added it while the tracker stopped.
                isClosed = subscribers.isClosed
                previous = subscribers.add(added, as: id)
            }
            if let entry = previous?.entry { recorder.ended(entry, .cancelled) }
            if isSweepDue { sweep() }
            if !isClosed { return added }
            added.release()
            return nil
        }

        /// Ends the subscriber that had this identifier before.
        private func forget(_ id: CombineIdentifier) {
            let previous = subscribers.withLock { $0.remove(id) }
            if let entry = previous?.entry { recorder.ended(entry, .cancelled) }
        }

        /// Notes that an operator subscribes to its upstream.
        func subscribeOperator(
            _ id: CombineIdentifier, _ type: Any.Type, _ role: SubscriberRole,
            to publisher: Any.Type, in frames: TrackingFrames
        ) {
            // An operator that passes on its own subscriber reports it with the same identifier.
            let isPassedOn = frames.isSubscribing(id)
            // The previous object at this address may have been followed as a value that took its
            // identifier from the object. This matters for the project's own operators.
            if !isPassedOn, role.contains(.object), role.mayBeEnd { forget(id) }
            guard let top = frames.top, let making = top.making,
                // The upstream of a shared publisher is not part of this subscriber's chain.
                !role.contains(.subject)
            else {
                frames.push(.subscribing(type, id, making: nil, level: 1))
                return
            }
            making.note(
                subscriber: isPassedOn ? nil : type, publisher: publisher, level: top.level + 1)
            frames.push(.subscribing(type, id, making: making, level: top.level + 1))
        }

        /// Notes which subscription cancels a subscriber.
        func connect(_ id: CombineIdentifier, _ subscription: any Subscription) {
            let subscriptionID = subscription.combineIdentifier
            let lacksLifetimeObject = subscribers.withLock {
                $0.connect(id, subscription: subscriptionID)
            }
            guard lacksLifetimeObject, type(of: subscription) is AnyClass else { return }
            let object = subscription as AnyObject
            subscribers.withLock { subscribers in
                subscribers.with(id) {
                    $0.setLifetimeObject(Unmanaged.passUnretained(object).toOpaque())
                }
            }
            withExtendedLifetime(object) {}
        }

        /// Whether a subscriber wants the values for itself and does not pass them on.
        ///
        /// - Parameter frame: The call in which it subscribes.
        static func isEnd(_ role: SubscriberRole, in frame: TrackingFrame?) -> Bool {
            if role.contains(.wantsValues) { return true }
            if let frame {
                if frame.kind == .subscribing { return false }
                // An operator that receives a value subscribes for its downstream, like `flatMap`.
                if frame.follower == .notFollowed, !frame.role.contains(.wantsValues) {
                    return false
                }
            }
            return !role.contains(.operatorPart)
        }

        /// The owner of a subscription made now; nil when none can be found.
        private func knownOwner(in frames: TrackingFrames) -> Unmanaged<Activity>? {
            guard let current = recorder.currentOwner else { return nil }
            if let frame = frames.top, frame.kind == .delivering,
                frame.owner == UnsafeRawPointer(current.toOpaque()), frame.follower != .owner
            {
                // The owner's code only caused a delivery. What the subscriber does with it does
                // not belong to that owner.
                return nil
            }
            return current
        }
    }
#endif
