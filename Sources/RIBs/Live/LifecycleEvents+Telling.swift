import RIBRecorder
import RIBTrace
import RIBTrees

/// What the runtime calls where something happens. Each finds out only what somebody wants to know.
extension LifecycleEvents {
    /// Tells of a RIB by its router, or by itself if it is without base classes.
    ///
    /// - Parameter parent: What it is attached to or detached from.
    @inline(__always)
    static func happened(
        _ kind: LifecycleEvent.Kind, to rib: @autoclosure () -> LiveRIB,
        below parent: @autoclosure () -> LiveRIB? = nil
    ) {
        guard areObserved else { return }
        tell(kind, rib(), parent())
    }

    @inline(never)
    private static func tell(_ kind: LifecycleEvent.Kind, _ rib: LiveRIB, _ parent: LiveRIB?) {
        let place = parent.map(rib.place(below:)) ?? rib.place
        if parent != nil { rib.remember(place.parentPath) }
        tell(kind, place, rib.typeName, rib.id)
    }

    /// Tells of an interactor of a base class.
    @inline(__always)
    static func happened(_ kind: LifecycleEvent.Kind, to interactor: Interactor) {
        guard areObserved else { return }
        tell(
            kind, interactor.livePlace, String(describing: type(of: interactor)),
            interactor.recordedID)
    }

    /// Tells of a worker, in the RIB of its interactor.
    @inline(__always)
    static func happened(_ kind: LifecycleEvent.Kind, to worker: Worker) {
        guard areObserved else { return }
        tell(kind, worker)
    }

    @inline(never)
    private static func tell(_ kind: LifecycleEvent.Kind, _ worker: Worker) {
        let typeName = String(describing: type(of: worker))
        // A double's worker, and one whose interactor is freed, has only its own name.
        let place =
            worker.workplace?.interactor?.livePlace
            ?? LivePlace(path: "\(RIBName(type: typeName))", parentPath: nil)
        tell(kind, place, typeName, worker.recordedID)
    }

    /// Tells of an interactor without base class, which a router drives.
    static func happened(
        _ kind: LifecycleEvent.Kind, to double: any Interactable, at place: LivePlace
    ) {
        tell(kind, place, String(describing: type(of: double)), .none)
    }

    private static func tell(
        _ kind: LifecycleEvent.Kind, _ place: LivePlace, _ type: String, _ id: ObjectID
    ) {
        tell(
            LifecycleEvent(
                kind: kind, ribPath: place.path, parentPath: place.parentPath, type: type,
                id: id.isNone ? nil : id.rawValue))
    }
}

extension Interactor {
    /// Where its RIB is; by its own name alone when no router of a base class owns it.
    final var livePlace: LivePlace {
        if let router = follower as? any PlacedRouting { return LiveRIB.router(router).place }
        return seat.place
            ?? LivePlace(
                path: "\(RIBName(type: String(describing: type(of: self))))", parentPath: nil)
    }
}
