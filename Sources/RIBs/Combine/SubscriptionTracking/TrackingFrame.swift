// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// One call of OpenCombine that a thread is in.
    ///
    /// Without references to count: each value pushes one for each operator.
    struct TrackingFrame {
        enum Kind {
            /// A subscriber is being given to a publisher.
            case subscribing
            /// A subscriber is being given a value or a completion.
            case delivering
        }

        /// The type of the subscriber.
        let type: ObjectIdentifier
        let kind: Kind

        /// The subscriber that is being given to a publisher.
        private(set) var id: CombineIdentifier?
        /// What is being made, or nil if no one owns it. It is the frame's of level 0.
        private(set) var making: PendingSubscription?
        /// How many operators lie between the publisher and the end of the chain.
        private(set) var level = 0

        /// The role of the subscriber that is being given a value.
        private(set) var role: SubscriberRole = []
        /// Whose subscriptions the thread made when the delivery began. Never followed, and that one
        /// lives until the code that it owns, in which this delivery began, returns.
        private(set) var owner: UnsafeRawPointer?
        /// How the subscriber's owner, if it is followed, relates to `owner`.
        private(set) var follower = Follower.nobody

        /// The inactive owner of the subscriber that is being given a value. Only for comparison.
        private(set) var inactiveOwner: UnsafeRawPointer?

        /// The owner of a subscriber, compared with the owner of the frame.
        enum Follower {
            /// It is not followed.
            case nobody
            /// That of the one who owned what the thread subscribed to when the delivery began.
            case owner
            case another
        }

        /// - Parameters:
        ///   - type: The subscriber's.
        ///   - id: Its identifier.
        ///   - making: What is being made, or nil if no one owns it.
        ///   - level: How many operators lie between the publisher and the end of the chain.
        static func subscribing(
            _ type: Any.Type, _ id: CombineIdentifier, making: PendingSubscription?, level: Int
        ) -> TrackingFrame {
            var frame = TrackingFrame(type: ObjectIdentifier(type), kind: .subscribing)
            frame.id = id
            frame.making = making
            frame.level = level
            return frame
        }

        /// - Parameters:
        ///   - type: The subscriber's.
        ///   - owner: Whose subscriptions the thread makes now.
        @inline(__always)
        static func delivering(
            _ type: Any.Type, _ role: SubscriberRole, owner: Unmanaged<Activity>?
        ) -> TrackingFrame {
            var frame = TrackingFrame(type: ObjectIdentifier(type), kind: .delivering)
            frame.role = role
            frame.owner = owner.map { UnsafeRawPointer($0.toOpaque()) }
            return frame
        }

        private init(type: ObjectIdentifier, kind: Kind) {
            self.type = type
            self.kind = kind
        }

        /// Notes the owner of the subscriber that receives a value.
        @inline(__always)
        mutating func follow(_ activity: Unmanaged<Activity>) {
            let isOwner = UnsafeRawPointer(activity.toOpaque()) == owner
            follower = isOwner ? .owner : .another
        }

        /// Notes that the owner of the subscriber is inactive.
        mutating func fire(for activity: Activity) {
            inactiveOwner = UnsafeRawPointer(Unmanaged.passUnretained(activity).toOpaque())
        }

        /// Whether this is the call that makes all of what is being made.
        var makesAll: Bool { level == 0 && making != nil }
    }
#endif
