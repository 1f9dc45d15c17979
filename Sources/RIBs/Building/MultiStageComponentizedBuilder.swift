// SPDX-License-Identifier: Apache-2.0

/// Makes a RIB in several stages, which share one component until the last stage is over.
///
/// `Router` is what `finalStageBuild` returns, `Component` what all stages use. Subclasses override
/// `finalStageBuild(with:_:)`.
open class MultiStageComponentizedBuilder<Component, Router, DynamicBuildDependency>: Buildable {
    private let componentBuilder: () -> Component
    private var currentComponent: Component?
    private var freshness = ComponentReuseCheck()

    /// The component of the RIB that is being built: the same one until `finalStageBuild` returns,
    /// then one for the next RIB.
    public var componentForCurrentBuildPass: Component {
        if let currentComponent { return currentComponent }
        let component = componentBuilder()
        freshness.check(component, of: self)
        currentComponent = component
        return component
    }

    /// Makes a builder with what makes a new component at each call. Returning the previous one
    /// again is a mistake, which stops a debug build.
    public init(componentBuilder: @escaping () -> Component) {
        self.componentBuilder = componentBuilder
    }

    /// Makes the RIB with the component of the earlier stages, as the last stage, and returns its
    /// router. The dependency of the RIB is known only now.
    public final func finalStageBuild(
        withDynamicDependency dynamicDependency: DynamicBuildDependency
    ) -> Router {
        let router = finalStageBuild(with: componentForCurrentBuildPass, dynamicDependency)
        // The RIB has it now; kept here, it would outlive its RIB.
        currentComponent = nil
        return router
    }

    /// Makes the parts of the RIB with its own component, and joins them. Subclasses must override
    /// it; call the `finalStageBuild` that takes only a dependency instead.
    open func finalStageBuild(
        with component: Component, _ dynamicDependency: DynamicBuildDependency
    ) -> Router {
        stopForMissingOverride(in: self)
    }
}

/// A `MultiStageComponentizedBuilder` without a dynamic dependency.
open class SimpleMultiStageComponentizedBuilder<Component, Router>: MultiStageComponentizedBuilder<
    Component, Router, ()
>
{
    /// Calls `finalStageBuild(with:)`. Call `finalStageBuild()` instead.
    public final override func finalStageBuild(
        with component: Component, _ dynamicDependency: ()
    ) -> Router {
        finalStageBuild(with: component)
    }

    /// Makes the parts of the RIB with its own component, and joins them. Subclasses must override
    /// it; call `finalStageBuild()`.
    open func finalStageBuild(with component: Component) -> Router {
        stopForMissingOverride(in: self)
    }

    /// Makes the RIB with the component of the earlier stages, as the last stage.
    public final func finalStageBuild() -> Router {
        finalStageBuild(withDynamicDependency: ())
    }
}
