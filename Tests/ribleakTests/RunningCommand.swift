import Foundation
import Testing
import TraceFixtures

/// The built command, run as a process of its own.
struct RunningCommand {
    let code: Int32
    let wasKilled: Bool
    let output: String
    let errors: String

    /// Runs `ribleak` to its end.
    ///
    /// - Parameters:
    ///   - arguments: What stands behind `ribleak`.
    ///   - environment: Added to that of the test.
    ///   - closesOutput: True for a reader that goes away before anything is written.
    init(
        _ arguments: [String], environment: [String: String] = [:], closesOutput: Bool = false
    ) throws {
        let folder = try TemporaryFolder()
        for name in ["output", "errors"] {
            #expect(FileManager.default.createFile(atPath: folder.file(name), contents: nil))
        }
        let process = Process()
        process.executableURL = Self.executable()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let pipe = Pipe()
        if closesOutput {
            try pipe.fileHandleForReading.close()
            process.standardOutput = pipe
        } else {
            process.standardOutput = FileHandle(forWritingAtPath: folder.file("output"))
        }
        process.standardError = FileHandle(forWritingAtPath: folder.file("errors"))
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        guard ended.wait(timeout: .now() + 60) == .success else {
            kill(process.processIdentifier, SIGKILL)
            throw TimedOut()
        }
        code = process.terminationStatus
        wasKilled = process.terminationReason == .uncaughtSignal
        output = try String(contentsOfFile: folder.file("output"), encoding: .utf8)
        errors = try String(contentsOfFile: folder.file("errors"), encoding: .utf8)
    }

    private struct TimedOut: Error {}

    /// The command lies beside the tests.
    private static func executable() -> URL {
        let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        return (tests ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent().appendingPathComponent("ribleak")
    }
}
