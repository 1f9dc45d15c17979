/// The elements of a `DeadlineQueue` that have the same limit, in the order of their arrival.
struct DeadlineLine<Element> {
    private struct Entry {
        let element: Element
        /// In ticks; 32 bits of 100 ms last for 13 years.
        let due: UInt32
    }

    /// In ticks.
    let limit: UInt64
    private var entries: [Entry] = []
    /// Those before it are taken.
    private var head = 0

    init(limit: UInt64) {
        self.limit = limit
    }

    var count: Int { entries.count - head }
    var isEmpty: Bool { count == 0 }

    /// - Parameter due: In ticks, not before those of earlier elements.
    mutating func append(_ element: Element, due: UInt64) {
        entries.append(Entry(element: element, due: UInt32(clamping: due)))
    }

    mutating func takeDue(
        at elapsed: UInt64, tickLength: UInt64, into due: inout [DeadlineQueue<Element>.Due]
    ) {
        while head < entries.count, UInt64(entries[head].due) * tickLength <= elapsed {
            let entry = entries[head]
            let since = UInt64(entry.due) - min(limit, UInt64(entry.due))
            due.append(DeadlineQueue.Due(element: entry.element, since: since * tickLength))
            head += 1
        }
        // Moving the rest to the front is paid for by what went.
        if head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
    }

    mutating func removeAll(where isObsolete: (Element) -> Bool) {
        entries.removeFirst(head)
        head = 0
        entries.removeAll { isObsolete($0.element) }
    }
}
