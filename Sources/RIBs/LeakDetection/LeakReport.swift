/// What the leak detector has to say about an expectation that was not met.
public struct LeakReport: Equatable, Sendable, CustomStringConvertible {
    /// What should have happened.
    public enum Expectation: Equatable, Sendable {
        /// The object should have been freed.
        case deallocation
        /// The view should have left the screen.
        case disappearance
    }

    /// What should have happened and did not.
    public let expectation: Expectation
    /// The type of the object or view.
    public let typeName: String
    /// How long it had, in seconds in which the process ran.
    public let time: Double

    /// A sentence for a person.
    public var description: String {
        switch expectation {
        case .deallocation:
            """
            \(typeName) is still alive \(time) s after it was let go: something still holds it, \
            such as a property, a closure or a subscription
            """
        case .disappearance:
            """
            \(typeName) is still on the screen \(time) s after its RIB went: dismiss it where the \
            router is detached, or attach that router again instead of a new one
            """
        }
    }
}

/// What the leak detector does when an expectation is not met, beside recording it.
public enum LeakResponse: Sendable {
    /// Nothing: the recording tells.
    case record
    /// Stops a debug build at once, as uber/RIBs-iOS does; a release build goes on.
    case trap
    /// Calls a closure, on the main thread.
    case call(@Sendable (LeakReport) -> Void)
}
