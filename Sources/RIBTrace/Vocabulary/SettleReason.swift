/// Why the recorder judged, at this moment, what should have been freed.
///
/// Raw values are stored in traces: never renumber one.
public enum SettleReason: UInt8, CaseIterable, Sendable {
    /// A test or another scope ended.
    case scopeEnd = 1
    /// The host asked for it.
    case request = 2
    /// The process exits.
    case exit = 3
    /// The time is over in which objects had to be freed; those that still have time are not judged.
    case deadline = 4
    /// An object is freed that should have been before, with the tree that kept it; or the tree of a
    /// router that is in use ends.
    case treeEnd = 5
}
