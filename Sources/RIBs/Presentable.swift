/// What an interactor needs of its presenter.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Presentable: AnyObject {}
