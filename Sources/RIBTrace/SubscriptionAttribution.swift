/// How the recorder knows whose a subscription is.
///
/// Raw values are stored in traces: never renumber one.
public enum SubscriptionAttribution: UInt8, CaseIterable, Sendable {
    /// The code that made it says so, by a form such as `.sink(in:)` or `.tracked(by:)`.
    case explicit = 1
    /// It was made while the owner's own code ran.
    case current = 2
    /// Its closure captures the owner.
    case captured = 3
    /// Nobody's, as far as is known.
    case unowned = 4
}
