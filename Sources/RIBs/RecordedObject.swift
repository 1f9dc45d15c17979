import RIBRecorder
import RIBTrace

/// An object of a base class of this module, which recorded its own birth and will record its end.
///
/// Test doubles have no base class, so they are neither recorded nor watched: a test may hold them
/// as long as it likes.
#if MainActor
    @preconcurrency @MainActor
#endif
package protocol RecordedObject: AnyObject {
    /// The id it got in `init`.
    var recordedID: ObjectID { get }

    /// True once it was part of a tree. What never was, a test may hold as long as it likes.
    var wasInTree: Bool { get set }

    /// Calls `body` with this object and each object that must go when it goes, but not with the
    /// children of a router.
    func forEachRecordedPart(_ body: (RecordedPart) -> Void)
}

extension RecordedObject {
    /// Has this object, and each that must go when it goes, watched until it is freed.
    ///
    /// - Parameter moment: Now.
    func expectDeallocationOfParts(at moment: Moment = Moment()) {
        // Nothing is recorded, or this would be.
        if recordedID.isNone { return }
        var moment = moment
        forEachRecordedPart { $0.expectDeallocation(at: &moment) }
    }
}

/// The id of an object that may or may not be recorded.
package func recordedID(of object: AnyObject) -> ObjectID {
    (object as? any RecordedObject)?.recordedID ?? .none
}

/// A view or presenter as a part of its RIB; it gets an id even without a base class.
///
/// - Parameters:
///   - part: The view or presenter. A value type has no life to record.
///   - kind: What it is, unless it is a view as well.
/// - Returns: Nil for a value type, and where nothing is recorded.
func recordedPart(_ part: Any, as kind: ObjectKind) -> RecordedPart? {
    guard type(of: part) is AnyClass else { return nil }
    let object = part as AnyObject
    if let recorded = object as? any RecordedObject {
        return recorded.recordedID.isNone ? nil : RecordedPart(recorded)
    }
    // A view that is its own presenter is met first by the interactor; it is a view all the same.
    let isView = object is any ViewControllable
    let id = Recorder.shared.identify(object, as: isView ? .view : kind)
    return id.isNone ? nil : RecordedPart(object, id, isView: isView)
}
