// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

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
    /// - Parameter timestamp: Now.
    func expectDeallocationOfParts(at timestamp: Timestamp = Timestamp()) {
        // Nothing is recorded, or this would be.
        if recordedID.isNone { return }
        var timestamp = timestamp
        forEachRecordedPart { $0.expectDeallocation(at: &timestamp) }
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

extension Activity {
    /// Calls `body` with the workers and workflows that were put to use here, and with those that
    /// these put to use: a worker's workflows.
    func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        forEachPart { part, _ in (part as? any RecordedObject)?.forEachRecordedPart(body) }
    }
}

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
        var timestamp = Timestamp()
        expectDeallocation(at: &timestamp)
    }

    /// Has the object watched until it is freed, from a time that the caller has read.
    ///
    /// - Parameter timestamp: Now, to be shared by what goes together.
    func expectDeallocation(at timestamp: inout Timestamp) {
        // Looked at here, since it is all that happens where nothing is recorded.
        if id.isNone { return }
        Recorder.withShared { recorder in
            _ = recorder.expectDeallocation(
                of: object, id: id, within: limit, isReporting: isReporting, at: &timestamp)
        }
    }
}
