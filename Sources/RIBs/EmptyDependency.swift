/// The needs of a RIB that needs nothing.
public protocol EmptyDependency: Dependency {}
