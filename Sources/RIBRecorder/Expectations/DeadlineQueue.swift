// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Elements that are due after some running time, and the ticker that has it counted. `add` starts
/// the ticker, which calls what calls `tick`. Its user stops it when no element is left.
package struct DeadlineQueue<Element> {
    /// In the order of their arrival, with the number of ticks at which they are due.
    private var waiting: [(due: UInt64, element: Element)] = []
    private var time: RunningTime
    /// Nil where the user calls `tick` by itself.
    package var ticker: Ticker?
    private var isTicking = false
    /// How many callers have paused the ticker.
    private var pauses = 0

    /// How many elements wait.
    package var count: Int { waiting.count }
    package var isEmpty: Bool { waiting.isEmpty }

    /// The running time so far, in nanoseconds.
    package var elapsed: UInt64 { time.elapsed }

    package init(tickLength: UInt64) {
        time = RunningTime(tickLength: tickLength)
    }

    /// Adds an element that is due after `limit` nanoseconds of running time or a little later, but
    /// never too early. Time counts from now on, if it has not counted so far.
    ///
    /// - Returns: The running time, in nanoseconds, since which the element certainly waits.
    @discardableResult
    package mutating func add(_ element: Element, limit: UInt64, at start: UInt64) -> UInt64 {
        if !isTicking { time.resume(at: start) }
        self.start()
        // One for the part of a tick that the division drops, one for the time since the last tick.
        let now = time.elapsed / time.tickLength + 2
        let wait = limit / time.tickLength + (limit % time.tickLength > 0 ? 1 : 0)
        // A limit for ever is never due.
        let (due, isForEver) = now.addingReportingOverflow(wait)
        waiting.append((isForEver ? .max : due, element))
        return now * time.tickLength
    }

    /// Counts the time since the last tick. Removes and returns what is due.
    package mutating func tick(at now: UInt64) -> [Element] {
        time.tick(at: now)
        let ticks = time.elapsed / time.tickLength
        let due = waiting.filter { $0.due <= ticks }
        if !due.isEmpty { waiting.removeAll { $0.due <= ticks } }
        return due.sorted { $0.due < $1.due }.map(\.element)
    }

    /// Removes elements that are no longer needed.
    package mutating func removeAll(where isObsolete: (Element) -> Bool) {
        waiting.removeAll { isObsolete($0.element) }
    }

    /// Removes all elements and stops ticking.
    package mutating func removeAll() {
        waiting = []
        stop()
    }

    /// Ticks from now on, if not yet.
    mutating func start() {
        guard !isTicking else { return }
        isTicking = true
        if pauses == 0 { ticker?.start() }
    }

    mutating func stop() {
        guard isTicking else { return }
        isTicking = false
        ticker?.stop()
    }

    /// Stops the ticker and the counting of time until `resume`.
    mutating func pause() {
        pauses += 1
        if isTicking { ticker?.stop() }
    }

    mutating func resume(at now: UInt64) {
        pauses -= 1
        guard pauses == 0, isTicking else { return }
        time.resume(at: now)
        ticker?.start()
    }
}

/// Counts the time in which the process ran, as measured by regular ticks. Between two of them, at
/// most one tick's length counts. If more time passed, the process was stopped by a debugger or a
/// signal, or got no processor.
package struct RunningTime: Sendable {
    /// The longest time that counts between two ticks, in nanoseconds.
    package let tickLength: UInt64
    /// Nanoseconds counted so far.
    package private(set) var elapsed: UInt64 = 0
    private var lastTick: UInt64

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
    private let interval: Int
    private let queue: DispatchQueue
    private let onTick: @Sendable () -> Void

    /// Makes a ticker that is stopped. It will call `onTick` on the serial queue, with some
    /// nanoseconds between two calls.
    package init(
        interval: UInt64, queue: DispatchQueue, onTick: @escaping @Sendable () -> Void
    ) {
        self.interval = Int(clamping: interval)
        (self.queue, self.onTick) = (queue, onTick)
    }

    deinit {
        guard timer.withLock({ $0 != nil }) else { return }
        Aside.perform { [timer] in timer.withLock { $0?.cancel() } }
    }

    /// Ticks from now on.
    package func start() {
        Aside.perform { [timer, interval, queue, onTick] in
            timer.withLock { timer in
                let source = timer ?? DispatchSource.makeTimerSource(queue: queue)
                if timer == nil { source.setEventHandler(handler: onTick) }
                timer = source
                source.schedule(
                    deadline: .now() + .nanoseconds(interval), repeating: .nanoseconds(interval),
                    leeway: .nanoseconds(interval / 10))
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
