// SPDX-License-Identifier: Apache-2.0

/// Brings the events of several streams into one order: by time; at the same time, definitions
/// first, since an event of another stream may use them; then by the order of the streams.
///
/// Each stream's next event is read when its turn comes. Before that, only its time and
/// whether it is a definition are known.
package struct StreamMerge {
    private let streams: [StreamReader]
    /// Whose turn it is: the earliest event's stream at the end. A definition's rank is 0.
    private var turns: [(time: UInt64, rank: Int, stream: Int)] = []

    package init(_ streams: [StreamReader]) {
        self.streams = streams
        for index in streams.indices { addTurn(of: index) }
    }

    /// The next event of all streams; nil after the last. It takes O(log of the number of streams)
    /// comparisons, and O(1) where a stream's events follow each other.
    mutating func next() -> TimedEvent? {
        while let turn = turns.popLast() {
            let event = streams[turn.stream].next()
            addTurn(of: turn.stream)
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
    var earliest: UInt64? { turns.last?.time }

    private mutating func addTurn(of stream: Int) {
        guard let (number, time) = streams[stream].nextHeader() else { return }
        // The first three records define a string, an image or a stack.
        let rank = number <= TraceEvent.Record.stackDefined.rawValue ? 0 : 1
        let turn = (time: time, rank: rank, stream: stream)
        // Mostly, the stream of the last event also has the next one.
        guard let last = turns.last, last < turn else { return turns.append(turn) }
        var (low, high) = (0, turns.count)
        while low < high {
            let middle = (low + high) / 2
            if turn < turns[middle] { low = middle + 1 } else { high = middle }
        }
        turns.insert(turn, at: low)
    }
}
