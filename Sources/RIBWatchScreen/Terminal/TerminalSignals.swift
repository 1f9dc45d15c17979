// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The signals that a screen answers, as bytes of a pipe that its loop waits for.
final class TerminalSignals {
    private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

    /// Where a handler writes. It is set before the handlers are installed, and reset after they are
    /// gone, by the one thread that has the screen.
    nonisolated(unsafe) private static var pipeEnd: Int32 = -1

    /// Readable once a signal came.
    let descriptor: Int32
    private let writing: Int32
    private var previous: [(Int32, sigaction)] = []

    /// Nil when the system has no more descriptors.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (descriptor, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        Self.pipeEnd = writing
        for number in Self.watched { install(number) }
    }

    deinit {
        for (number, action) in previous.reversed() {
            var action = action
            sigaction(number, &action, nil)
        }
        Self.pipeEnd = -1
        close(descriptor)
        close(writing)
    }

    /// The signals since the last call, in their order.
    func received() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }

    /// Stops the process as the signal does when nobody handles it, until it may go on.
    func stop() {
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        // From here on, the process goes on.
        install(SIGTSTP)
    }

    private func install(_ number: Int32) {
        var action = sigaction()
        SignalHandler.set(&action) { number in
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            // A full pipe has enough signals to wake the loop.
            _ = write(TerminalSignals.pipeEnd, &byte, 1)
            errno = saved
        }
        var before = sigaction()
        sigaction(number, &action, &before)
        if !previous.contains(where: { $0.0 == number }) { previous.append((number, before)) }
    }
}
