import RIBRecorder
import RIBTrace

/// An object that must go when its RIB goes.
package struct RecordedPart {
    package let object: AnyObject
    package let id: ObjectID
    /// True for an object of a base class, which says in its `deinit` that it is freed.
    private let isReporting: Bool
    private let isView: Bool

    /// An object of a base class.
    init(_ object: any RecordedObject) {
        self.init(reporting: object, object.recordedID)
    }

    /// An object of a base class, whose id the caller has. Its type is not named, since to name a generic class
    /// takes a lookup.
    init(reporting object: AnyObject, _ id: ObjectID) {
        self.object = object
        self.id = id
        isReporting = true
        isView = false
    }

    /// An object without a base class.
    init(_ object: AnyObject, _ id: ObjectID, isView: Bool) {
        self.object = object
        self.id = id
        isReporting = false
        self.isView = isView
    }

    /// Nanoseconds in which it should be freed.
    var limit: UInt64 { isView ? ExpectationTime.view : ExpectationTime.object }

    /// Has the object watched until it is freed.
    func expectDeallocation() {
        var moment = Moment()
        expectDeallocation(at: &moment)
    }

    /// Has the object watched until it is freed, from a time that the caller has read.
    ///
    /// - Parameter moment: Now, to be shared by what goes together.
    func expectDeallocation(at moment: inout Moment) {
        // Looked at here, since it is all that happens where nothing is recorded.
        if id.isNone { return }
        Recorder.withShared { recorder in
            _ = recorder.expectDeallocation(
                of: object, id: id, within: limit, isReporting: isReporting, at: &moment)
        }
    }
}
