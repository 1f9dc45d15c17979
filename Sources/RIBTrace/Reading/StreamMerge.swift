// SPDX-License-Identifier: Apache-2.0

/// Brings the events of several streams into one order: by time, definitions first where the time
/// is the same, then by the order of the streams.
///
/// A binary heap of the places in that order of the streams' next events, which are read when their
/// turn comes.
package struct StreamMerge {
    private let streams: [StreamReader]
    private var heap: [Key] = []

    package init(_ streams: [StreamReader]) {
        self.streams = streams
        heap = streams.indices.compactMap { Key(streams[$0], $0) }
        for index in heap.indices.reversed() { sink(index) }
    }

    /// The next event of all streams; nil after the last.
    ///
    /// - Complexity: O(log of the number of streams), and O(1) where a stream's events follow each
    ///   other.
    mutating func next() -> TimedEvent? {
        while let first = heap.first {
            let stream = streams[first.stream]
            let event = stream.next()
            if let key = Key(stream, first.stream) {
                heap[0] = key
            } else {
                heap.swapAt(0, heap.count - 1)
                heap.removeLast()
            }
            if heap.count > 1 { sink(0) }
            // Nil where a stream turns out to be damaged.
            if let event { return event }
        }
        return nil
    }

    /// Gives all events to a consumer.
    package mutating func readAll(into consumer: inout some EventConsumer) {
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

    /// - Returns: Nil at the end of the stream.
    init?(_ reader: StreamReader, _ stream: Int) {
        guard let (number, time) = reader.nextHeader() else { return nil }
        self.time = time
        isDefinition = number <= TraceEvent.Record.stackDefined.rawValue
        self.stream = stream
    }

    func precedes(_ other: Key) -> Bool {
        if time != other.time { return time < other.time }
        return isDefinition != other.isDefinition ? isDefinition : stream < other.stream
    }
}
