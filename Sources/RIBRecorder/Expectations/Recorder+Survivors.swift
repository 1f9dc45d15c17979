// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// What is known of an object that was judged at its deadline.
package struct SurvivorAnswer: Sendable {
    /// The references that keep it alive, from the root on; empty where none is known.
    package var path: [String] = []
    /// The project's function that let it go; empty where it is not known.
    package var function = ""
}

/// Whether the leak detector may speak of an object that is alive.
package enum SurvivorState: Sendable {
    /// Its judgement, or the search for what keeps it alive, is still to come: ask again.
    case pending
    /// It is in use again.
    case inUse
    /// Its judgement is written. Or there is none to wait for: nothing is recorded, or a test
    /// judges it at its end.
    case answered(SurvivorAnswer)
}

extension Recorder {
    /// What the leak detector may say of an object that outlived its time. Waits for nothing.
    ///
    /// - Parameter callers: The return addresses of the code that let the object go.
    package func state(of id: ObjectID, letGoBy callers: [UInt]) -> SurvivorState {
        guard let session, !id.isNone else { return .answered(SurvivorAnswer()) }
        let state = session.expectations.state(
            of: id, letGoBy: callers, isSearched: session.searchesRetention)
        return state ?? (session.searchAgain(for: id) ? .pending : .answered(SurvivorAnswer()))
    }

    /// The return addresses of the calling thread's stack, innermost first. Empty where stacks are
    /// not captured, and at level `sampled`, whose budget is for the recording.
    package func callers() -> [UInt] {
        guard let session, session.takesStacks, session.sample == nil else { return [] }
        let capacity = session.configuration.stackDepth + Int(RIBLEAK_STACKS_SPARE)
        return withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: capacity)
        {
            let count = Int(ribleak_stacks_capture($0.baseAddress, Int32(capacity)))
            return $0.prefix(max(count, 0)).map { UInt(bitPattern: $0) }
        }
    }
}

extension RecordingSession {
    /// Searches for an object that was judged, and that no search has explained for the leak
    /// detector.
    ///
    /// - Returns: False if the object is gone, or there is no room for it.
    fileprivate func searchAgain(for id: ObjectID) -> Bool {
        guard let survivor = expectations.survivorKeepingMemory(id, at: configuration.clock())
        else { return false }
        return searchAside(for: [survivor]).isEmpty
    }
}
