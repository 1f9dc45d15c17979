import Foundation

/// Runs a program that may hang, crash or talk without end.
struct BoundedChild {
    /// How the program ended.
    enum Ending: Equatable {
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

    /// Runs the program to its end.
    ///
    /// The input comes from a file that has no name any more, so the program can take it or leave
    /// it: nothing here waits for the reader, and no signal is raised when there is none.
    ///
    /// - Parameters:
    ///   - input: What the program can read.
    ///   - receive: Called with what it writes as it writes it, which is worth reading however it
    ///     ends. The time this takes counts as the program's.
    /// - Returns: How the program ended.
    func run(input: Data, receive: (ArraySlice<UInt8>) -> Void) -> Ending {
        #if os(Linux) || os(macOS)
            guard let file = Self.unnamedFile(holding: input) else { return .notStarted }
            let pipe = Pipe()
            let deadline = DispatchTime.now() + timeLimit
            guard let nowhere = FileHandle(forWritingAtPath: "/dev/null"),
                let child = SpawnedChild(
                    executable, arguments, environment: environment,
                    files: [
                        file.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor,
                        nowhere.fileDescriptor,
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

    /// Reads to the end, or says why it stopped before.
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
