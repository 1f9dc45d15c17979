/// How it is known whose a subscription is.
///
/// What was seen ranks above when it was made. Raw values are stored in traces: never renumber one.
public enum SubscriptionAttribution: UInt8, CaseIterable, Sendable {
    /// The code that made it says so, by a form such as `.sink(in:)` or `.tracked(by:)`.
    case explicit = 1
    /// It was made while the owner's own code ran.
    case current = 2
    /// Its closure captures the owner.
    case captured = 3
    /// Nobody's, as far as is known.
    case unowned = 4
    /// The owner keeps its token: in a field, or in something that it alone keeps.
    case kept = 5
    /// Its closure captures the owner weakly, unowned or unmanaged.
    case capturedWeakly = 6
    /// One keeps its token and its closure captures another: then it is nobody's.
    case disputed = 7
    /// The nearest code of the project that made it is the owner's own, of which there was one only.
    case made = 8
    /// The closure of the task that made it captures the owner.
    case task = 9
}

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

/// How a subscription ended.
///
/// Raw values are stored in traces: never renumber one.
public enum SubscriptionEnd: UInt8, CaseIterable, Sendable {
    case cancelled = 1
    case completed = 2
    case failed = 3
    /// What made it is gone, and it went with that, without a word.
    case ownerGone = 4
}
