import RIBRecorder
import RIBTrace

/// A router of a base class of this module.
#if MainActor
    @preconcurrency @MainActor
#endif
package protocol RecordedRouting: RecordedObject {
    /// The router this one was last attached to; it may have let go of this one since.
    var lastParent: (any RecordedRouting)? { get }

    /// True for a child that is not on its way out.
    func keeps(_ child: any Routing) -> Bool

    /// Notes that a RIB has taken this one as its child and is about to load it.
    ///
    /// - Parameter parent: The way to its router; nil for a RIB without base classes.
    func willLoad(below parent: ParentLink?)
}
