// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The deadlines of expectations, and the one timer that counts the time up to them.
///
/// It ticks only while deadlines are pending. An object that passed its deadline but waits for the
/// main queue is checked after the main queue has run.
struct Deadlines {
    typealias Due = DeadlineQueue<Deadline>.Due

    /// Identifies the deadline of an expectation.
    struct Deadline {
        let token: ExpectationToken
        /// Where the watch stands in `ReportingWatches`; of no meaning for other watches.
        let place: UInt32
    }

    /// Nanoseconds: often enough for limits of seconds.
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

    /// What may be looked at once the main queue ran what was pending at its deadline.
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

    /// Begins to tick: a deadline is to be added at the next tick at the latest.
    mutating func begin(at now: UInt64) {
        guard !isOver, !isTicking else { return }
        queue.resume(at: now)
        start()
    }

    /// Forgets deadlines that are of no interest any more.
    mutating func removeAll(where isObsolete: (Deadline) -> Bool) {
        queue.removeAll(where: isObsolete)
    }

    /// Counts the time since the last tick.
    ///
    /// - Parameters:
    ///   - mark: A number that the main queue has not served.
    ///   - isPending: Whether an expectation is still open.
    /// - Returns: True when something waits for that number.
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

    /// Takes what may be looked at now, and stops ticking when no deadline is to come.
    ///
    /// - Parameter served: The highest number that the main queue has served.
    mutating func takeReady(served: UInt64) -> [Due] {
        for batch in waiting where batch.mark <= served { ready += batch.due }
        waiting.removeAll { $0.mark <= served }
        if queue.isEmpty { stop() }
        defer { ready = [] }
        return ready
    }

    /// The main queue served another number.
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

    /// Lets no time pass, and stops the timer, until `resume`.
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

/// The elements of a `DeadlineQueue` that have the same limit, in the order of their arrival.
struct DeadlineLine<Element> {
    /// Neighbours that are due at the same tick: said once, since there may be very many.
    private struct Run {
        /// In ticks.
        let due: UInt64
        var count: Int
    }

    /// In ticks.
    let limit: UInt64
    private var elements: [Element] = []
    /// Those before it are taken.
    private var head = 0
    /// Of the elements from `head` on; few, as each tick makes one at most.
    private var runs: [Run] = []

    init(limit: UInt64) {
        self.limit = limit
    }

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    /// - Parameter due: In ticks, not before those of earlier elements.
    mutating func append(_ element: Element, due: UInt64) {
        elements.append(element)
        extendRuns(due: due)
    }

    mutating func takeDue(
        at elapsed: UInt64, tickLength: UInt64, into due: inout [DeadlineQueue<Element>.Due]
    ) {
        // Once for all elements of a run, and never for a due time beyond the clock's end.
        let isOver = { (run: Run) in run.due <= elapsed / tickLength }
        let over = runs.prefix(while: isOver)
        for run in over {
            let since = (run.due - min(limit, run.due)) * tickLength
            for element in elements[head..<head + run.count] {
                due.append(DeadlineQueue.Due(element: element, since: since))
            }
            head += run.count
        }
        runs.removeFirst(over.count)
        // Moving the rest to the front is paid for by what went.
        if head > elements.count / 2 {
            elements.removeFirst(head)
            head = 0
        }
    }

    mutating func removeAll(where isObsolete: (Element) -> Bool) {
        var rest: [Element] = []
        let old = runs
        runs = []
        for run in old {
            for element in elements[head..<head + run.count] where !isObsolete(element) {
                rest.append(element)
                extendRuns(due: run.due)
            }
            head += run.count
        }
        elements = rest
        head = 0
    }

    private mutating func extendRuns(due: UInt64) {
        if runs.last?.due == due {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(due: due, count: 1))
        }
    }
}
