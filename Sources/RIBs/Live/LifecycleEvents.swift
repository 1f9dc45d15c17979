/// What happens to the RIBs of this process, as it happens: for logs and traces of your own.
///
/// Handlers hear of a RIB's way in the order of the recording: attached, activated, loaded; then
/// detached, deactivated (a ``PlainRIB`` the other way round). A parent becomes active before and
/// inactive after the routers below it. A test double cannot say what it does: only what a
/// ``Router`` does with it is heard of, and paths begin anew below it.
///
/// While nobody observes, this costs one atomic load where something happens.
public enum LifecycleEvents {
    static let observers = LifecycleObservers()

    /// Whether it pays to find out what observers want to know.
    @inline(__always)
    static var areObserved: Bool { observers.areThere }

    /// Tells all who observe.
    static func tell(_ event: LifecycleEvent) { observers.tell(event) }
}
