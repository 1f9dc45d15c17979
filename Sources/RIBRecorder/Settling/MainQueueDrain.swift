// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import Foundation
import RIBTrace

/// Runs the work that is already queued, so that it releases what it holds before the judgement.
///
/// It queues a mark behind the pending work and waits for the mark. Time limits, in nanoseconds,
/// only end waits that cannot succeed, as inside a main-queue block.
enum MainQueueDrain {
    /// How long work on the global queues may take. When all their threads are blocked, libdispatch
    /// adds one each second.
    private static let poolLimit: UInt64 = 2_500_000_000
    /// How long the main queue may take once the global queues have answered, for callers that the
    /// queue may itself wait for, as inside a main-queue block.
    static let shortLimit: UInt64 = 100_000_000
    /// The same for callers that the queue does not wait for. Only a main queue that never runs
    /// takes that long: the work of other tests may hold it for seconds on a loaded machine.
    private static let longLimit: UInt64 = 60_000_000_000

    /// The limit for the calling thread.
    static var limit: UInt64 { MainQueue.isCurrent ? shortLimit : longLimit }

    /// How long the main thread sleeps between two checks of its queue.
    private static let nap: UInt64 = 1_000_000
    /// The most that counts as waited from one look at the time to the next, about a nap later.
    private static let longestStep: UInt64 = 20_000_000

    /// Counts waited nanoseconds from 0, and hardly goes on while the process stands still.
    ///
    /// A machine that sleeps, or runs other processes, makes all pending work late. The recorder
    /// may be the first to go on, and would find that all the time for it had passed.
    static func waitedTime(
        on clock: @escaping () -> UInt64 = { ribleak_clock_monotonic() }
    ) -> () -> UInt64 {
        var time = RunningTime(tickLength: longestStep, from: clock())
        return {
            time.tick(at: clock())
            return time.elapsed
        }
    }

    struct Outcome {
        /// False when the mark was not reached: the main queue is blocked.
        var isServed = false
        /// Nanoseconds for which the global queues had no free thread.
        var heldUp: UInt64 = 0
        /// Nanoseconds that the main queue took beyond ``shortLimit``.
        var mainHeldUp: UInt64 = 0
        /// False when the system makes no more threads, so that queued work does not run.
        var hasThreads = true
    }

    /// Runs what is queued on the global queues and the main queue at this moment.
    ///
    /// - Parameters:
    ///   - clock: The time that this wait and those before it took.
    ///   - isWorkedOut: Whether other threads have worked for so long that the main queue is not
    ///     kept waiting for the global ones any more.
    static func drainOnce(
        mainLimit: UInt64 = shortLimit, clock: () -> UInt64 = waitedTime(),
        isWorkedOut: () -> Bool = { false }
    ) -> Outcome {
        let passedPool = DispatchSemaphore(value: 0)
        let marks = AtomicCounter()
        // Goes on to the main queue, whether the global queues have run or not.
        let markMainQueue: @Sendable () -> Void = { MainQueue.addOwn { marks.increment() } }
        passPool {
            markMainQueue()
            passedPool.signal()
        }
        let start = clock()
        var heldUp: UInt64 = 0
        while passedPool.wait(timeout: .now() + .nanoseconds(Int(nap))) == .timedOut {
            // Asked once, since that starts a thread.
            if heldUp == 0, !hasThreads { return Outcome(hasThreads: false) }
            heldUp = clock() - start
            // Leaves the mark to the global queues. If they do not set it, nothing is judged.
            if heldUp > poolLimit { break }
            if isWorkedOut() {
                markMainQueue()
                break
            }
            if Thread.isMainThread { serveMainQueue() }
        }
        let passed = clock()
        var mainTime: UInt64 = 0
        var timeToLook = shortLimit
        while true {
            if Thread.isMainThread { serveMainQueue() }
            mainTime = clock() - passed
            if marks.value > 0 || mainTime > mainLimit { break }
            if mainTime > timeToLook {
                // Nobody is there to let the queue run, such as a main thread that waits for this
                // one.
                if ribleak_work_scheduled(longLimit) == RIBLEAK_WORK_NONE { break }
                timeToLook = mainTime + shortLimit
            }
            rest(for: nap)
        }
        return Outcome(
            isServed: marks.value > 0, heldUp: heldUp,
            mainHeldUp: mainTime - min(mainTime, shortLimit))
    }

    /// How many blocks one global queue runs at once. On Linux, each reading opens files.
    private static let width = ProcessInfo.processInfo.activeProcessorCount

    /// Calls `body` once the global queues have run what is queued there, or at once where the
    /// system makes no more threads.
    private static func passPool(_ body: @escaping @Sendable () -> Void) {
        let isQueued = Aside.perform {
            let group = DispatchGroup()
            let qualities: [DispatchQoS.QoSClass] = [
                .userInitiated, .default, .utility, .background,
            ]
            for queue in qualities.map({ DispatchQueue.global(qos: $0) }) {
                for _ in 0..<width { queue.async(group: group) {} }
            }
            group.notify(queue: .global(qos: .userInitiated), execute: body)
        }
        if !isQueued { body() }
    }

    /// Whether the system makes a thread as those of libdispatch, which waits for one for ever.
    static var hasThreads: Bool { ribleak_thread_can_start() == 1 }

    /// Gives running work a little time to end, serving the main queue meanwhile.
    static func serveBriefly() {
        rest(for: nap)
        if Thread.isMainThread { serveMainQueue() }
    }

    /// Gives running work some time: true as soon as nothing is at work or due within the limit.
    static func isIdle(for time: UInt64, within limit: UInt64, clock: () -> UInt64) -> Bool {
        // A thread that just ran queued work may not be asleep yet.
        for _ in 0...(time / nap) {
            if ribleak_work_scheduled(limit) == RIBLEAK_WORK_NONE { return true }
            serveBriefly()
            // All of a pause counts only if none of its steps is long.
            _ = clock()
        }
        return false
    }

    /// Does not wait: the run loop would set a timer for that, which would then look like due work.
    private static func serveMainQueue() {
        _ = RunLoop.main.run(mode: .default, before: .distantPast)
    }

    static func rest(for time: UInt64) {
        // Nothing signals it. This only sleeps, so that other threads can work.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(Int(time)))
    }
}

/// The main queue, on which the host's user interface runs.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True on the main thread and in work of the main queue. `dispatchMain` moves that work to
    /// other threads, as in tests of Swift Testing on Linux.
    package static var isCurrent: Bool {
        isMainThread || DispatchQueue.getSpecific(key: key) == true
    }

    /// True on the process's first thread. Only a thread's first call makes a system call.
    package static var isMainThread: Bool { ribleak_is_main_thread() == 1 }

    /// Whether work of the host's waits there that might release detached objects if their tree
    /// lived longer.
    static var waits: Bool { ribleak_main_queue_waits() == 1 }

    /// Adds work of the recorder, which `waits` does not count.
    static func addOwn(_ work: @escaping @Sendable () -> Void) {
        if ribleak_main_queue_needs_thread() == 0 {
            add(work)
        } else {
            Aside.perform { add(work) }
        }
    }

    private static func add(_ work: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(OwnWork(work: work))
        let isAdded = ribleak_main_queue_add(context.toOpaque()) { context in
            guard let context else { return }
            Unmanaged<OwnWork>.fromOpaque(context).takeRetainedValue().work()
        }
        if isAdded == 0 {
            DispatchQueue.main.async { context.takeRetainedValue().work() }
        }
    }

    private final class OwnWork: Sendable {
        let work: @Sendable () -> Void

        init(work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
