import RIBTrace

/// Which rule of the lifecycle was broken, and with whom.
public struct ViolationFacts: Equatable, Sendable {
    /// A router or a RIB, by its type and its place in the tree.
    public struct Party: Equatable, Sendable {
        public let type: String
        public let ribPath: String

        /// Makes a party of the names that reports show.
        public init(type: String, ribPath: String) {
            self.type = type
            self.ribPath = ribPath
        }
    }

    public let violation: LifecycleViolation
    /// The second router or RIB concerned: the one that still has the child, or that never had it.
    public let other: Party?
    /// For a child that was attached twice, the second router to get it; nil when that is the same one.
    public let newParent: Party?

    /// Makes the facts of one violation.
    public init(_ violation: LifecycleViolation, other: Party? = nil, newParent: Party? = nil) {
        self.violation = violation
        self.other = other
        self.newParent = newParent
    }

    /// What tells this mistake from others of the same object.
    var identity: String {
        ([violation.name] + [other, newParent].compactMap { $0?.type }).joined(separator: " ")
    }
}
