/// From where an object is kept alive.
///
/// Raw values are stored in traces: never renumber one.
public enum RetentionReason: UInt8, CaseIterable, Sendable {
    /// A router at the root of a tree.
    case attachedRouter = 1
    /// A variable that lives as long as the process.
    case global = 2
    case task = 3
    /// A dispatch queue, timer or source.
    case queue = 4
    /// The stack or the thread-local storage of a thread.
    case thread = 5
    /// The object keeps itself, by way of what it holds.
    case cycle = 6
    /// Nothing that the search can see.
    case unseen = 7
}
