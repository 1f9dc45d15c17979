#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace

    /// One call of OpenCombine that a thread is in.
    enum TrackingFrame {
        /// A subscriber is being given to a publisher.
        ///
        /// - Parameters:
        ///   - making: What is being made, or nil if no one owns it.
        ///   - level: How many operators lie between the publisher and the end of the chain.
        case subscribing(CombineIdentifier, making: SubscriptionInTheMaking?, level: Int)

        /// A subscriber is being given a value or a completion.
        ///
        /// - Parameters:
        ///   - subscriber: Its type.
        ///   - follows: Whose subscription it is, or nil if it is not followed.
        ///   - owner: Whose subscriptions the thread made when the delivery began.
        case delivering(
            CombineIdentifier, subscriber: Any.Type, follows: Activity?, owner: Activity?)

        var id: CombineIdentifier {
            switch self {
            case .subscribing(let id, _, _), .delivering(let id, _, _, _): id
            }
        }

        var isSubscribing: Bool {
            if case .subscribing = self { true } else { false }
        }
    }

    /// A subscription of an owner whose `subscribe` has not returned. Its thread alone uses it.
    final class SubscriptionInTheMaking {
        let id: CombineIdentifier
        let serial: Int
        var owner: Activity
        var chain: SubscriptionChain
        var attribution: SubscriptionAttribution
        var confinement = SubscriptionConfinement.none
        /// True also for one that enters itself.
        var isEntered = false

        init(id: CombineIdentifier, serial: Int, owner: Activity, chain: SubscriptionChain) {
            self.id = id
            self.serial = serial
            self.owner = owner
            attribution = owner === Activity.nobodys ? .unowned : .current
            self.chain = chain
        }
    }
#endif
