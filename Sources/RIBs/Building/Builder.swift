/// Makes the parts of one RIB and joins them.
#if MainActor
    @preconcurrency @MainActor
#endif
open class Builder<DependencyType>: Buildable {
    /// What the RIB needs from the outside.
    public let dependency: DependencyType

    /// Makes a builder.
    ///
    /// - Parameter dependency: What the RIB needs, usually the component of the parent.
    public init(dependency: DependencyType) {
        self.dependency = dependency
    }
}

/// What every builder is, whether real or a test double.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Buildable: AnyObject {}
