// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// Runs a program that may hang, crash or write endless output.
package struct BoundedChild {
    /// How the program ended.
    package enum Ending: Equatable {
        case exited(Int32)
        case crashed(signal: Int32)
        case timedOut
        case outputTooLarge
        case notStarted
    }

    let executable: String
    let arguments: [String]
    let environment: [String: String]
    /// Seconds until the program is killed.
    var timeLimit: TimeInterval
    /// Bytes of output after which the program is killed.
    var outputLimit: Int
    /// Whether what it writes to standard error goes to this process's own.
    var showsErrors = false

    package init(
        executable: String, arguments: [String], environment: [String: String],
        timeLimit: TimeInterval, outputLimit: Int, showsErrors: Bool = false
    ) {
        (self.executable, self.arguments) = (executable, arguments)
        self.environment = environment
        (self.timeLimit, self.outputLimit) = (timeLimit, outputLimit)
        self.showsErrors = showsErrors
    }

    /// Runs the program to its end.
    ///
    /// The input comes from an unlinked temporary file, so the program may read it or ignore it.
    /// Nothing here waits for the program to read, and no signal is raised when it does not.
    ///
    /// - Parameters:
    ///   - input: What the program can read.
    ///   - receive: Called with the output as the program writes it. The output is usable however
    ///     the program ends. The time this call takes counts towards the time limit.
    /// - Returns: How the program ended.
    package func run(input: Data, receive: (ArraySlice<UInt8>) -> Void) -> Ending {
        #if os(Linux) || os(macOS)
            guard let file = Self.unnamedFile(holding: input) else { return .notStarted }
            let pipe = Pipe()
            let deadline = DispatchTime.now() + timeLimit
            guard let nowhere = FileHandle(forWritingAtPath: "/dev/null"),
                let child = SpawnedChild(
                    executable, arguments, environment: environment,
                    files: [
                        file.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor,
                        showsErrors ? STDERR_FILENO : nowhere.fileDescriptor,
                    ])
            else { return .notStarted }
            try? pipe.fileHandleForWriting.close()
            let cut = read(
                pipe.fileHandleForReading.fileDescriptor, until: deadline, receive: receive)
            let ended = cut == nil ? child.wait(until: deadline) : nil
            switch ended {
            case .exited(let code): return .exited(code)
            case .crashed(let signal): return .crashed(signal: signal)
            case nil:
                child.kill()
                _ = child.wait(until: .now() + 5)
                return cut ?? .timedOut
            }
        #else
            return .notStarted
        #endif
    }

    /// Reads to the end of the output, or returns why it stopped earlier.
    private func read(
        _ file: Int32, until deadline: DispatchTime, receive: (ArraySlice<UInt8>) -> Void
    ) -> Ending? {
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let now = DispatchTime.now().uptimeNanoseconds
            guard now < deadline.uptimeNanoseconds else { return .timedOut }
            let left = (deadline.uptimeNanoseconds - now) / 1_000_000 + 1
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, Int32(min(left, 60_000)))
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            let got = Foundation.read(file, &buffer, buffer.count)
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { return nil }
            receive(buffer[..<got])
            total += got
            if total > outputLimit { return .outputTooLarge }
        }
    }

    private static func unnamedFile(holding input: Data) -> FileHandle? {
        let folder = FileManager.default.temporaryDirectory.path
        var path = Array("\(folder)/ribleak-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { return nil }
        unlink(path)
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard (try? handle.write(contentsOf: input)) != nil, lseek(file, 0, SEEK_SET) == 0 else {
            return nil
        }
        return handle
    }
}

/// A program that was started without Foundation.
///
/// Foundation's `Process.run()` sometimes reads past the end of memory and crashes the host.
/// This happens while other threads start programs too, as parallel tests do (seen with
/// Swift 6.3.1 on Linux).
package struct SpawnedChild: Sendable {
    /// How a program ended.
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case crashed(signal: Int32)
    }

    /// The process ID.
    package let number: Int32

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: Its path.
    ///   - files: The descriptors for its input, output and errors. It inherits no others.
    ///   - folder: Its working directory; by default that of this process.
    /// - Returns: Nil when it cannot be started.
    package init?(
        _ executable: String, _ arguments: [String], environment: [String: String],
        files: [Int32], in folder: String? = nil
    ) {
        var words: [UnsafeMutablePointer<CChar>?] = []
        defer { for word in words { free(word) } }
        words = ([executable] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = []
        defer { for setting in settings { free(setting) } }
        settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        let number = ribleak_spawn(executable, words, settings, files, folder)
        guard number > 0 else { return nil }
        self.number = number
    }

    /// Waits for the program to end. Call it again only after it returned nil.
    ///
    /// - Returns: Nil when the program still runs at the deadline. If other code has already waited
    ///   for its end, the program counts as exited with 0.
    package func wait(until deadline: DispatchTime) -> Ending? {
        var status: Int32 = 0
        var pause: Int32 = 0
        while true {
            let found = waitpid(number, &status, WNOHANG)
            if found == number { break }
            if found < 0, errno != EINTR { return .exited(0) }
            guard DispatchTime.now() < deadline else { return nil }
            // In milliseconds. Short at first, since most programs have closed their output by now.
            poll(nil, 0, pause)
            pause = min(pause + 1, 10)
        }
        // The status as wait(2) lays it out: a signal in the low seven bits, else a code above.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .crashed(signal: signal)
    }

    /// Kills the program at once.
    package func kill() { _ = Foundation.kill(number, SIGKILL) }
}
