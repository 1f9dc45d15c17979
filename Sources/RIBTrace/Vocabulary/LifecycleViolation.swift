/// What code did to a RIB that the architecture does not allow.
///
/// Raw values are stored in traces: never renumber one.
public enum LifecycleViolation: UInt8, CaseIterable, Sendable {
    /// A router was attached where it is attached already, or while another router has it.
    case attachedTwice = 1
    /// A router was detached from one that it is not a child of.
    case detachedNonChild = 2
    /// A RIB was freed that nobody had detached.
    case freedWhileAttached = 3
    /// An interactor of a tree was freed that nobody had deactivated.
    case freedWhileActive = 4
    /// A router was loaded again without being attached again.
    case loadedTwice = 5
    /// The tree or a view was touched on another thread than the one that owns them.
    case offOwnerThread = 6
    /// A router was to be attached to itself, or to one that stands below it.
    case attachedBelowItself = 7
    /// A child was still attached when its parent went, though the parent's field had another one of
    /// its kind.
    case replacedWhileAttached = 8
    /// A child was still attached when its parent went, though the parent's field for it was empty.
    case clearedWhileAttached = 9
}
