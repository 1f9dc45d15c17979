/// The needs of a RIB that needs nothing.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol EmptyDependency: Dependency {}
