// SPDX-License-Identifier: Apache-2.0

import Workloads

/// Compares an event of four fields with one of LTTng-UST, and two threads with one.
enum EventRows {
    private static let events = 50_000
    private static let rounds = 31

    /// - Parameter peer: The program that records with LTTng, or nil when it cannot run here.
    static func measure(against peer: String?) throws -> [Row] {
        let work = try EventWork()
        let lttng = try peer.map(LTTngPeer.init)
        var turns: [Turn] = []
        for _ in 0..<rounds {
            try FreeMemory.back()
            let turn = Turn(
                ours: price { work.nanosecondsAnEvent(threads: $0, eventsEach: events) },
                peer: try price {
                    try lttng?.nanosecondsAnEvent(threads: $0, eventsEach: events) ?? .nan
                },
                clock: price {
                    EventWork.nanosecondsAClockRead(threads: $0, readsEach: events)
                })
            turns.append(turn)
        }
        // Both create their files in the first turn.
        turns.removeFirst()
        let one = Pair(turns.map { ($0.ours.one, $0.peer.one) })
        let two = Pair(turns.map { ($0.ours.two, $0.peer.two) })
        let both = Pair(turns.map { ($0.ours.two, $0.ours.one) })
        let clock = Pair(turns.map { ($0.clock.two, $0.clock.one) })
        return [
            row("one event, one thread; LTTng-UST", one, limit: 0.3, isMeasured: lttng != nil),
            row("one event, two threads each; LTTng-UST", two, isMeasured: lttng != nil),
            row("one event, two threads each; one thread", both, limit: 1.2),
            row("for comparison: reading the clock, two threads each; one thread", clock),
        ]
    }

    private struct Turn {
        typealias Price = (one: Double, two: Double)
        let ours: Price
        let peer: Price
        let clock: Price
    }

    private static func price(_ nanoseconds: (Int) throws -> Double) rethrows -> Turn.Price {
        (try nanoseconds(1), try nanoseconds(2))
    }

    private static func row(
        _ what: String, _ pair: Pair, limit: Double? = nil, isMeasured: Bool = true
    ) -> Row {
        guard isMeasured else {
            return Row(what: what, trouble: "LTTng does not run here (ours: \(pair.ours.asTime))")
        }
        return Row(
            what: what, ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio,
            limit: limit)
    }
}

/// Compares the recorder's frames with those of `unw_step`. The ratio is theirs to ours, so at most
/// 1 means complete.
enum CompletenessRows {
    static func measure() throws -> [Row] {
        try Completeness.measured().map { result in
            Row(
                what: "frames of `unw_step` that are found: \(result.scenario)",
                ours: "\(result.found) (\(100 * result.found / result.expected) %)",
                peer: "\(result.expected)",
                ratio: Double(result.expected) / Double(max(result.found, 1)), limit: 1)
        }
    }
}
