// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Runs on a thread of the recorder's own what a thread of the host must not wait for.
///
/// Where the system makes no more threads, as in a container with a limit of processes, libdispatch
/// sleeps on the thread that adds work, a second at a time, until it gets one. So only this thread
/// adds work that needs a thread. It is made at the first use. Without `/proc`, where libdispatch
/// ends a process whose queues it looks after, nothing is run at all.
package enum Aside {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var later: (time: DispatchTime, work: @Sendable () -> Void)?
        var hasThread = false
    }

    /// More work than this waits only where libdispatch gets no thread.
    private static let most = 1_024

    #if os(Linux)
        private static let hasQueues = access("/proc/self", F_OK) == 0
    #else
        private static let hasQueues = true
    #endif
    private static let state = Protected(State())
    private static let hasWork = DispatchSemaphore(value: 0)
    private static let warnings = AtomicCounter()

    /// Runs work as soon as possible, in the order of the calls. False if no thread can be made, or
    /// too much waits. Then the work is dropped.
    @discardableResult
    package static func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isAdded = state.withLock { state in
            if !state.hasThread {
                state.hasThread = hasQueues && ribleak_thread_start { Aside.run() } == 1
            }
            guard state.hasThread, state.work.count < most else { return false }
            state.work.append(work)
            return true
        }
        if isAdded {
            hasWork.signal()
        } else {
            HostWarning.sayFirst(
                (hasQueues ? "the system makes no more threads" : "there is no /proc")
                    + ": what outlives its deadline is reported at the end of the process",
                of: warnings)
        }
        return isAdded
    }

    /// Runs work some seconds from now, unless this is called again before. Drops it where no
    /// thread can be made.
    package static func perform(after seconds: Double, _ work: @escaping @Sendable () -> Void) {
        // The thread looks itself how long it may wait.
        perform { state.withLock { $0.later = (.now() + seconds, work) } }
    }

    private static func run() {
        while true {
            let due = state.withLock { $0.later?.time } ?? .distantFuture
            let isDue = hasWork.wait(timeout: due) == .timedOut
            let work = state.withLock { state -> (@Sendable () -> Void)? in
                guard isDue else { return state.work.isEmpty ? nil : state.work.removeFirst() }
                defer { state.later = nil }
                return state.later?.work
            }
            work?()
        }
    }
}

/// Work that comes from any thread and that one thread at a time does.
final class Backlog<Work>: Sendable {
    private let state = Protected((work: [Work](), isUnderWay: false))
    /// How much waits at most.
    private let most: Int

    init(most: Int) { self.most = most }

    /// Adds work, as far as there is room.
    ///
    /// - Returns: What there is no room for, and whether the caller must see that a thread takes
    ///   all of it.
    func add(_ work: [Work]) -> (left: [Work], isFirst: Bool) {
        state.withLock { state in
            let room = max(0, most - state.work.count)
            state.work += work.prefix(room)
            let isFirst = !state.work.isEmpty && !state.isUnderWay
            if isFirst { state.isUnderWay = true }
            return (Array(work.dropFirst(room)), isFirst)
        }
    }

    /// Takes all that waits. Nil if that is nothing: then no thread is at work any more.
    func next() -> [Work]? {
        state.withLock { state in
            defer { state.work = [] }
            state.isUnderWay = !state.work.isEmpty
            return state.isUnderWay ? state.work : nil
        }
    }
}
