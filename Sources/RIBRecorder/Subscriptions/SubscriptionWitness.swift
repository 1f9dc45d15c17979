import RIBTrace

/// Shows whether a subscription is over that does not tell, such as a timer.
///
/// It must not keep the subscription alive.
package protocol SubscriptionWitness: Sendable {
    /// How it ended, or nil while it may call back. Any thread may ask.
    var end: SubscriptionEnd? { get }
    /// False when it may be over although `end` is nil, so that only its values count.
    var seesEveryEnd: Bool { get }
    /// Whether an object is what it watches.
    func watches(_ object: AnyObject) -> Bool
}

extension SubscriptionWitness {
    package func watches(_ object: AnyObject) -> Bool { false }
}
