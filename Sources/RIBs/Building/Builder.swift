// SPDX-License-Identifier: Apache-2.0

/// Makes the parts of one RIB and joins them.
open class Builder<DependencyType>: Buildable {
    /// What the RIB needs from the outside.
    public let dependency: DependencyType

    /// Makes a builder with what the RIB needs, usually the component of the parent.
    public init(dependency: DependencyType) { self.dependency = dependency }
}

/// A builder of a RIB, whether real or a test double.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Buildable: AnyObject {}

/// Makes a RIB together with its own component, a new one for each RIB.
///
/// `Router` is the type that `build` returns, `Component` the type that it gets. Subclasses
/// override `build(with:_:)`. Without dynamic dependencies, use `SimpleComponentizedBuilder`.
open class ComponentizedBuilder<
    Component, Router, DynamicBuildDependency, DynamicComponentDependency
>: Buildable {
    private let componentBuilder: (DynamicComponentDependency) -> Component
    // Never stores the component: it would live as long as the builder instead of its RIB.
    private var freshness = ComponentReuseCheck()

    /// Makes a builder with what makes a new component at each call. Returning the previous one
    /// again is a mistake, which stops a debug build.
    public init(componentBuilder: @escaping (DynamicComponentDependency) -> Component) {
        self.componentBuilder = componentBuilder
    }

    /// Makes a RIB with its own component, and returns its router. The dependencies are those of
    /// the RIB and of its component that are known only now.
    public final func build(
        withDynamicBuildDependency dynamicBuildDependency: DynamicBuildDependency,
        dynamicComponentDependency: DynamicComponentDependency
    ) -> Router {
        let built: (Component, Router) = build(
            withDynamicBuildDependency: dynamicBuildDependency,
            dynamicComponentDependency: dynamicComponentDependency)
        return built.1
    }

    /// Same, and also returns the component.
    public final func build(
        withDynamicBuildDependency dynamicBuildDependency: DynamicBuildDependency,
        dynamicComponentDependency: DynamicComponentDependency
    ) -> (Component, Router) {
        let component = componentBuilder(dynamicComponentDependency)
        freshness.check(component, of: self)
        return (component, build(with: component, dynamicBuildDependency))
    }

    /// Makes the parts of the RIB with its own component, and joins them. Subclasses must override
    /// it; call the `build` that takes dependencies instead.
    open func build(
        with component: Component, _ dynamicBuildDependency: DynamicBuildDependency
    ) -> Router {
        stopForMissingOverride(in: self)
    }
}

/// A `ComponentizedBuilder` without dynamic dependencies.
open class SimpleComponentizedBuilder<Component, Router>: ComponentizedBuilder<
    Component, Router, (), ()
>
{
    /// Makes a builder with what makes a new component at each call.
    public init(componentBuilder: @escaping () -> Component) {
        super.init { _ in componentBuilder() }
    }

    /// Calls `build(with:)`. Call `build()` instead.
    public final override func build(with component: Component, _ dynamicDependency: ()) -> Router {
        build(with: component)
    }

    /// Makes the parts of the RIB and joins them. Subclasses must override it; call `build()`.
    open func build(with component: Component) -> Router { stopForMissingOverride(in: self) }

    /// Makes a RIB with its own component, and returns its router.
    public final func build() -> Router {
        build(withDynamicBuildDependency: (), dynamicComponentDependency: ())
    }
}

/// Makes a RIB in several stages, which share one component until the last one is over.
///
/// `Router` is what the last stage returns. Subclasses override `finalStageBuild(with:_:)`.
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

    /// Makes the parts and joins them. Subclasses must override it; call `finalStageBuild()`.
    open func finalStageBuild(with component: Component) -> Router {
        stopForMissingOverride(in: self)
    }

    /// Makes the RIB with the component of the earlier stages, as the last stage.
    public final func finalStageBuild() -> Router {
        finalStageBuild(withDynamicDependency: ())
    }
}

/// Stops the process in the caller, which a builder's subclass must override and does not.
func stopForMissingOverride(
    in builder: AnyObject, _ method: String = #function, file: StaticString = #fileID,
    line: UInt = #line
) -> Never {
    // Stopping is right: Swift has no abstract methods, and there is no router to return instead.
    // The first build ends here, so its author sees the mistake at once and no user ever does.
    fatalError("\(type(of: builder)) must override \(method)", file: file, line: line)
}
