/// What every builder is, whether real or a test double.
public protocol Buildable: AnyObject {}
