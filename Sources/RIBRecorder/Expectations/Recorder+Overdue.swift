// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
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
    /// Records the objects that outlived their deadline, each once, as a judgement of only these.
    /// The search for why they are alive comes afterwards: a process that is killed during it loses
    /// only the reasons. The leak detector speaks of them last.
    func tick(at now: UInt64) {
        let (survivors, needsMark) = expectations.tick(at: now)
        if needsMark { markMainQueue() }
        guard !survivors.isEmpty else { return }
        judgements.withLock { _ in
            recordAlive(survivors)
            record(.settled(.deadline, scope: .none, unjudged: 0))
        }
        defer { expectations.change(survivors) { $0.isJudged = true } }
        guard searchesRetention else { return }
        // Leaves out objects that this check itself retains until the main thread releases them.
        searchAside(for: survivors.filter { !$0.isHeld })
    }

    /// Searches on another thread for why survivors are alive. Those that looking at them retains
    /// have their memory kept. Returns those that are not searched for.
    ///
    /// The searches run one after the other. One may take seconds, during which further deadlines
    /// are judged. Survivors that arrive meanwhile share the next search. If there are very many,
    /// only the first are searched for: the judgement at process exit searches for the others.
    @discardableResult
    func searchAside(for survivors: [Expectations.Survivor]) -> [Expectations.Survivor] {
        expectations.change(survivors) { $0.isSought = true }
        var (left, isFirst) = overdue.add(survivors)
        // The leak detector asks on the main thread.
        if isFirst, !Aside.perform({ [self] in searchQueue.async { [self] in searchOverdue() } }) {
            while let dropped = overdue.next() { left += dropped }
        }
        giveUpMemory(of: left)
        expectations.change(left) { $0.isSought = false }
        return left
    }

    /// Searches for an object that was judged, and that no search has explained for the leak
    /// detector. False if it is gone, or there is no room for it.
    fileprivate func searchAgain(for id: ObjectID) -> Bool {
        guard let survivor = expectations.survivorKeepingMemory(id, at: now()) else { return false }
        return searchAside(for: [survivor]).isEmpty
    }

    private func searchOverdue() {
        while let survivors = overdue.next() {
            // Without retaining them: the last release of one may belong to another thread.
            let living = survivors.filter { survivor in
                expectations.contains(survivor.id)
                    && (!survivor.isHeld || ObjectReference.isLiving(at: survivor.address))
            }
            let found = RetainSearch.withOwnFrames { recordRetention(of: living, frames: $0) }
            giveUpMemory(of: survivors)
            for survivor in survivors {
                let callers = expectations.read(survivor.id) { $0.callers }
                guard let callers else { continue }
                // Kept until the leak detector fetches it.
                let answer = retainSearch.answer(found[survivor.id], letGoBy: callers)
                expectations.change([survivor]) { watch in
                    if watch.callers != nil { (watch.answer, watch.callers) = (answer, nil) }
                }
            }
            expectations.change(survivors) { $0.isSought = false }
        }
    }

    /// Waits until the searches for everything overdue so far are done.
    func finishSearches() {
        let isQueued = DispatchSemaphore(value: 0)
        guard Aside.perform({ isQueued.signal() }) else { return }
        isQueued.wait()
        searchQueue.sync {}
    }

    private func giveUpMemory(of survivors: [Expectations.Survivor]) {
        for survivor in survivors where survivor.isHeld {
            ObjectReference.giveUpMemory(at: survivor.address)
        }
    }
}
