// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// An object of a base class of this module. It records its own creation and its `deinit`.
///
/// Test doubles have no base class, so they are neither recorded nor watched: a test may hold them
/// as long as it likes.
// With the trait, classes belong to the main actor as their protocol or superclass does.
#if MainActor
    @preconcurrency @MainActor
#endif
package protocol RecordedObject: AnyObject {
    /// Stored by this name: the measurement of growth reads it from memory.
    var recordedID: ObjectID { get }

    /// True once it was part of a tree. A test may hold other objects as long as it likes.
    var wasInTree: Bool { get set }

    /// Calls `body` with this object and each object that must be freed with it, but not with the
    /// children of a router.
    func forEachRecordedPart(_ body: (RecordedPart) -> Void)
}

extension RecordedObject {
    package func forEachRecordedPart(_ body: (RecordedPart) -> Void) { body(RecordedPart(self)) }

    /// Expects this object, and each that must be freed with it, to be freed: see `RecordedPart`.
    func expectDeallocationOfParts(
        at time: UInt64? = nil, detachedFrom parent: ObjectID = .none
    ) {
        // Without an id, nothing is recorded.
        if recordedID.isNone { return }
        forEachRecordedPart { $0.expectDeallocation(at: time, detachedFrom: parent) }
    }
}

/// The id of an object that may or may not be recorded.
package func recordedID(of object: AnyObject) -> ObjectID {
    (object as? any RecordedObject)?.recordedID ?? .none
}

/// A view or presenter as a part of its RIB; it gets an id even without a base class. Nil for a
/// value type, which has no lifetime, and where nothing is recorded.
func recordedPart(_ part: Any, as kind: ObjectKind) -> RecordedPart? {
    guard type(of: part) is AnyClass else { return nil }
    let object = part as AnyObject
    if let recorded = object as? any RecordedObject {
        return recorded.recordedID.isNone ? nil : RecordedPart(recorded)
    }
    // A view that is its own presenter is identified first by the interactor.
    let isView = object is any ViewControllable
    let id = Recorder.shared.identify(object, as: isView ? .view : kind)
    return id.isNone ? nil : RecordedPart(object, id, isView: isView)
}

extension Activity {
    /// Calls `body` with the workers and workflows used here, and a worker's workflows.
    func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        forEachPart { part, _ in (part as? any RecordedObject)?.forEachRecordedPart(body) }
    }
}

/// An object that must be freed with its RIB.
package struct RecordedPart {
    package let object: AnyObject
    package let id: ObjectID
    /// True for an object of a base class, which records its `deinit`.
    private let isReporting: Bool
    private let isView: Bool

    /// An object of a base class.
    init(_ object: any RecordedObject) {
        self.init(object, object.recordedID, isReporting: true)
    }

    /// Takes any object, not one of a generic parameter: that takes a look-up of its class.
    init(_ object: AnyObject, _ id: ObjectID, isView: Bool = false, isReporting: Bool = false) {
        self.object = object
        self.id = id
        self.isReporting = isReporting
        self.isView = isView
    }

    /// Nanoseconds in which it should be freed.
    var limit: UInt64 { isView ? ExpectationTime.view : ExpectationTime.object }

    /// Expects the object to be freed, at a time if the caller has read the clock.
    func expectDeallocation(at time: UInt64? = nil, detachedFrom parent: ObjectID = .none) {
        // Checked here, since it is all that happens where nothing is recorded.
        if id.isNone { return }
        Recorder.withShared { recorder in
            _ = recorder.expectDeallocation(
                of: object, id: id, within: limit, isReporting: isReporting, detachedFrom: parent,
                at: time)
        }
    }

    /// Whether it is a router, an interactor or an object without base class, such as a view. RIBs
    /// may share the rest: workers, components and presenters.
    var isOfOneRIB: Bool { !isReporting || object is any PlacedRouting || object is Interactor }
}
