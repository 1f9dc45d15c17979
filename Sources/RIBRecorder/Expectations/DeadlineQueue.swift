// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// What is due after some running time.
///
/// Elements with the same time limit wait in the order of their arrival, so a tick looks at those
/// that are due and at one more a limit, not at all. Whoever uses it ticks while it is not empty.
package struct DeadlineQueue<Element> {
    /// What a tick found to be due.
    package struct Due {
        package let element: Element
        /// The running time, in nanoseconds, from which the element surely waited.
        package let since: UInt64
    }

    private var lines: [DeadlineLine<Element>] = []
    private var time: RunningTime

    /// How many elements wait.
    package private(set) var count = 0
    package var isEmpty: Bool { count == 0 }

    /// The running time so far, in nanoseconds.
    package var elapsed: UInt64 { time.elapsed }

    /// - Parameter tickLength: Nanoseconds between two ticks.
    package init(tickLength: UInt64) {
        time = RunningTime(tickLength: tickLength)
    }

    /// Begins to count again after a stretch without ticks.
    package mutating func resume(at now: UInt64) { time.resume(at: now) }

    /// Adds an element that is due after `limit` nanoseconds of running time or a little later, but
    /// never too early.
    package mutating func add(_ element: Element, limit: UInt64) {
        let limit = Self.rounded(limit / time.tickLength + (limit % time.tickLength > 0 ? 1 : 0))
        // One more tick, since of the present one an unknown part is over.
        let due = time.elapsed / time.tickLength + limit + 2
        let line = lines.firstIndex { $0.limit == limit } ?? lines.endIndex
        if line == lines.endIndex { lines.append(DeadlineLine(limit: limit)) }
        lines[line].append(element, due: due)
        count += 1
    }

    /// Counts the time since the last tick, and takes out what is due.
    package mutating func tick(at now: UInt64) -> [Due] {
        time.tick(at: now)
        var due: [Due] = []
        for line in lines.indices {
            lines[line].takeDue(at: time.elapsed, tickLength: time.tickLength, into: &due)
        }
        lines.removeAll(where: \.isEmpty)
        count -= due.count
        return due
    }

    /// Takes out what is of no interest any more.
    package mutating func removeAll(where isObsolete: (Element) -> Bool) {
        count = 0
        for line in lines.indices {
            lines[line].removeAll(where: isObsolete)
            count += lines[line].count
        }
    }

    package mutating func removeAll() {
        lines = []
        count = 0
    }

    /// A limit in ticks with only its 5 most significant bits, rounded up: so that there are few
    /// different ones, whatever is asked for.
    private static func rounded(_ ticks: UInt64) -> UInt64 {
        // Longer than the clock lasts is for ever.
        let ticks = min(ticks, UInt64(UInt32.max))
        let spare = max(0, UInt64.bitWidth - ticks.leadingZeroBitCount - 5)
        let unit: UInt64 = 1 << UInt64(spare)
        return (ticks + unit - 1) / unit * unit
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

/// Counts the time in which the process ran, as far as ticks tell.
///
/// Between two ticks at most one tick's length counts: when more is missing, the process was stopped
/// by a debugger or a signal, or got no processor.
package struct RunningTime: Sendable {
    /// What two ticks may be apart, in nanoseconds.
    package let tickLength: UInt64
    /// Nanoseconds counted so far.
    package private(set) var elapsed: UInt64 = 0
    private var lastTick: UInt64

    /// - Parameters:
    ///   - tickLength: Nanoseconds, more than 0.
    ///   - now: When to begin, on any steady clock in nanoseconds.
    package init(tickLength: UInt64, from now: UInt64 = 0) {
        self.tickLength = max(tickLength, 1)
        lastTick = now
    }

    /// Begins to count again after a stretch that does not count.
    package mutating func resume(at now: UInt64) { lastTick = now }

    /// Counts what has passed since the last tick.
    package mutating func tick(at now: UInt64) {
        elapsed += min(now > lastTick ? now - lastTick : 0, tickLength)
        lastTick = now
    }
}

/// Calls a closure regularly while it is started: one timer for all that waits.
///
/// It keeps no process alive and costs nothing while it is stopped.
package final class Ticker: @unchecked Sendable {
    // Unchecked but right: nothing here changes after init, and a dispatch source may be used from
    // any thread.
    private let timer: any DispatchSourceTimer
    private let interval: DispatchTimeInterval
    private let leeway: DispatchTimeInterval

    /// Makes a ticker that is stopped.
    ///
    /// - Parameters:
    ///   - interval: Nanoseconds between two calls.
    ///   - queue: Where `onTick` is called; serial.
    package init(
        interval: UInt64, queue: DispatchQueue, onTick: @escaping @Sendable () -> Void
    ) {
        self.interval = .nanoseconds(Int(clamping: interval))
        leeway = .nanoseconds(Int(clamping: interval / 10))
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler(handler: onTick)
        // A source may not be released while suspended: stopping one only sets it far away.
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    deinit {
        timer.cancel()
    }

    /// Ticks from now on.
    package func start() {
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: leeway)
    }

    /// Ticks no more, save once if a tick is under way.
    package func stop() {
        timer.schedule(deadline: .distantFuture)
    }
}
