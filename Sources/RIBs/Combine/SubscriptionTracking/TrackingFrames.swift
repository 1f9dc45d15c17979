// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// One call of OpenCombine that a thread is in.
    ///
    /// It has no references to count, since each value pushes one for each operator.
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
        /// The subscription that is being made; nil if it has no owner. It belongs to the frame of
        /// level 0.
        private(set) var making: PendingSubscription?
        /// How many operators lie between the publisher and the end of the chain.
        private(set) var level = 0

        /// The role of the subscriber that is being given a value.
        private(set) var role: SubscriberRole = []
        /// The owner of the thread's subscriptions when the delivery began. Only for comparison. It
        /// lives until the code that it owns returns, and this delivery began in that code.
        private(set) var owner: UnsafeRawPointer?
        /// How the owner of the subscriber relates to `owner`.
        private(set) var follower = Follower.notFollowed

        /// The inactive owner of the subscriber that is being given a value. Only for comparison.
        private(set) var inactiveOwner: UnsafeRawPointer?

        /// The owner of a subscriber, compared with the owner of the frame.
        enum Follower {
            /// The subscriber is not followed.
            case notFollowed
            /// The same owner.
            case owner
            case another
        }

        /// - Parameters:
        ///   - type: The type of the subscriber.
        ///   - id: Its identifier.
        ///   - making: The subscription that is being made; nil if it has no owner.
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
        ///   - type: The type of the subscriber.
        ///   - owner: The owner of the subscriptions that the thread makes now.
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

        /// Whether this call makes the whole subscription, not just an operator's part.
        var makesAll: Bool { level == 0 && making != nil }
    }

    /// The calls of OpenCombine that the calling thread is in, innermost last.
    ///
    /// It refers to memory of the thread without counting references, since each value needs it
    /// several times.
    struct TrackingFrames {
        /// The owner of the subscription that this thread entered last, and whether that owner was
        /// active then. Nil once the owner has claimed the subscription.
        var lastEntered: (owner: ObjectID, wasActive: Bool)? {
            get { stack.pointee.lastEntered }
            nonmutating set { stack.pointee.lastEntered = newValue }
        }

        /// The owner whose confined subscription now delivers a value that it let through while the
        /// owner was active.
        var letsThrough: Activity? {
            get { stack.pointee.letsThrough }
            nonmutating set { stack.pointee.letsThrough = newValue }
        }

        /// The texts of chains that this thread made recently.
        var texts: RecentChainTexts { stack.pointee.texts }

        private let stack = UnsafeMutablePointer<Stack>.allocate(capacity: 1)

        private struct Stack {
            var frames = UnsafeMutablePointer<TrackingFrame>.allocate(capacity: 32)
            var count = 0
            var capacity = 32
            /// The memory of a finished subscription, for the next one.
            var spare: PendingSubscription?
            var lastEntered: (owner: ObjectID, wasActive: Bool)?
            var letsThrough: Activity?
            let texts = RecentChainTexts()
            let roles = SubscriberRoles()
            var spareSubscribers = SpareSubscribers()
        }

        /// Owns a thread's frames, and frees them in its `deinit`.
        final class Keeper {
            let frames = TrackingFrames()

            deinit { frames.deallocate() }
        }

        /// A retained subscriber to follow, with the parameters of its `init`.
        func follow(
            _ id: CombineIdentifier, owner: Activity, object: UnsafeMutableRawPointer?
        ) -> Unmanaged<FollowedSubscriber> {
            guard let spare = stack.pointee.spareSubscribers.take() else {
                return .passRetained(FollowedSubscriber(id: id, owner: owner, object: object))
            }
            spare._withUnsafeGuaranteedRef { $0.begin(id: id, owner: owner, object: object) }
            return spare
        }

        /// Takes the caller's reference to a subscriber that has ended, for reuse.
        func giveSpare(_ ended: Unmanaged<FollowedSubscriber>) {
            stack.pointee.spareSubscribers.give(ended)
        }

        private init() { stack.initialize(to: Stack()) }

        private func deallocate() {
            cut(to: 0)
            stack.pointee.spare?.deallocate()
            stack.pointee.frames.deallocate()
            stack.pointee.texts.deallocate()
            stack.pointee.roles.deallocate()
            stack.pointee.spareSubscribers.deallocate()
            stack.deinitialize(count: 1)
            stack.deallocate()
        }

        @inline(__always)
        func role(of type: Any.Type) -> SubscriberRole { stack.pointee.roles.role(of: type) }

        var top: TrackingFrame? {
            let count = stack.pointee.count
            return count == 0 ? nil : stack.pointee.frames[count - 1]
        }

        /// The subscription that the innermost call is making, and how many operators lie between
        /// the call and the end.
        @inline(__always)
        var makingAtTop: (PendingSubscription, level: Int)? {
            let count = stack.pointee.count
            guard count > 0, let making = stack.pointee.frames[count - 1].making else { return nil }
            return (making, stack.pointee.frames[count - 1].level)
        }

        /// Begins a call.
        ///
        /// - Returns: The frame, valid until another call begins or ends.
        @discardableResult
        @inline(__always)
        func push(_ frame: TrackingFrame) -> UnsafeMutablePointer<TrackingFrame> {
            let count = stack.pointee.count
            if count == stack.pointee.capacity { grow() }
            let place = stack.pointee.frames + count
            place.initialize(to: frame)
            stack.pointee.count = count + 1
            return place
        }

        /// Ends the innermost call of that kind with a subscriber of that type.
        ///
        /// Calls end in the reverse order in which they began, so the type is enough to find one. A
        /// call that is not found began before tracking did. Calls above the found one have ended
        /// too, without a report.
        ///
        /// - Returns: The subscription, if the call made the whole of it. Call `giveSpare` with it.
        @inline(__always)
        @discardableResult
        func pop(_ type: Any.Type, _ kind: TrackingFrame.Kind) -> PendingSubscription? {
            let type = ObjectIdentifier(type)
            var index = stack.pointee.count - 1
            while index >= 0 {
                let frame = stack.pointee.frames[index]
                if frame.type == type, frame.kind == kind {
                    if stack.pointee.count > index + 1 { cut(to: index + 1) }
                    stack.pointee.count = index
                    return frame.makesAll ? frame.making : nil
                }
                index -= 1
            }
            return nil
        }

        /// Memory for a subscription that begins.
        func takeSpare() -> PendingSubscription {
            guard let spare = stack.pointee.spare else { return PendingSubscription() }
            stack.pointee.spare = nil
            return spare
        }

        /// Takes back the memory of a subscription that is made.
        func giveSpare(_ made: PendingSubscription) {
            made.clear()
            if stack.pointee.spare == nil {
                stack.pointee.spare = made
            } else {
                made.deallocate()
            }
        }

        /// The subscription that this thread is making for a subscriber.
        func making(_ id: CombineIdentifier) -> PendingSubscription? {
            var index = stack.pointee.count - 1
            while index >= 0 {
                let frame = stack.pointee.frames[index]
                if frame.makesAll, frame.id == id { return frame.making }
                index -= 1
            }
            return nil
        }

        /// Whether a call around the innermost one delivers for the same owner while that is
        /// inactive.
        func isFed(for activity: Activity) -> Bool {
            let owner = UnsafeRawPointer(Unmanaged.passUnretained(activity).toOpaque())
            for index in 0..<max(0, stack.pointee.count - 1)
            where stack.pointee.frames[index].inactiveOwner == owner { return true }
            return false
        }

        /// Whether this thread is subscribing with that identifier.
        func isSubscribing(_ id: CombineIdentifier) -> Bool {
            for index in 0..<stack.pointee.count where stack.pointee.frames[index].id == id {
                return true
            }
            return false
        }

        private func cut(to count: Int) {
            while stack.pointee.count > count {
                stack.pointee.count -= 1
                let frame = stack.pointee.frames[stack.pointee.count]
                if frame.makesAll { frame.making?.deallocate() }
            }
        }

        @inline(never)
        private func grow() {
            let (old, count) = (stack.pointee.frames, stack.pointee.count)
            stack.pointee.capacity *= 2
            stack.pointee.frames = .allocate(capacity: stack.pointee.capacity)
            stack.pointee.frames.moveInitialize(from: old, count: count)
            old.deallocate()
        }
    }
#endif
