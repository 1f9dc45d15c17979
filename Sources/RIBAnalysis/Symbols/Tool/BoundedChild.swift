// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// A program that may hang, crash or write endless output.
///
/// It is ended with this object. If this process ends first, its input ends.
package final class BoundedChild {
    /// Starts it with its input, output and errors.
    private let launch: ([Int32]) -> SpawnedChild?
    private let showsErrors: Bool
    private var child: SpawnedChild?
    /// This process's end of the program's input and output, and that of a program to start; or -1.
    private var (socket, programsEnd): (Int32, Int32)

    /// - Parameters:
    ///   - folder: Its working directory; by default this process's.
    ///   - showsErrors: Whether what it writes to standard error goes to this process's own.
    ///   - idleLimit: Seconds after which its input ends if none is sent; 0 for no limit.
    package init(
        executable: String, arguments: [String], environment: [String: String],
        in folder: String? = nil, showsErrors: Bool = false, idleLimit: TimeInterval = 0
    ) {
        launch = {
            SpawnedChild(executable, arguments, environment: environment, files: $0, in: folder)
        }
        self.showsErrors = showsErrors
        var ends: [Int32] = [-1, -1]
        ribleak_connected_sockets(&ends, idleLimit)
        (socket, programsEnd) = (ends[0], ends[1])
    }

    deinit {
        // Once other code has waited for its end, its number may be that of another program.
        if let child, child.wait(until: .now()) == .timedOut { _ = kill(child, .timedOut) }
        for end in [socket, programsEnd] where end >= 0 { close(end) }
    }

    /// Whether the program wrote something that was not asked for, or ended.
    package var hasOutput: Bool {
        var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    /// Runs the program to its end, without input, or until one of the limits.
    ///
    /// - Parameter receive: Called with the output as the program writes it, which is usable
    ///   however the program ends. The time this call takes counts towards the time limit.
    package func run(
        timeLimit: TimeInterval, outputLimit: Int, receive: (ArraySlice<UInt8>) -> Void
    ) -> SpawnedChild.Ending {
        shutdown(socket, Int32(SHUT_WR))
        let ending = ask([], until: .now() + timeLimit, outputLimit: outputLimit) {
            receive($0)
            return false
        }
        // It never has enough, so there is always an ending.
        return ending ?? .notStarted
    }

    /// Sends input, and reads output until there is enough of it. Starts the program if needed, and
    /// kills it at the deadline or the limit.
    ///
    /// Nothing here waits for the program to read, and no signal is raised when it does not.
    ///
    /// - Parameter receive: Called with the output as the program writes it. Returns whether it
    ///   is enough.
    /// - Returns: Nil when there was enough output, or how the program ended before.
    package func ask(
        _ input: [UInt8], until deadline: DispatchTime, outputLimit: Int,
        receive: (ArraySlice<UInt8>) -> Bool
    ) -> SpawnedChild.Ending? {
        // Before the program starts: it may not wait for input longer than its limit.
        var unsent = send(input[...])
        guard let running = child ?? start() else { return .notStarted }
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let now = DispatchTime.now().uptimeNanoseconds
            guard now < deadline.uptimeNanoseconds else { return kill(running, .timedOut) }
            let left = (deadline.uptimeNanoseconds - now) / 1_000_000 + 1
            let wanted = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
            var request = pollfd(fd: socket, events: Int16(wanted), revents: 0)
            guard poll(&request, 1, Int32(min(left, 60_000))) > 0 else { continue }
            if !unsent.isEmpty { unsent = send(unsent) }
            guard request.revents & ~Int16(POLLOUT) != 0 else { continue }
            let got = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if got < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard got > 0 else { break }
            if receive(buffer[..<got]) { return nil }
            total += got
            if total > outputLimit { return kill(running, .outputTooLarge) }
        }
        let ending = running.wait(until: deadline)
        if ending == .timedOut { return kill(running, .timedOut) }
        child = nil
        return ending
    }

    private func start() -> SpawnedChild? {
        guard programsEnd >= 0 else { return nil }
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return nil }
        defer { close(nowhere) }
        child = launch([programsEnd, programsEnd, showsErrors ? STDERR_FILENO : nowhere])
        // Its end is seen only when nobody else has it open.
        close(programsEnd)
        programsEnd = -1
        return child
    }

    private func kill(_ running: SpawnedChild, _ ending: SpawnedChild.Ending) -> SpawnedChild.Ending
    {
        running.kill()
        _ = running.wait(until: .now() + 5)
        child = nil
        return ending
    }

    /// Sends what can be sent without waiting; returns the rest, or none when the input was closed.
    private func send(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !bytes.isEmpty else { return bytes }
        let sent = bytes.withUnsafeBytes { ribleak_send(socket, $0.baseAddress, $0.count) }
        if sent < 0 { return errno == EAGAIN || errno == EINTR ? bytes : [] }
        return bytes.dropFirst(sent)
    }
}

/// A program that was started without Foundation, whose `Process.run()` sometimes reads past the
/// end of memory while other threads start programs too, as parallel tests do (Swift 6.3.1 on
/// Linux).
package struct SpawnedChild: Sendable {
    /// How a program ended.
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case crashed(signal: Int32)
        /// It still ran at the deadline.
        case timedOut
        /// It was ended since it wrote too much.
        case outputTooLarge
        case notStarted
    }

    /// The process ID.
    package let number: Int32
    private let leadsGroup: Bool

    /// Starts a program in a folder, by default this process's; nil when it cannot be started.
    ///
    /// - Parameters:
    ///   - files: The descriptors for its input, output and errors. It inherits no others.
    ///   - leadsGroup: Whether it is killed with the programs that it started. Then no terminal
    ///     interrupts it.
    package init?(
        _ executable: String, _ arguments: [String], environment: [String: String],
        files: [Int32], in folder: String? = nil, leadsGroup: Bool = false
    ) {
        var words: [UnsafeMutablePointer<CChar>?] = []
        defer { for word in words { free(word) } }
        words = ([executable] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = []
        defer { for setting in settings { free(setting) } }
        settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        let number = ribleak_spawn(
            executable, words, settings, files, folder, leadsGroup ? 1 : 0)
        guard number > 0 else { return nil }
        (self.number, self.leadsGroup) = (number, leadsGroup)
    }

    /// Waits for the program to end. Call it again only after it timed out.
    ///
    /// - Returns: How it ended, or that it still runs at the deadline. If other code has already
    ///   waited for its end, the program counts as exited with 0.
    package func wait(until deadline: DispatchTime) -> Ending {
        var status: Int32 = 0
        var pause: Int32 = 0
        while true {
            let found = waitpid(number, &status, WNOHANG)
            if found == number { break }
            if found < 0, errno != EINTR { return .exited(0) }
            guard DispatchTime.now() < deadline else { return .timedOut }
            // In milliseconds. Short at first, since most programs have closed their output by now.
            poll(nil, 0, pause)
            pause = min(pause + 1, 10)
        }
        // The status as wait(2) lays it out: a signal in the low seven bits, else a code above.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .crashed(signal: signal)
    }

    /// Kills the program at once.
    package func kill() { _ = Foundation.kill(leadsGroup ? -number : number, SIGKILL) }
}
