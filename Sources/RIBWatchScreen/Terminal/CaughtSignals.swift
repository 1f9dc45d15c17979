// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Signals that wait until they are asked for, instead of their usual effect.
///
/// A handler writes each to a pipe. That is all that a handler may safely do, and unlike a dispatch
/// source it misses none. A signal that the caller of the process ignores stays ignored, as `nohup`
/// and shells expect.
package final class CaughtSignals {
    /// Signals have numbers below this, on all systems.
    private static let limit = 128

    /// Where the handler of each signal writes; -1 for none. Allocated once, before any handler is
    /// installed, and never freed. A handler reads one number, which is written while its signal
    /// has no handler.
    nonisolated(unsafe) private static let pipes: UnsafeMutablePointer<Int32> = {
        let pipes = UnsafeMutablePointer<Int32>.allocate(capacity: limit)
        pipes.initialize(repeating: -1, count: limit)
        return pipes
    }()

    private let reading: Int32
    private let writing: Int32
    private var previous: [Int32: sigaction] = [:]

    /// Catches signals until it is freed.
    ///
    /// - Parameter numbers: No other object catches these at the same time.
    /// - Returns: Nil when the system has no more descriptors.
    package init?(_ numbers: [Int32]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        for number in numbers {
            var action = Self.action
            var before = sigaction()
            sigaction(number, nil, &before)
            if before.isIgnored { continue }
            Self.pipes[Int(number)] = writing
            sigaction(number, &action, nil)
            previous[number] = before
            // A parent may have started this process with signals blocked, as threads of queues
            // have them.
            var caught = sigset_t()
            sigemptyset(&caught)
            sigaddset(&caught, number)
            pthread_sigmask(SIG_UNBLOCK, &caught, nil)
        }
    }

    deinit {
        for (number, action) in previous {
            var action = action
            sigaction(number, &action, nil)
            Self.pipes[Int(number)] = -1
        }
        close(reading)
        close(writing)
    }

    /// The signals since the last call, in their order.
    package func received() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(reading, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }

    /// Waits for a signal, and gives those that came within the time.
    package func wait(nanoseconds: UInt64) -> [Int32] {
        var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, Int32(clamping: nanoseconds / 1_000_000))
        return received()
    }

    /// Lets a signal have its usual effect at once, such as to stop the process until it may go on.
    func release(_ number: Int32) {
        guard var before = previous[number] else { return }
        sigaction(number, &before, nil)
        raise(number)
        var action = Self.action
        sigaction(number, &action, nil)
    }

    private static var action: sigaction {
        var action = sigaction()
        action.setHandler { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            // A full pipe has enough of them.
            _ = write(CaughtSignals.pipes[Int(number)], &byte, 1)
            errno = saved
        }
        return action
    }
}

/// The handler of an action, whose field has another name on each system.
extension sigaction {
    mutating func setHandler(_ handler: @escaping @convention(c) (Int32) -> Void) {
        #if canImport(Darwin)
            __sigaction_u.__sa_handler = handler
        #else
            __sigaction_handler.sa_handler = handler
        #endif
        sigemptyset(&sa_mask)
    }

    fileprivate var isIgnored: Bool {
        #if canImport(Darwin)
            let handler = __sigaction_u.__sa_handler
        #else
            let handler = __sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
