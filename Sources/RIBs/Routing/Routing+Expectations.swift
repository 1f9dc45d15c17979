// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

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
            if let placed, placed.subtree.isReleased { continue }
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
        guard PlainChildren.parents.value > 0 else { return }
        (self as? any PlacedRouting)?.plainChildren?.living.forEach(body)
    }

    private func forEachPlainChildInSubtree(_ body: (PlainRIBNode) -> Void) {
        guard PlainChildren.parents.value > 0 else { return }
        forEachInSubtree { $0.forEachPlainChild(body) }
    }
}
