// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A queue of elements that are due after some running time.
///
/// Elements with the same time limit wait in one line, in the order of their arrival. So a tick
/// looks only at those that are due and at one more per limit. The user calls `tick` regularly
/// while the queue is not empty.
package struct DeadlineQueue<Element> {
    /// An element that is due.
    package struct Due {
        package let element: Element
        /// The running time, in nanoseconds, since which the element has certainly waited.
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

    /// Resumes counting after a pause without ticks.
    package mutating func resume(at now: UInt64) { time.resume(at: now) }

    /// Adds an element that is due after `limit` nanoseconds of running time or a little later, but
    /// never too early.
    package mutating func add(_ element: Element, limit: UInt64) {
        let limit = Self.rounded(limit / time.tickLength + (limit % time.tickLength > 0 ? 1 : 0))
        // One tick more, because an unknown part of the current one has already passed.
        let due = time.elapsed / time.tickLength + limit + 2
        let line = lines.firstIndex { $0.limit == limit } ?? lines.endIndex
        if line == lines.endIndex { lines.append(DeadlineLine(limit: limit)) }
        lines[line].append(element, due: due)
        count += 1
    }

    /// Counts the time since the last tick. Removes and returns what is due.
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

    /// Removes elements that are no longer needed.
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

    /// Rounds a limit in ticks up to its 5 most significant bits, so that there are few different
    /// limits.
    private static func rounded(_ ticks: UInt64) -> UInt64 {
        // A longer limit never ends: the clock does not last that long.
        let ticks = min(ticks, UInt64(UInt32.max))
        let spare = max(0, UInt64.bitWidth - ticks.leadingZeroBitCount - 5)
        let unit: UInt64 = 1 << UInt64(spare)
        return (ticks + unit - 1) / unit * unit
    }
}

/// The elements of a `DeadlineQueue` that have the same limit, in the order of their arrival.
struct DeadlineLine<Element> {
    /// Neighbouring elements that are due at the same tick. Stored once for all of them, since
    /// there may be very many.
    private struct Run {
        /// In ticks.
        let due: UInt64
        var count: Int
    }

    /// In ticks.
    let limit: UInt64
    private var elements: [Element] = []
    /// The elements before this index are taken.
    private var head = 0
    /// The runs of the elements from `head` on. There are few, because each tick adds at most one.
    private var runs: [Run] = []

    init(limit: UInt64) {
        self.limit = limit
    }

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    /// - Parameter due: The tick at which it is due, not earlier than that of earlier elements.
    mutating func append(_ element: Element, due: UInt64) {
        elements.append(element)
        extendRuns(due: due)
    }

    mutating func takeDue(
        at elapsed: UInt64, tickLength: UInt64, into due: inout [DeadlineQueue<Element>.Due]
    ) {
        // Compares once for all elements of a run, and never for a due time beyond the clock's end.
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
        // Moves the rest to the front only after more elements were taken than are left, which
        // spreads the cost.
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

/// Counts the time in which the process ran, as measured by regular ticks.
///
/// Between two ticks, at most one tick's length counts. If more time passed, the process was
/// stopped by a debugger or a signal, or got no processor.
package struct RunningTime: Sendable {
    /// The longest time that counts between two ticks, in nanoseconds.
    package let tickLength: UInt64
    /// Nanoseconds counted so far.
    package private(set) var elapsed: UInt64 = 0
    private var lastTick: UInt64

    /// - Parameters:
    ///   - tickLength: Nanoseconds, more than 0.
    ///   - now: The start, on any steady clock in nanoseconds.
    package init(tickLength: UInt64, from now: UInt64 = 0) {
        self.tickLength = max(tickLength, 1)
        lastTick = now
    }

    /// Resumes counting after a pause that does not count.
    package mutating func resume(at now: UInt64) { lastTick = now }

    /// Counts the time since the last tick.
    package mutating func tick(at now: UInt64) {
        elapsed += min(now > lastTick ? now - lastTick : 0, tickLength)
        lastTick = now
    }
}

/// Calls a closure regularly while it is started. One timer serves everything that waits.
///
/// It keeps no process alive and costs nothing while it is stopped. Timers need a thread of
/// libdispatch's, so all is done aside.
package final class Ticker: Sendable {
    private let timer = Protected<(any DispatchSourceTimer)?>(nil)
    private let interval: DispatchTimeInterval
    private let leeway: DispatchTimeInterval
    private let queue: DispatchQueue
    private let onTick: @Sendable () -> Void

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
        (self.queue, self.onTick) = (queue, onTick)
    }

    deinit {
        guard timer.withLock({ $0 != nil }) else { return }
        Aside.perform { [timer] in timer.withLock { $0?.cancel() } }
    }

    /// Ticks from now on.
    package func start() {
        Aside.perform { [timer, interval, leeway, queue, onTick] in
            timer.withLock { timer in
                let source = timer ?? DispatchSource.makeTimerSource(queue: queue)
                if timer == nil { source.setEventHandler(handler: onTick) }
                timer = source
                source.schedule(deadline: .now() + interval, repeating: interval, leeway: leeway)
                source.activate()
            }
        }
    }

    /// Stops ticking. A tick that is under way may still come.
    package func stop() {
        // Only moves it to a far date, because a suspended source must not be released.
        Aside.perform { [timer] in timer.withLock { $0?.schedule(deadline: .distantFuture) } }
    }
}
