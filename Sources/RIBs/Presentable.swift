/// What an interactor needs of its presenter.
public protocol Presentable: AnyObject {}
