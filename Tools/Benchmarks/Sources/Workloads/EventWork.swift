// SPDX-License-Identifier: Apache-2.0

import CPeers
import Dispatch
import Foundation
@_spi(Measuring) import RIBRecorder
import RIBTrace

/// Records events of four fields, without stacks, on one or several threads.
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

    /// Records on new threads at once.
    ///
    /// - Returns: Nanoseconds an event took, on average over the threads.
    public func nanosecondsAnEvent(threads: Int, eventsEach: Int) -> Double {
        Self.nanoseconds(threads: threads, times: eventsEach, record)
    }

    /// Reads the clock on new threads at once, which shows what threads cost each other here.
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
                // Whatever a thread's first event costs is not an event's price.
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

/// Lets threads go on once all of them have come.
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
