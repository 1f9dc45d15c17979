// SPDX-License-Identifier: Apache-2.0

/// Brings the events of several streams into one order: by time, definitions first where the time
/// is the same, then by the order of the streams.
///
/// A binary heap of the times of the streams' next events; the events themselves stay where their
/// streams read them. A stream that still has the earliest event after one was taken costs one
/// comparison.
@usableFromInline
final class StreamMerge {
    private let streams: [StreamReader]
    /// A stream's next event, at the stream's index.
    private let heads: UnsafeMutablePointer<PackedEvent?>
    private let heap: UnsafeMutablePointer<Key>
    private var count = 0
    /// True while the heap's first event is handed out and its stream has not been read on.
    private var firstIsTaken = false

    init(_ streams: [StreamReader]) {
        self.streams = streams
        heads = .allocate(capacity: streams.count)
        heads.initialize(repeating: nil, count: streams.count)
        heap = .allocate(capacity: streams.count)
        for index in streams.indices {
            guard let head = streams[index].next() else { continue }
            heads[index] = head
            heap[count] = Key(head, stream: index)
            count += 1
        }
        for index in (0..<count).reversed() { sink(index) }
    }

    deinit {
        heads.deallocate()
        heap.deallocate()
    }

    /// The next event of all streams, valid until the next call; nil after the last.
    @usableFromInline
    func next() -> PackedEvent? {
        if firstIsTaken { readOn() }
        guard count > 0 else { return nil }
        firstIsTaken = true
        return heads[heap[0].stream]
    }

    /// Gives all events to a consumer.
    @inlinable
    func readAll(into consumer: inout some EventConsumer) {
        while let event = next() {
            if event.record.isDefinition {
                definition.map { consumer.define($0) }
            } else {
                consumer.apply(event)
            }
            guard var turn else { continue }
            while let event = turn.next() { consumer.apply(event) }
            end(turn)
        }
    }

    /// The time of the earliest event that was not given yet; nil when there is none.
    var earliest: UInt64? { count > 0 ? heads[heap[0].stream]?.timestamp : nil }

    /// What may be read after the event that `next` gave, before `next` is asked again: its
    /// stream, as far as that is ahead of the others.
    @usableFromInline var turn: Turn? {
        guard firstIsTaken else { return nil }
        var latest = streams[heap[0].stream].latest
        for other in 1..<max(1, min(count, 3)) {
            guard let time = heap[other].latestBefore(stream: heap[0].stream) else { return nil }
            latest = min(latest, time)
        }
        return Turn(cursor: streams[heap[0].stream].cursor, latest: latest)
    }

    /// Goes on where the reading of a turn ended.
    @usableFromInline
    func end(_ turn: Turn) {
        streams[heap[0].stream].cursor = turn.cursor
    }

    /// The definition that `next` gave last, if it was one.
    @usableFromInline var definition: TraceEvent? {
        count > 0 ? streams[heap[0].stream].definition : nil
    }

    /// The thread that recorded what `next` gave last.
    var threadID: UInt32 { count > 0 ? streams[heap[0].stream].threadID : 0 }

    @inline(__always)
    private func readOn() {
        firstIsTaken = false
        let index = heap[0].stream
        // The array keeps the stream: counting a reference to it would cost as much as reading.
        let head = Unmanaged.passUnretained(streams[index])._withUnsafeGuaranteedRef { $0.next() }
        if let head {
            heads[index] = head
            heap[0] = Key(head, stream: index)
        } else {
            count -= 1
            heap[0] = heap[count]
        }
        if count > 1 { sink(0) }
    }

    @inline(__always)
    private func sink(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            let left = index * 2 + 1
            if left < count, heap[left].precedes(heap[smallest]) { smallest = left }
            if left + 1 < count, heap[left + 1].precedes(heap[smallest]) { smallest = left + 1 }
            guard smallest != index else { return }
            swap(&heap[index], &heap[smallest])
            index = smallest
        }
    }
}

/// The events of one stream, definitions apart, before the next of the others.
@usableFromInline
struct Turn {
    @usableFromInline var cursor: PacketCursor
    @usableFromInline let latest: UInt64

    @inlinable
    @inline(__always)
    mutating func next() -> PackedEvent? { cursor.next(through: latest) }
}

/// The place of a stream's next event in the order of all.
private struct Key {
    private let time: UInt64
    /// 0 for definitions, else 1, above the stream's index.
    private let tie: UInt64

    private static var later: UInt64 { 1 << 32 }

    @inline(__always)
    init(_ event: PackedEvent, stream: Int) {
        time = event.timestamp
        tie = UInt64(stream) | (event.record.isDefinition ? 0 : Self.later)
    }

    @inline(__always)
    var stream: Int { Int(truncatingIfNeeded: tie & 0xFFFF_FFFF) }

    /// The latest time at which an event of `stream` that is no definition comes first; nil when
    /// none can.
    func latestBefore(stream: Int) -> UInt64? {
        if UInt64(stream) | Self.later < tie { return time }
        return time > 0 ? time - 1 : nil
    }

    @inline(__always)
    func precedes(_ other: Key) -> Bool {
        time != other.time ? time < other.time : tie < other.tie
    }
}
