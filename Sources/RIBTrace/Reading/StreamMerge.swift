// SPDX-License-Identifier: Apache-2.0

/// Brings the events of several streams into one order: by time, definitions first where the time
/// is the same, then by the order of the streams.
///
/// A binary heap of the streams' next events, by their places in the order.
struct StreamMerge {
    private let streams: [StreamReader]
    /// A stream's next event, at the stream's index.
    private var heads: [TimedEvent?]
    private var heap: [Key] = []

    init(_ streams: [StreamReader]) {
        self.streams = streams
        heads = streams.map { $0.next() }
        heap = streams.indices.compactMap { index in heads[index].map { Key($0, index) } }
        for index in heap.indices.reversed() { sink(index) }
    }

    /// The next event of all streams; nil after the last.
    ///
    /// - Complexity: O(log of the number of streams), and O(1) where a stream's events follow each other.
    mutating func next() -> TimedEvent? {
        guard let stream = heap.first?.stream else { return nil }
        let head = streams[stream].next()
        if let head {
            heap[0] = Key(head, stream)
        } else {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
        }
        sink(0)
        // Not copied: an event may have a text or a list.
        return exchange(&heads[stream], with: head)
    }

    /// Gives all events to a consumer.
    mutating func readAll(into consumer: inout some EventConsumer) {
        while let event = next() { consumer.apply(event) }
    }

    /// The time of the earliest event that was not given yet; nil when there is none.
    var earliest: UInt64? { heap.first?.time }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            let left = index * 2 + 1
            for child in left..<min(left + 2, max(left, heap.count))
            where heap[child].precedes(heap[smallest]) {
                smallest = child
            }
            guard smallest != index else { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}

/// The place of a stream's next event in the order of all.
private struct Key {
    let time: UInt64
    private let isDefinition: Bool
    let stream: Int

    init(_ event: TimedEvent, _ stream: Int) {
        time = event.timestamp
        isDefinition = event.event.isDefinition
        self.stream = stream
    }

    func precedes(_ other: Key) -> Bool {
        if time != other.time { return time < other.time }
        return isDefinition != other.isDefinition ? isDefinition : stream < other.stream
    }
}
