/// What holds the next object of a retain path.
///
/// Raw values are stored in traces: never renumber one.
public enum RetentionHolder: UInt8, CaseIterable, Sendable {
    /// An object; its text is its type's name.
    case object = 1
    /// The context of a closure; its code is the only frame of a stack.
    case closure = 2
    /// A variable that lives as long as the process; its text is its symbol, mangled, or empty.
    case global = 3
    /// What its text says, such as `a dispatch queue`.
    case other = 4
}
