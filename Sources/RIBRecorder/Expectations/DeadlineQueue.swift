// SPDX-License-Identifier: Apache-2.0

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
