/// What happens to the RIBs of this process, as it happens: for logs and traces of your own.
///
/// Handlers hear of a RIB's way in the order of the recording: attached, activated, loaded; then
/// detached, deactivated (a ``PlainRIB`` the other way round). A parent becomes active before and
/// inactive after the routers below it. A test double cannot say what it does: only what a
/// ``Router`` does with it is heard of, and paths begin anew below it.
///
/// While nobody observes, this costs one atomic load where something happens.
public enum LifecycleEvents {
    private static let observers = LifecycleObservers()

    /// Whether it pays to find out what observers want to know.
    @inline(__always)
    static var areObserved: Bool { observers.areThere }

    /// Calls a handler with each event from now on.
    ///
    /// The handler is called at once, on the thread that makes the change and outside of all locks;
    /// of several handlers, the oldest first. It may attach and detach RIBs, and observe and cancel.
    /// What it changes is told to all handlers before its own call returns, so those behind it hear
    /// of the newer change first. A RIB that it takes out while that comes into the tree is inactive
    /// when the call that attached it returns; one that is being taken out may come in again only
    /// after the call that takes it out.
    ///
    /// - Parameter handler: Called with each event, until what is returned is cancelled or freed.
    ///   Where trees belong to several threads, any of them may release it.
    /// - Returns: The observation; keep it. Any thread may cancel it; a call that has begun on
    ///   another thread then may still go on.
    public static func observe(
        _ handler: @escaping @Sendable (LifecycleEvent) -> Void
    ) -> AnyCancellable {
        observers.add(handler)
    }

    /// Tells all who observe.
    static func tell(_ event: LifecycleEvent) { observers.tell(event) }
}
