/// A `ComponentizedBuilder` whose RIB gets nothing beside its component, and its component nothing.
#if MainActor
    @preconcurrency @MainActor
#endif
open class SimpleComponentizedBuilder<Component, Router>: ComponentizedBuilder<
    Component, Router, (), ()
>
{
    /// Makes a builder.
    ///
    /// - Parameter componentBuilder: Makes a new component at each call.
    public init(componentBuilder: @escaping () -> Component) {
        super.init { _ in componentBuilder() }
    }

    /// Passes on to `build(with:)`; call `build()`.
    public final override func build(with component: Component, _ dynamicDependency: ()) -> Router {
        build(with: component)
    }

    /// Makes the parts of the RIB and joins them. Subclasses must override it; call `build()`.
    ///
    /// - Parameter component: The RIB's own component.
    /// - Returns: The router of the RIB.
    open func build(with component: Component) -> Router {
        // Right to stop here, for the reasons given in `ComponentizedBuilder.build(with:_:)`.
        fatalError("\(type(of: self)) must override build(with:)")
    }

    /// Makes a RIB with a component of its own.
    ///
    /// - Returns: The router of the RIB.
    public final func build() -> Router {
        build(withDynamicBuildDependency: (), dynamicComponentDependency: ())
    }
}
