/// What every builder is, whether real or a test double.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Buildable: AnyObject {}
