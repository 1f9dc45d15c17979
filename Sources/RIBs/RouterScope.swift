/// The life of a router, as others may follow it.
public protocol RouterScope: AnyObject {
    /// Says what happens to the router, and completes when the router is freed.
    var lifecycle: AnyPublisher<RouterLifecycle, Never> { get }
}
