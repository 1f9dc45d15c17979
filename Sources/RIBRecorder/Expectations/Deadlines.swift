// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// The deadlines of expectations, and the one timer that counts the time up to them.
///
/// It ticks only while deadlines are pending. An object that passed its deadline but waits for the
/// main queue is checked after the main queue has run.
struct Deadlines {
    typealias Due = DeadlineQueue<Deadline>.Due

    /// Identifies the deadline of an expectation.
    struct Deadline {
        let token: ExpectationToken
        /// The place of the watch in `ReportingWatches`. Not used for other watches.
        let place: UInt32
    }

    /// Nanoseconds between two ticks: often enough for limits of seconds.
    static let tickLength: UInt64 = 100_000_000

    /// The function that the timer calls. Without it there is no timer.
    var onTick: (@Sendable () -> Void)?

    private var queue = DeadlineQueue<Deadline>(tickLength: tickLength)
    private var ready: [Due] = []
    private var waiting: [WaitingForMain] = []
    private var ticker: Ticker?
    private var isTicking = false
    private var isOver = false
    /// How many callers have paused the timer.
    private var pauses = 0

    /// Deadlines that may be checked once the main queue has run what was pending when they passed.
    private struct WaitingForMain {
        let mark: UInt64
        let due: [Due]
    }

    init() {}

    /// How many deadlines are to come.
    var count: Int { queue.count }
    /// The running time so far, in nanoseconds.
    var elapsed: UInt64 { queue.elapsed }

    mutating func add(_ deadline: Deadline, limit: UInt64, at now: UInt64) {
        guard !isOver else { return }
        queue.add(deadline, limit: limit)
        begin(at: now)
    }

    /// Starts ticking, for a deadline that is added at the next tick at the latest.
    mutating func begin(at now: UInt64) {
        guard !isOver, !isTicking else { return }
        queue.resume(at: now)
        start()
    }

    /// Forgets deadlines that are no longer needed.
    mutating func removeAll(where isObsolete: (Deadline) -> Bool) {
        queue.removeAll(where: isObsolete)
    }

    /// Counts the time since the last tick.
    ///
    /// - Parameters:
    ///   - mark: A number that the main queue has not served.
    ///   - isPending: Whether an expectation is still open.
    /// - Returns: True if something waits until the main queue has served that number.
    mutating func tick(
        at now: UInt64, mark: UInt64, isPending: (Deadline) -> Bool
    ) -> Bool {
        var late: [Due] = []
        let due = queue.tick(at: now)
        late.reserveCapacity(due.count)
        for due in due {
            if due.element.token.stamp.isOnMain { late.append(due) } else { ready.append(due) }
        }
        // If everything is freed in time, nothing has to wait.
        guard late.contains(where: { isPending($0.element) }) else { return false }
        waiting.append(WaitingForMain(mark: mark, due: late))
        return true
    }

    /// Returns what may be checked now, and stops ticking when no deadline is left.
    ///
    /// - Parameter served: The highest number that the main queue has served.
    mutating func takeReady(served: UInt64) -> [Due] {
        for batch in waiting where batch.mark <= served { ready += batch.due }
        waiting.removeAll { $0.mark <= served }
        if queue.isEmpty { stop() }
        defer { ready = [] }
        return ready
    }

    /// Called when the main queue has served another number.
    mutating func mainQueueRan() {
        if !waiting.isEmpty, !isTicking { start() }
    }

    /// Forgets all deadlines, also those to come.
    mutating func end() {
        isOver = true
        queue.removeAll()
        waiting = []
        stop()
    }

    private mutating func start() {
        guard let onTick else { return }
        isTicking = true
        if ticker == nil {
            ticker = Ticker(
                interval: Self.tickLength,
                queue: DispatchQueue(label: "ribleak.deadlines", qos: .utility), onTick: onTick)
        }
        if pauses == 0 { ticker?.start() }
    }

    /// Stops the timer and the counting of time until `resume`.
    mutating func pause() {
        pauses += 1
        if isTicking { ticker?.stop() }
    }

    mutating func resume(at now: UInt64) {
        pauses -= 1
        guard pauses == 0, isTicking else { return }
        queue.resume(at: now)
        ticker?.start()
    }

    private mutating func stop() {
        guard isTicking else { return }
        isTicking = false
        ticker?.stop()
    }
}

/// Runs the searches for what keeps objects alive after their deadline.
///
/// The searches run one after the other on a separate queue. A search may take seconds, during
/// which further deadlines are judged. Survivors that arrive meanwhile share the next search.
final class DeadlineSearches: Sendable {
    private struct State {
        var waiting: [Expectations.Survivor] = []
        var isUnderWay = false
    }

    private let state = Protected(State())
    private let queue = DispatchQueue(label: "ribleak.searches", qos: .utility)

    /// Schedules a search for survivors.
    ///
    /// If there are very many, only the first are searched for. The judgement at process exit
    /// searches for the others.
    ///
    /// - Parameter search: Searches for the given survivors. Called on another thread.
    func add(
        _ survivors: [Expectations.Survivor],
        _ search: @escaping @Sendable ([Expectations.Survivor]) -> Void
    ) {
        let isFirst = state.withLock { state in
            let room = max(0, RetainSearch.mostTargets - state.waiting.count)
            state.waiting += survivors.prefix(room)
            guard !state.waiting.isEmpty, !state.isUnderWay else { return false }
            state.isUnderWay = true
            return true
        }
        guard isFirst else { return }
        queue.async { [self] in
            while let survivors = next() { search(survivors) }
        }
    }

    private func next() -> [Expectations.Survivor]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isUnderWay = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Waits until the searches for everything added before are done.
    func finish() { queue.sync {} }
}

extension RecordingSession {
    /// Records the objects that outlived their deadline, each once, as a judgement of only these
    /// objects.
    ///
    /// The search for why they are alive comes afterwards. A process that is killed during it loses
    /// only the reasons.
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
        guard searchesRetention else { return }
        // Leaves out objects that this check itself retains until the main thread releases them.
        deadlineSearches.add(overdue.survivors.filter { !$0.isHeld }) { [self] survivors in
            let left = survivors.filter { expectations.contains($0.id) }
            OwnFrames.begin { recordRetention(of: left, frames: $0) }
        }
    }
}
