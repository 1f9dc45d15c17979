// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// Runs the searches for what keeps objects alive after their deadline.
///
/// The searches run one after the other on a separate queue. A search may take seconds, during
/// which further deadlines are judged. Survivors that arrive meanwhile share the next search.
final class DeadlineSearches: Sendable {
    private let state = Protected((waiting: [Expectations.Survivor](), isUnderWay: false))
    private let queue = DispatchQueue(label: "ribleak.searches", qos: .utility)

    /// Schedules a search for survivors.
    ///
    /// If there are very many, only the first are searched for. The judgement at process exit
    /// searches for the others.
    ///
    /// - Parameter search: Searches for the given survivors. Called on another thread.
    /// - Returns: Those that are not searched for.
    func add(
        _ survivors: [Expectations.Survivor],
        _ search: @escaping @Sendable ([Expectations.Survivor]) -> Void
    ) -> [Expectations.Survivor] {
        let (isFirst, left) = state.withLock { state in
            let room = max(0, RetainSearch.mostTargets - state.waiting.count)
            state.waiting += survivors.prefix(room)
            let isFirst = !state.waiting.isEmpty && !state.isUnderWay
            if isFirst { state.isUnderWay = true }
            return (isFirst, Array(survivors.dropFirst(room)))
        }
        guard isFirst else { return left }
        // The leak detector asks on the main thread.
        let isBegun = Aside.perform { [self] in
            queue.async { [self] in
                while let survivors = next() { search(survivors) }
            }
        }
        if isBegun { return left }
        var dropped = left
        while let survivors = next() { dropped += survivors }
        return dropped
    }

    /// Takes all that wait. If there are none, no search is under way any more.
    private func next() -> [Expectations.Survivor]? {
        state.withLock { state in
            defer { state.waiting = [] }
            state.isUnderWay = !state.waiting.isEmpty
            return state.isUnderWay ? state.waiting : nil
        }
    }

    /// Waits until the searches for everything added before are done.
    func finish() {
        let isQueued = DispatchSemaphore(value: 0)
        guard Aside.perform({ isQueued.signal() }) else { return }
        isQueued.wait()
        queue.sync {}
    }
}

extension RecordingSession {
    /// Records the objects that outlived their deadline, each once, as a judgement of only these
    /// objects.
    ///
    /// The search for why they are alive comes afterwards. A process that is killed during it loses
    /// only the reasons. The leak detector speaks of them last.
    func tick(at now: UInt64) {
        let overdue = expectations.tick(at: now)
        if overdue.needsMark { markMainQueue() }
        guard !overdue.survivors.isEmpty else { return }
        judgements.withLock { _ in
            for survivor in overdue.survivors {
                record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
            }
            record(.settled(.deadline, scope: .none, unjudged: 0))
        }
        defer { expectations.wereJudged(overdue.survivors) }
        guard searchesRetention else { return }
        // Leaves out objects that this check itself retains until the main thread releases them.
        searchAside(for: overdue.survivors.filter { !$0.isHeld })
    }

    /// Searches on another thread for why survivors are alive.
    ///
    /// - Parameter survivors: Those that looking at them retains have their memory kept.
    /// - Returns: Those that are not searched for.
    @discardableResult
    func searchAside(for survivors: [Expectations.Survivor]) -> [Expectations.Survivor] {
        expectations.setSought(survivors, true)
        let left = deadlineSearches.add(survivors) { [self] survivors in
            let living = survivors.filter { expectations.contains($0.id) && isLiving($0) }
            let found = OwnFrames.begin { recordRetention(of: living, frames: $0) }
            giveUpMemory(of: survivors)
            for id in survivors.map(\.id) {
                guard let callers = expectations.callers(of: id) else { continue }
                expectations.keep(retainSearch.answer(found[id], letGoBy: callers), for: id)
            }
            expectations.setSought(survivors, false)
        }
        giveUpMemory(of: left)
        expectations.setSought(left, false)
        return left
    }

    /// Without retaining it: the last release of an object may belong to another thread.
    private func isLiving(_ survivor: Expectations.Survivor) -> Bool {
        !survivor.isHeld
            || UnsafeMutableRawPointer(bitPattern: survivor.address).map(ObjectReference.isLiving)
                == true
    }

    private func giveUpMemory(of survivors: [Expectations.Survivor]) {
        for survivor in survivors where survivor.isHeld {
            UnsafeMutableRawPointer(bitPattern: survivor.address)
                .map(ObjectReference.giveUpMemory(of:))
        }
    }
}
