// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

extension Routing {
    /// Finds what this RIB keeps of the RIBs that were detached below it, when it is detached
    /// itself, with all below it.
    ///
    /// What was detached must be gone when the RIB above it goes. If that one kept it, both are
    /// freed together now, and nothing is left to see at a deadline or at the end of a test. So it
    /// is looked for at this moment. Only what nothing but the leaving RIBs keeps is recorded:
    /// anything else may still be released in time.
    ///
    /// Call it after the RIBs became inactive, since that is when they clean up.
    ///
    /// - Parameters:
    ///   - parent: The router that it is detached from.
    ///   - last: The last expectation that counts. What the RIB itself detaches while it leaves
    ///     goes with it.
    func judgeDetachedBelow(detachedFrom parent: ObjectID, upTo last: UInt64) {
        var leaving: [any RecordedObject] = []
        forEachInSubtree { router in
            guard let recorded = router as? any RecordedObject, !recorded.recordedID.isNone
            else { return }
            leaving.append(recorded)
        }
        Recorder.shared.ribsLeave(Set(leaving.map(\.recordedID)), from: parent, upTo: last) {
            var keepers: [(id: ObjectID, address: UInt)] = []
            for recorded in leaving {
                recorded.forEachRecordedPart { part in
                    guard part.isOfOneRIB else { return }
                    let address = Unmanaged.passUnretained(part.object).toOpaque()
                    keepers.append((part.id, UInt(bitPattern: address)))
                }
            }
            return keepers
        }
    }
}
