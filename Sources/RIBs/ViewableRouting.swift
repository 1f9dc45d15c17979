/// What a router that owns a view is, whether real or a test double.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol ViewableRouting: Routing {
    /// The view this router owns.
    var viewControllable: any ViewControllable { get }
}
