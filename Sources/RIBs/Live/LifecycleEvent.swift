/// Something that just happened to a RIB, as observers of ``LifecycleEvents`` hear of it.
public struct LifecycleEvent: Equatable, Sendable {
    /// What may happen to a RIB.
    public enum Kind: String, CaseIterable, Sendable {
        /// A router, or a RIB without base classes, became the root of a tree.
        case launched
        /// A router, or a RIB without base classes, came into the tree below another one.
        case attached
        /// A router, or a RIB without base classes, leaves the tree.
        case detached
        /// A router is about to load; what it does in `didLoad` comes later.
        case loaded
        /// An interactor, or a RIB without base classes, becomes active; what it does in
        /// `didBecomeActive` comes later.
        case activated
        /// An interactor, or a RIB without base classes, is inactive; so is what is below it.
        case deactivated
        /// A worker begins to work; what it does in `didStart` comes later.
        case workerStarted
        /// A worker's work has ended.
        case workerStopped
    }

    /// What happened.
    public let kind: Kind
    /// The RIB's place, such as `Root/LoggedIn/OffGame`.
    public let ribPath: String
    /// The place of the RIB above; nil for a root.
    public let parentPath: String?
    /// The type's name of whatever it happened to: a router, an interactor, a worker or a RIB
    /// without base classes.
    public let type: String
    /// The serial id of that object in the recording; nil when it is not recorded.
    public let id: UInt64?
}
