/// What binds a subscription to its owner's activity, as far as is known when it is made.
///
/// Raw values are stored in traces: never renumber one.
public enum SubscriptionConfinement: UInt8, CaseIterable, Sendable {
    /// Nothing that is known: it may end in time all the same.
    case none = 1
    /// It is silent while its owner is inactive, as by `confineTo`.
    case silent = 2
    /// It ends when its owner becomes inactive, as by `task(in:)`.
    case ending = 3
}
