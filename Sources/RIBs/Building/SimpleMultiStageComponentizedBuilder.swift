/// A `MultiStageComponentizedBuilder` whose RIB gets nothing beside its component.
#if MainActor
    @preconcurrency @MainActor
#endif
open class SimpleMultiStageComponentizedBuilder<Component, Router>: MultiStageComponentizedBuilder<
    Component, Router, ()
>
{
    /// Makes a builder.
    ///
    /// - Parameter componentBuilder: Makes a new component at each call.
    public override init(componentBuilder: @escaping () -> Component) {
        super.init(componentBuilder: componentBuilder)
    }

    /// Passes on to `finalStageBuild(with:)`; call `finalStageBuild()`.
    public final override func finalStageBuild(
        with component: Component, _ dynamicDependency: ()
    ) -> Router {
        finalStageBuild(with: component)
    }

    /// Makes the parts of the RIB and joins them. Subclasses must override it; call
    /// `finalStageBuild()`.
    ///
    /// - Parameter component: The RIB's own component.
    /// - Returns: The router of the RIB.
    open func finalStageBuild(with component: Component) -> Router {
        // Right to stop here, for the reasons given in `ComponentizedBuilder.build(with:_:)`.
        fatalError("\(type(of: self)) must override finalStageBuild(with:)")
    }

    /// Makes the RIB with the component of the earlier stages, as the last stage.
    ///
    /// - Returns: The router of the RIB.
    public final func finalStageBuild() -> Router {
        finalStageBuild(withDynamicDependency: ())
    }
}
