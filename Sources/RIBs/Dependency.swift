/// What a RIB needs from the outside.
///
/// Each RIB declares a protocol that inherits from this one and lists its needs as properties; the
/// component of its parent conforms to it.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Dependency: AnyObject {}
