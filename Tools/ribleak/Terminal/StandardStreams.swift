import ArgumentParser
import Foundation
import RIBTrees

/// Writes to where the command was told to, whoever listens.
enum StandardStreams {
    /// Fills streams that the caller closed, so that no trace is opened in their place and
    /// overwritten by the report.
    static func open() {
        var file: Int32
        repeat { file = Foundation.open("/dev/null", O_RDWR) } while (0...STDERR_FILENO) ~= file
        if file > STDERR_FILENO { close(file) }
    }

    /// Writes to standard output; a reader that went away has seen enough and is no error.
    static func write(_ text: String) throws {
        let failure = write(text, to: STDOUT_FILENO)
        guard failure != 0, failure != EPIPE else { return }
        say("error: standard output: \(String(cString: strerror(failure)))")
        throw ExitCode.cannotWrite
    }

    /// Says one line on standard error.
    static func say(_ line: String) {
        // Nobody is left to tell when standard error is closed.
        _ = write("ribleak: \(TerminalEscape.escaped(line))\n", to: STDERR_FILENO)
    }

    /// - Returns: 0, or the system's error number.
    static func write(_ text: String, to file: Int32) -> Int32 {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var request = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                    poll(&request, 1, -1)
                    continue
                }
                return errno
            }
            rest = rest.dropFirst(written)
        }
        return 0
    }
}
