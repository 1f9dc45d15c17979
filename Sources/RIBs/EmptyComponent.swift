/// The component of a RIB that gets nothing from outside, such as the root of an app.
open class EmptyComponent: EmptyDependency {
    /// Makes an empty component.
    public init() {}
}
