import RIBRecorder
import RIBTrace

/// The component of a RIB that gets nothing from outside, such as the root of an app.
#if MainActor
    @preconcurrency @MainActor
#endif
open class EmptyComponent: EmptyDependency, RecordedObject {
    package final let recordedID: ObjectID
    package final var wasInTree = false

    /// Makes an empty component.
    public init() {
        recordedID = Recorder.shared.objectCreated(.component, type: Self.self)
        Recorder.shared.componentCreated(self, recordedID, dependency: .none)
    }

    package func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        body(RecordedPart(self))
    }

    deinit {
        Recorder.shared.objectDestroyed(recordedID)
    }
}

/// The needs of a RIB that needs nothing.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol EmptyDependency: Dependency {}
