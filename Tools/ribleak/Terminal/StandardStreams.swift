// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBSetup
import RIBText

/// Writes to standard output and standard error.
enum StandardStreams {
    /// Opens streams that the caller closed. Otherwise a trace could take their place, and the
    /// report would overwrite it.
    static func open() {
        var file: Int32
        repeat { file = Foundation.open("/dev/null", O_RDWR) } while (0...STDERR_FILENO) ~= file
        if file > STDERR_FILENO { close(file) }
    }

    /// The characters that the reader's locale has.
    static let alphabet = TextAlphabet(environment: ProcessInfo.processInfo.environment)

    /// Writes to standard output. A reader that closed the pipe is not an error.
    static func write(_ text: String) throws { _ = try pass(Array(text.utf8)) }

    /// Passes bytes to who reads standard output.
    ///
    /// - Returns: False when nobody does any more.
    static func pass(_ bytes: [UInt8]) throws -> Bool {
        let failure = bytes.write(to: STDOUT_FILENO)
        if failure == 0 { return !isOutputClosed }
        if failure == EPIPE { return false }
        say("error: standard output: cannot be written (\(String(cString: strerror(failure))))")
        throw ExitCode.cannotWrite
    }

    /// Whether standard output is a pipe that nobody reads.
    private static var isOutputClosed: Bool {
        var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLERR) != 0
    }

    /// Writes one line to standard error.
    static func say(_ line: String) {
        // If standard error is closed, the line is lost.
        let shown = alphabet.text(TerminalEscape.escaped(line))
        _ = write("ribleak: \(shown)\n", to: STDERR_FILENO)
    }

    /// Writes what a reader of a run should know to standard error, one warning a line.
    static func warn(_ caveats: [Caveat]) {
        for line in caveats.lines { say("warning: \(line)") }
    }

    /// - Returns: 0, or the system's error number.
    static func write(_ text: String, to file: Int32) -> Int32 {
        Array(text.utf8).write(to: file)
    }
}

/// Shows a person at a terminal that long work is in progress.
struct ProgressLine {
    /// The work, such as `reading 3 traces`.
    let work: String

    private static let patience = 1
    private static let period = DispatchTimeInterval.milliseconds(200)
    private static let clearLine = "\r\u{1B}[2K"

    /// Does the work and shows this line once it takes longer than a second. Only on a terminal.
    func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard isatty(STDERR_FILENO) == 1,
            TextLayout.terminalUnderstandsSequences(ProcessInfo.processInfo.environment)
        else { return try body() }
        let queue = DispatchQueue(label: "ribleak.progress")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let start = DispatchTime.now()
        let line = self
        timer.schedule(
            deadline: start + .seconds(Self.patience), repeating: Self.period)
        timer.setEventHandler {
            let seconds =
                (DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000_000
            _ = StandardStreams.write(
                Self.clearLine + StandardStreams.alphabet.text(line.text(after: Int(seconds))),
                to: STDERR_FILENO)
        }
        timer.resume()
        defer {
            timer.cancel()
            // Waits until the timer has finished writing, before clearing the line.
            queue.sync {}
            if DispatchTime.now() >= start + .seconds(Self.patience) {
                _ = StandardStreams.write(Self.clearLine, to: STDERR_FILENO)
            }
        }
        return try body()
    }

    /// The line, such as `ribleak: reading 3 traces … 2 s`.
    func text(after seconds: Int) -> String { "ribleak: \(work) … \(seconds) s" }
}

/// The terminal behind standard output.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The number of columns; nil when the terminal does not report it.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}

/// Collects small pieces of text, so that not every piece costs a system call.
final class PieceBuffer {
    private static let size = 1 << 16

    private var text = ""
    private let write: (String) throws -> Void

    /// - Parameter write: Receives many pieces joined as one text.
    init(to write: @escaping (String) throws -> Void) {
        self.write = write
    }

    /// Adds a piece.
    func add(_ piece: String) throws {
        text += piece
        if text.utf8.count >= Self.size { try flush() }
    }

    /// Writes the collected text.
    func flush() throws {
        try write(text)
        text.removeAll(keepingCapacity: true)
    }
}
