// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

extension RecordingSession {
    /// Records the objects that outlived their deadline, each once, as a judgement of only these
    /// objects.
    ///
    /// The search for why they are alive comes afterwards. A process that is killed during it loses
    /// only the reasons. The leak detector speaks of them last.
    func tick(at now: UInt64) {
        let (survivors, needsMark) = expectations.tick(at: now)
        if needsMark { markMainQueue() }
        guard !survivors.isEmpty else { return }
        judgements.withLock { _ in
            for survivor in survivors {
                record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
            }
            record(.settled(.deadline, scope: .none, unjudged: 0))
        }
        defer { expectations.wereJudged(survivors) }
        guard searchesRetention else { return }
        // Leaves out objects that this check itself retains until the main thread releases them.
        searchAside(for: survivors.filter { !$0.isHeld })
    }

    /// Searches on another thread for why survivors are alive.
    ///
    /// The searches run one after the other. One may take seconds, during which further deadlines
    /// are judged. Survivors that arrive meanwhile share the next search. If there are very many,
    /// only the first are searched for: the judgement at process exit searches for the others.
    ///
    /// - Parameter survivors: Those that looking at them retains have their memory kept.
    /// - Returns: Those that are not searched for.
    @discardableResult
    func searchAside(for survivors: [Expectations.Survivor]) -> [Expectations.Survivor] {
        expectations.setSought(survivors, true)
        var (left, isFirst) = overdue.add(survivors)
        // The leak detector asks on the main thread.
        if isFirst, !Aside.perform({ [self] in searchQueue.async { [self] in searchOverdue() } }) {
            while let dropped = overdue.next() { left += dropped }
        }
        giveUpMemory(of: left)
        expectations.setSought(left, false)
        return left
    }

    private func searchOverdue() {
        while let survivors = overdue.next() {
            let living = survivors.filter { expectations.contains($0.id) && isLiving($0) }
            let found = OwnFrames.begin { recordRetention(of: living, frames: $0) }
            giveUpMemory(of: survivors)
            for id in survivors.map(\.id) {
                guard let callers = expectations.callers(of: id) else { continue }
                expectations.keep(retainSearch.answer(found[id], letGoBy: callers), for: id)
            }
            expectations.setSought(survivors, false)
        }
    }

    /// Waits until the searches for everything overdue so far are done.
    func finishSearches() {
        let isQueued = DispatchSemaphore(value: 0)
        guard Aside.perform({ isQueued.signal() }) else { return }
        isQueued.wait()
        searchQueue.sync {}
    }

    /// Without retaining it: the last release of an object may belong to another thread.
    private func isLiving(_ survivor: Expectations.Survivor) -> Bool {
        !survivor.isHeld || ObjectReference.isLiving(at: survivor.address)
    }

    private func giveUpMemory(of survivors: [Expectations.Survivor]) {
        for survivor in survivors where survivor.isHeld {
            ObjectReference.giveUpMemory(at: survivor.address)
        }
    }
}
