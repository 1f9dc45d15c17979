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
