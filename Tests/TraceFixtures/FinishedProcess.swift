// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis

/// A process that has run to its end, usually of one of the package's executables.
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
        in folder: String? = nil, closesOutput: Bool = false, within seconds: Double = 600
    ) throws {
        try self.init(
            path: BuiltProducts.folder.appendingPathComponent(product).path, arguments,
            environment: environment, in: folder, closesOutput: closesOutput, within: seconds)
    }

    /// Runs any executable; the rest is as above.
    package init(
        path: String, _ arguments: [String], environment: [String: String] = [:],
        in folder: String? = nil, closesOutput: Bool = false, within seconds: Double = 600
    ) throws {
        let files = try TemporaryFolder()
        for name in ["output", "errors"] {
            try Data().write(to: URL(fileURLWithPath: files.file(name)))
        }
        let pipe = Pipe()
        if closesOutput { try pipe.fileHandleForReading.close() }
        let nowhere = try Self.opened(FileHandle(forReadingAtPath: "/dev/null"))
        let output = try Self.opened(FileHandle(forWritingAtPath: files.file("output")))
        let errors = try Self.opened(FileHandle(forWritingAtPath: files.file("errors")))
        let child = SpawnedChild(
            path, arguments,
            // What a report says must not depend on whether the analyser is built.
            environment: ProcessInfo.processInfo.environment
                .merging(["RIBLEAK_LINT": "none"]) { $1 }.merging(environment) { $1 },
            files: [
                nowhere.fileDescriptor,
                (closesOutput ? pipe.fileHandleForWriting : output).fileDescriptor,
                errors.fileDescriptor,
            ], in: folder ?? files.path)
        guard let child else { throw NotStarted(path: path) }
        switch child.wait(until: .now() + seconds) {
        case .exited(let status): (code, wasKilled) = (status, false)
        case .crashed(let signal): (code, wasKilled) = (signal, true)
        case .timedOut, .outputTooLarge, .notStarted:
            child.kill()
            _ = child.wait(until: .now() + 5)
            throw TimedOut()
        }
        self.output = try String(contentsOfFile: files.file("output"), encoding: .utf8)
        self.errors = try String(contentsOfFile: files.file("errors"), encoding: .utf8)
    }

    private static func opened(_ file: FileHandle?) throws -> FileHandle {
        guard let file else { throw CocoaError(.fileReadNoSuchFile) }
        return file
    }

    private struct TimedOut: Error {}
    private struct NotStarted: Error {
        let path: String
    }
}
