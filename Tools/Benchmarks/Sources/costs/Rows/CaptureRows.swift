// SPDX-License-Identifier: Apache-2.0

import CPeers
import Workloads

/// Compares capturing and interning with `unw_backtrace` alone.
enum CaptureRows {
    static func measure() throws -> [Row] {
        let work = try CaptureWork(depth: 25)
        let times = 2_000
        let pair = Pair(
            rounds: 101, ours: { each(times) { work.recorded(times) } },
            peer: { each(times) { work.bare(times) } })
        return [
            Row(
                what: "capture + intern, stack seen before, \(work.depth.recorder) frames; "
                    + "bare `unw_backtrace`, \(work.depth.bare) frames",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 1.35)
        ]
    }

    private static func each(_ times: Int, _ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began) / Double(times)
    }
}

/// Compares the first capture after recording has warmed up with a first capture without any
/// warm-up.
enum FirstCaptureRows {
    static func measure() throws -> [Row] {
        var runs: [[Double]] = []
        for _ in 0..<15 {
            runs.append(try Command.numbers(of: "repeat-work", ["first-captures"], count: 5))
        }
        return [
            row(
                "first capture after recording started; libunwind's first on a thread",
                Pair(runs.map { ($0[1], $0[4]) })),
            row(
                "first capture on another thread; libunwind's first on a thread",
                Pair(runs.map { ($0[3], $0[4]) })),
            Row(what: "a later capture of a new stack", ours: runs.map { $0[2] }.median.asTime),
            Row(what: "starting to record", ours: runs.map { $0[0] }.median.asTime),
        ]
    }

    private static func row(_ what: String, _ pair: Pair) -> Row {
        Row(
            what: what, ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio,
            limit: 0.25)
    }
}
