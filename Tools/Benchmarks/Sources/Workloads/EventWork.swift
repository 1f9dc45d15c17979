// SPDX-License-Identifier: Apache-2.0

import CPeers
import Dispatch
import Foundation
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// Records events with four fields, without stacks, on one or several threads.
public struct EventWork: Sendable {
    private let run: RecordedRun

    public init() throws {
        run = try RecordedRun()
    }

    /// Records on the calling thread.
    @inline(never)
    public func record(_ events: Int) {
        let recorder = run.recorder
        for event in 0..<UInt64(events) {
            recorder.recordFourFields(SubscriptionID(event + 1), values: event)
        }
    }

    /// Records on several new threads at once.
    ///
    /// - Returns: The nanoseconds per event, averaged over the threads.
    public func nanosecondsAnEvent(threads: Int, eventsEach: Int) -> Double {
        Self.nanoseconds(threads: threads, times: eventsEach, record)
    }

    /// Reads the clock on several new threads at once, to show how much threads slow each other
    /// down here.
    public static func nanosecondsAClockRead(threads: Int, readsEach: Int) -> Double {
        nanoseconds(threads: threads, times: readsEach) { reads in
            for _ in 0..<reads { _ = peers_nanoseconds() }
        }
    }

    private static func nanoseconds(
        threads: Int, times: Int, _ work: @escaping @Sendable (Int) -> Void
    ) -> Double {
        let start = Barrier(threads)
        let taken = Sum()
        let ended = DispatchGroup()
        for _ in 0..<threads {
            ended.enter()
            Thread.detachNewThread {
                // A thread's first event has extra costs that do not count.
                work(1)
                start.wait()
                let began = peers_nanoseconds()
                work(times)
                taken.add(peers_nanoseconds() - began)
                ended.leave()
            }
        }
        ended.wait()
        return Double(taken.value) / Double(threads * times)
    }
}

/// Blocks threads until all of them have arrived.
final class Barrier: Sendable {
    private let condition = NSCondition()
    private nonisolated(unsafe) var missing: Int  // only touched while `condition` is locked

    init(_ count: Int) {
        missing = count
    }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        missing -= 1
        if missing == 0 { condition.broadcast() }
        while missing > 0 { condition.wait() }
    }
}
