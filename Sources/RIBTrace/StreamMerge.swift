/// Brings the events of several streams into one order: by time, definitions first where the time
/// is the same, then by the order of the streams.
///
/// A binary heap of the streams' next events; a stream that still has the earliest event after one
/// was taken costs one comparison.
struct StreamMerge {
    private let streams: [StreamReader]
    private var heap: [Head] = []
    /// True while the heap's first head was handed out and its stream has not been read on.
    private var firstIsTaken = false

    init(_ streams: [StreamReader]) {
        self.streams = streams
        for index in streams.indices {
            if let head = Self.read(from: streams[index], index: index) { heap.append(head) }
        }
        for index in heap.indices.reversed() { sink(index) }
    }

    /// The next event of all streams.
    ///
    /// - Returns: False after the last.
    @inline(__always)
    mutating func next(into event: inout PackedEvent) -> Bool {
        if firstIsTaken { readOn() }
        guard let first = heap.first else { return false }
        firstIsTaken = true
        event = first.event
        return true
    }

    /// The definition that `next` gave last, if it was one.
    var definition: TraceEvent? { heap.first.flatMap { streams[$0.streamIndex].definition } }

    @inline(__always)
    private mutating func readOn() {
        firstIsTaken = false
        let index = heap[0].streamIndex
        let stream = streams[index]
        let isRead = stream.next(into: &heap[0].event)
        guard isRead else { return removeFirst() }
        heap[0].prepare(index: index, threadID: stream.threadID)
        sink(0)
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        if !heap.isEmpty { sink(0) }
    }

    private static func read(from stream: StreamReader, index: Int) -> Head? {
        var head = Head()
        guard stream.next(into: &head.event) else { return nil }
        head.prepare(index: index, threadID: stream.threadID)
        return head
    }

    @inline(__always)
    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            let left = index * 2 + 1
            if left < heap.count, heap[left].precedes(heap[smallest]) { smallest = left }
            if left + 1 < heap.count, heap[left + 1].precedes(heap[smallest]) {
                smallest = left + 1
            }
            guard smallest != index else { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}

/// A stream's next event, and its place in the order of all.
private struct Head {
    private var time: UInt64 = 0
    /// 0 for definitions, else 1, above the stream's index.
    private var tie: UInt64 = 0
    var event = PackedEvent()

    @inline(__always)
    var streamIndex: Int { Int(tie & 0xFFFF_FFFF) }

    @inline(__always)
    mutating func prepare(index: Int, threadID: UInt32) {
        time = event.timestamp
        tie = UInt64(index) | (event.record.isDefinition ? 0 : 1 << 32)
        event.threadID = threadID
    }

    @inline(__always)
    func precedes(_ other: Head) -> Bool {
        time != other.time ? time < other.time : tie < other.tie
    }
}
