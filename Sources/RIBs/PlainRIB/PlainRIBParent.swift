// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A router below which RIBs without base classes may be attached.
package protocol PlainRIBParent: RecordedObject {
    /// Nil until the first one is attached.
    var plainChildren: AnyObject? { get set }
}

extension Router: PlainRIBParent {}

extension PlainRIBParent {
    func plainChildrenOrNew() -> PlainChildren {
        if let known = plainChildren as? PlainChildren { return known }
        let new = PlainChildren()
        plainChildren = new
        PlainRIBParents.count.increment()
        return new
    }
}

/// Counts the routers that ever had plain RIBs below them. While there are none, the walks below
/// cost nothing.
enum PlainRIBParents {
    static let count = AtomicCounter()
}

extension Routing {
    /// Cancels the expectation that this router and all below it are freed.
    func cancelExpectationOfSubtree() {
        cancelExpectationOfSubtree(self as? any RecordedObject)
    }

    /// Cancels what is expected of this router and of all below it.
    ///
    /// - Parameter recorded: This router, if it is recorded.
    func cancelExpectationOfSubtree(_ recorded: (any RecordedObject)?) {
        if Recorder.withShared(\.expectsAnything) {
            forEachRecordedPartInSubtree(recorded) { Recorder.shared.cancelExpectation(for: $0.id) }
        }
        forEachPlainChildInSubtree { $0.activateSubtree() }
        TreeChanges.arrivals.increment()
    }

    /// Expects this router, and all below it, to be freed.
    func expectDeallocationOfSubtree() {
        expectDeallocationOfSubtree(self as? any RecordedObject, at: Timestamp())
    }

    /// Expects this router, and all below it, to be freed.
    ///
    /// - Parameters:
    ///   - recorded: This router, if it is recorded.
    ///   - timestamp: The current time.
    ///   - parent: The router that it was detached from.
    func expectDeallocationOfSubtree(
        _ recorded: (any RecordedObject)?, at timestamp: Timestamp,
        detachedFrom parent: ObjectID = .none
    ) {
        recorded?.expectDeallocationOfParts(at: timestamp, detachedFrom: parent)
        let additions = TreeChanges.additions
        var walk = SubtreeWalk(from: self)
        while let router = walk.next() {
            let placed = router as? any PlacedRouting
            if let placed, placed.isSubtreeReleased { continue }
            if router !== self {
                (placed ?? router as? any RecordedObject)?
                    .expectDeallocationOfParts(detachedFrom: parent)
            }
            router.forEachPlainChild { $0.leave() }
            placed?.noteSubtreeReleased(at: additions)
            walk.goBelow(router)
        }
    }

    private func forEachPlainChild(_ body: (PlainRIBNode) -> Void) {
        guard PlainRIBParents.count.value > 0 else { return }
        let children = (self as? any PlainRIBParent)?.plainChildren as? PlainChildren
        children?.living.forEach(body)
    }

    private func forEachPlainChildInSubtree(_ body: (PlainRIBNode) -> Void) {
        guard PlainRIBParents.count.value > 0 else { return }
        forEachInSubtree { $0.forEachPlainChild(body) }
    }
}

/// The RIBs without base classes that are attached below one RIB, oldest first.
///
/// Weak: a node lives as long as the recorder knows its RIB.
final class PlainChildren: Sendable {
    private struct Child {
        weak var node: PlainRIBNode?
    }

    private let children = Protected<[Child]>([])

    /// Those whose RIB is not known to be freed.
    var living: [PlainRIBNode] { children.withLock { $0 }.compactMap(\.node) }

    // A node that is freed under the lock owns no object of the host, so it does not call back
    // here.

    func add(_ node: PlainRIBNode) {
        children.withLock { children in
            children.removeAll { $0.node == nil || $0.node === node }
            children.append(Child(node: node))
        }
    }

    func remove(_ node: PlainRIBNode) {
        children.withLock { children in
            children.removeAll { $0.node == nil || $0.node === node }
        }
    }
}
