// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The watch on an object that should be freed, which it does not retain.
struct Watch {
    let stamp: ExpectationStamp
    /// When the watch began, in nanoseconds on the recorder's clock.
    let since: UInt64
    var conditions: Expectations.Conditions
    /// Whether the object was judged at its deadline.
    var isJudged = false
    /// True for an object that ends the watch in its `deinit`. So it needs no weak reference, whose
    /// side table slows down every retain and release of the object.
    let isReporting: Bool
    private let address: UnsafeMutableRawPointer
    private weak var object: AnyObject?

    init(
        _ object: AnyObject, isReporting: Bool, _ conditions: Expectations.Conditions,
        stamp: ExpectationStamp, since: UInt64
    ) {
        (self.stamp, self.since, self.conditions) = (stamp, since, conditions)
        self.isReporting = isReporting
        address = Unmanaged.passUnretained(object).toOpaque()
        if !isReporting { self.object = object }
    }

    /// The object as it is now; nil if it was freed or is being freed.
    ///
    /// Read it under the lock that ends the watch. An object that reports its end may be in its
    /// `deinit`, which then waits for that lock, but its memory is still there.
    var sight: WatchedObject? {
        if isReporting {
            return ObjectReference.livingType(address).map { seen($0, held: nil) }
        }
        return object.map { seen(ObjectIdentifier(type(of: $0)), held: $0) }
    }

    private func seen(_ type: ObjectIdentifier, held: AnyObject?) -> WatchedObject {
        WatchedObject(
            held: held, address: UInt(bitPattern: address), type: type, stamp: stamp, since: since,
            conditions: conditions)
    }
}

/// A watched object that is still alive.
struct WatchedObject {
    /// The object, if looking at it retains it.
    let held: AnyObject?
    let address: UInt
    let type: ObjectIdentifier
    let stamp: ExpectationStamp
    let since: UInt64
    let conditions: Expectations.Conditions
}

/// Objects to be released later, on the thread that may free them.
// `@unchecked Sendable` is safe: one thread adds objects and passes this on. From then on, only the
// thread that calls `release` uses it.
final class DeferredReleases: @unchecked Sendable {
    private var objects: [AnyObject] = []

    var isEmpty: Bool { objects.isEmpty }

    func add(_ object: AnyObject) { objects.append(object) }

    func release() { objects = [] }
}
