// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// The deadlines of expectations. An object that passed its deadline but waits for the main queue
/// is checked after the main queue has run.
struct Deadlines {
    typealias Due = DeadlineQueue<ExpectationToken>.Due

    /// Nanoseconds between two ticks: often enough for limits of seconds.
    static let tickLength: UInt64 = 100_000_000

    /// Those to come, with the one timer that counts the time up to them.
    var queue = DeadlineQueue<ExpectationToken>(tickLength: tickLength)
    private var ready: [Due] = []
    /// What may be checked once the main queue has run what was pending when its time passed.
    private var waiting: [(mark: UInt64, due: [Due])] = []
    /// Whether nothing is judged at a deadline any more.
    private(set) var isOver = false

    mutating func add(_ token: ExpectationToken, limit: UInt64, at now: UInt64) {
        if !isOver { queue.add(token, limit: limit, at: now) }
    }

    /// Counts the time since the last tick.
    ///
    /// - Parameters:
    ///   - mark: A number that the main queue has not served.
    ///   - isPending: Whether an expectation is still open.
    /// - Returns: True if something waits until the main queue has served that number.
    mutating func tick(
        at now: UInt64, mark: UInt64, isPending: (ExpectationToken) -> Bool
    ) -> Bool {
        var late: [Due] = []
        let due = queue.tick(at: now)
        for due in due {
            if due.element.isOnMain { late.append(due) } else { ready.append(due) }
        }
        // If everything is freed in time, nothing has to wait.
        guard late.contains(where: { isPending($0.element) }) else { return false }
        waiting.append((mark, late))
        return true
    }

    /// Returns what may be checked now, and stops ticking when no deadline is left.
    ///
    /// - Parameter served: The highest number that the main queue has served.
    mutating func takeReady(served: UInt64) -> [Due] {
        for batch in waiting where batch.mark <= served { ready += batch.due }
        waiting.removeAll { $0.mark <= served }
        if queue.isEmpty { queue.stop() }
        defer { ready = [] }
        return ready
    }

    /// Called when the main queue has served another number.
    mutating func mainQueueRan() {
        if !waiting.isEmpty { queue.start() }
    }

    /// Forgets all deadlines, also those to come.
    mutating func end() {
        isOver = true
        queue.removeAll()
        waiting = []
    }
}

/// Runs the searches for what keeps objects alive after their deadline.
///
/// The searches run one after the other on a separate queue. A search may take seconds, during
/// which further deadlines are judged. Survivors that arrive meanwhile share the next search.
final class DeadlineSearches: Sendable {
    private struct State {
        var waiting: [Expectations.Survivor] = []
        /// Those that wait, and those that are being searched for.
        var scheduled: Set<ObjectID> = []
        var isUnderWay = false
        /// The survivors that the leak detector waits for, with the return addresses of the code
        /// that let each go.
        var awaited: [ObjectID: [UInt]] = [:]
        /// What it has not fetched yet.
        var answers: [ObjectID: SurvivorAnswer] = [:]
    }

    private let state = Protected(State())
    private let queue = DispatchQueue(label: "ribleak.searches", qos: .utility)

    /// Schedules a search for survivors.
    ///
    /// If there are very many, only the first are searched for. The judgement at process exit
    /// searches for the others.
    ///
    /// - Parameter search: Searches for the given survivors. Called on another thread.
    /// - Returns: How many of them are searched for.
    @discardableResult
    func add(
        _ survivors: [Expectations.Survivor],
        _ search: @escaping @Sendable ([Expectations.Survivor]) -> Void
    ) -> Int {
        let (isFirst, count) = state.withLock { state in
            let room = max(0, RetainSearch.mostTargets - state.waiting.count)
            let taken = survivors.prefix(room)
            state.waiting += taken
            state.scheduled.formUnion(taken.map(\.id))
            guard !state.waiting.isEmpty, !state.isUnderWay else { return (false, taken.count) }
            state.isUnderWay = true
            return (true, taken.count)
        }
        guard isFirst else { return count }
        // The leak detector asks on the main thread.
        let isBegun = Aside.perform { [self] in
            queue.async { [self] in
                while let survivors = next() { search(survivors) }
            }
        }
        if isBegun { return count }
        state.withLock { state in
            (state.waiting, state.scheduled, state.isUnderWay) = ([], [], false)
        }
        return 0
    }

    private func next() -> [Expectations.Survivor]? {
        state.withLock { state in
            state.scheduled = Set(state.waiting.map(\.id))
            guard !state.waiting.isEmpty else {
                state.isUnderWay = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Those of some survivors that the leak detector waits for, with the return addresses of the
    /// code that let each go.
    func awaited(among survivors: [Expectations.Survivor]) -> [ObjectID: [UInt]] {
        state.withLock { state in
            if state.awaited.isEmpty { return [:] }
            let ids = Set(survivors.map(\.id))
            return state.awaited.filter { ids.contains($0.key) }
        }
    }

    /// Keeps answers until the leak detector fetches them.
    ///
    /// - Parameter isExpected: Whether an object is still expected to go. What is kept for others
    ///   is dropped.
    func keep(_ answers: [ObjectID: SurvivorAnswer], where isExpected: (ObjectID) -> Bool) {
        state.withLock { state in
            for (id, answer) in answers where state.awaited.removeValue(forKey: id) != nil {
                state.answers[id] = answer
            }
            state.awaited = state.awaited.filter { isExpected($0.key) }
            state.answers = state.answers.filter { isExpected($0.key) }
        }
    }

    /// Takes the answer for a survivor, or has the next search for it give one.
    ///
    /// - Returns: The answer, if there is one, and whether a search for the survivor is scheduled.
    func take(
        _ id: ObjectID, letGoBy callers: [UInt]
    ) -> (SurvivorAnswer?, isScheduled: Bool) {
        state.withLock { state in
            if let answer = state.answers.removeValue(forKey: id) { return (answer, true) }
            state.awaited[id] = callers
            return (nil, state.scheduled.contains(id))
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

    /// - Parameter survivors: Those that looking at them retains have their memory kept.
    /// - Returns: How many of them are searched for.
    @discardableResult
    func searchAside(for survivors: [Expectations.Survivor]) -> Int {
        deadlineSearches.add(survivors) { [self] survivors in
            let left = survivors.filter { expectations.contains($0.id) && isLiving($0) }
            let found = OwnFrames.begin { recordRetention(of: left, frames: $0) }
            giveUpMemory(of: survivors)
            let answers = deadlineSearches.awaited(among: survivors).map { id, callers in
                (id, retainSearch.answer(found[id], letGoBy: callers))
            }
            deadlineSearches.keep(Dictionary(uniqueKeysWithValues: answers)) {
                expectations.contains($0)
            }
        }
    }

    /// Without retaining it: the last release of an object may belong to another thread.
    private func isLiving(_ survivor: Expectations.Survivor) -> Bool {
        !survivor.isHeld
            || UnsafeMutableRawPointer(bitPattern: survivor.address).map(ObjectReference.isLiving)
                == true
    }

    func giveUpMemory(of survivors: [Expectations.Survivor]) {
        for survivor in survivors where survivor.isHeld {
            UnsafeMutableRawPointer(bitPattern: survivor.address)
                .map(ObjectReference.giveUpMemory(of:))
        }
    }
}
