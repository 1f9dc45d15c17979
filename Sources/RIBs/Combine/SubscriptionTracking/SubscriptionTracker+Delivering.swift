// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// What becomes of values, completions and cancellations.
    extension SubscriptionTracker {
        /// Counts a value that a followed subscriber receives.
        ///
        /// - Parameter frame: The frame of the delivery.
        func deliver(
            to id: CombineIdentifier, _ frame: UnsafeMutablePointer<TrackingFrame>,
            in frames: TrackingFrames
        ) {
            var delivery = Delivery.notFollowed
            subscribers.withLock { subscribers in
                subscribers.with(id) { subscriber in
                    frame.pointee.follow(subscriber.unretainedOwner)
                    delivery = count(subscriber, in: frames)
                }
            }
            switch delivery {
            case .notFollowed, .counted: break
            case .subjectGone: end(id, .cancelled, in: frames)
            case .whileInactive(let entry, let subscriber):
                deliverWhileInactive(entry, to: subscriber, frame, in: frames)
            case .beforeEntry:
                if let making = frames.making(id) { enter(making, in: frames) }
                var again = Delivery.notFollowed
                subscribers.withLock { subscribers in
                    subscribers.with(id) { again = count($0, in: frames) }
                }
                if case .whileInactive(let entry, let subscriber) = again {
                    deliverWhileInactive(entry, to: subscriber, frame, in: frames)
                }
            }
        }

        /// - Parameter frame: The frame of the delivery, the innermost one.
        private func deliverWhileInactive(
            _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer?,
            _ frame: UnsafeMutablePointer<TrackingFrame>, in frames: TrackingFrames
        ) {
            guard let activity = entry.activity else { return }
            if frames.isFed(for: activity) { return recorder.noteFed(entry) }
            frame.pointee.fire(for: activity)
            recorder.willDeliverWhileInactive(entry, to: subscriber)
        }

        private enum Delivery {
            case notFollowed
            case counted
            /// The object that the subscription fed is gone.
            case subjectGone
            /// The subscriber lives for the whole delivery.
            case whileInactive(LedgerEntry, to: UnsafeMutableRawPointer?)
            /// The subscription is not in the ledger yet.
            case beforeEntry
        }

        private func count(_ subscriber: FollowedSubscriber, in frames: TrackingFrames) -> Delivery
        {
            guard let entry = subscriber.entry else { return .beforeEntry }
            if subscriber.isSilent, frames.letsThrough === subscriber.owner {
                recorder.countInTime(entry)
                return .counted
            }
            if recorder.count(entry) { return .counted }
            if subscriber.isSubjectGone { return .subjectGone }
            return .whileInactive(entry, to: subscriber.isSilent ? nil : subscriber.object)
        }

        /// Ends a followed subscriber.
        ///
        /// - Parameter frame: The frame that delivers the completion.
        func complete(
            _ id: CombineIdentifier, _ end: SubscriptionEnd,
            _ frame: UnsafeMutablePointer<TrackingFrame>, in frames: TrackingFrames
        ) {
            let isFollowed = subscribers.withLock { subscribers in
                guard let subscriber = subscribers[id] else { return false }
                frame.pointee.follow(subscriber.unretainedOwner)
                return true
            }
            if isFollowed { self.end(id, end, in: frames) }
        }

        /// Ends the subscriber of a subscription.
        func cancel(_ subscription: CombineIdentifier) {
            let (ended, unentered) = subscribers.withLock { $0.cancel(subscription) }
            if let ended {
                // Nothing else can reach it, since it is already forgotten.
                ended._withUnsafeGuaranteedRef { subscriber in
                    guard let entry = subscriber.takeEntry() else { return }
                    recorder.ended(entry, .cancelled)
                    subscriber.giveSpare(entry)
                }
                if let existingFrames {
                    existingFrames.giveSpare(ended)
                } else {
                    ended.release()
                }
            } else if let unentered, let frames {
                end(unentered, .cancelled, in: frames)
            }
        }

        private func end(
            _ id: CombineIdentifier, _ end: SubscriptionEnd, in frames: TrackingFrames
        ) {
            enterMaking(of: id, in: frames)
            if let entry = subscribers.withLock({ $0.remove(id) })?.entry {
                recorder.ended(entry, end)
            }
        }

        /// Enters the subscription of a subscriber if this thread is making it right now. If
        /// another thread is, this one knows neither its chain nor its place in the code.
        private func enterMaking(of id: CombineIdentifier, in frames: TrackingFrames) {
            if let making = frames.making(id) { enter(making, in: frames) }
        }
    }
#endif
