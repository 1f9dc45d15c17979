import Foundation

/// An executable, usually one of the package's, run as a process of its own to its end.
package struct FinishedProcess {
    package let code: Int32
    package let wasKilled: Bool
    package let output: String
    package let errors: String

    /// Runs an executable that lies beside the tests.
    ///
    /// - Parameters:
    ///   - product: The executable's name.
    ///   - environment: Added to that of the test.
    ///   - folder: The working directory; by default an empty one.
    ///   - closesOutput: True for a reader that goes away before anything is written.
    ///   - seconds: After which it is killed.
    /// - Throws: When it cannot be started or does not end in that time.
    package init(
        _ product: String, _ arguments: [String], environment: [String: String] = [:],
        in folder: String? = nil, closesOutput: Bool = false, within seconds: Double = 60
    ) throws {
        try self.init(
            path: BuiltProducts.folder.appendingPathComponent(product).path, arguments,
            environment: environment, in: folder, closesOutput: closesOutput, within: seconds)
    }

    /// Runs any executable; the rest is as above.
    package init(
        path: String, _ arguments: [String], environment: [String: String] = [:],
        in folder: String? = nil, closesOutput: Bool = false, within seconds: Double = 60
    ) throws {
        let files = try TemporaryFolder()
        for name in ["output", "errors"] {
            try Data().write(to: URL(fileURLWithPath: files.file(name)))
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: folder ?? files.path)
        let pipe = Pipe()
        if closesOutput {
            try pipe.fileHandleForReading.close()
            process.standardOutput = pipe
        } else {
            process.standardOutput = FileHandle(forWritingAtPath: files.file("output"))
        }
        process.standardError = FileHandle(forWritingAtPath: files.file("errors"))
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        // One at a time: Foundation's `run()` crashed once where several threads were in it.
        try Self.starting.withLock { try process.run() }
        guard ended.wait(timeout: .now() + seconds) == .success else {
            kill(process.processIdentifier, SIGKILL)
            throw TimedOut()
        }
        code = process.terminationStatus
        wasKilled = process.terminationReason == .uncaughtSignal
        output = try String(contentsOfFile: files.file("output"), encoding: .utf8)
        errors = try String(contentsOfFile: files.file("errors"), encoding: .utf8)
    }

    private static let starting = NSLock()

    private struct TimedOut: Error {}
}
