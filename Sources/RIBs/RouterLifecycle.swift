/// What happens once in the life of a router.
public enum RouterLifecycle {
    /// The router has loaded.
    case didLoad
}
