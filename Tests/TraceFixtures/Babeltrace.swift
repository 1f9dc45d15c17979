import Foundation

/// Runs babeltrace2, the judge of what is a CTF trace.
package enum Babeltrace {
    /// False when the tests that need it must be passed over.
    package static let isInstalled = FileManager.default.isExecutableFile(
        atPath: "/usr/bin/babeltrace2")

    /// What it said about a trace.
    package struct Answer {
        /// One line an event.
        package let lines: [Substring]
        /// Its standard error.
        package let complaints: String
        package let status: Int32
    }

    /// Reads all events of a trace as text.
    package static func read(_ folder: String) throws -> Answer {
        try run(["--no-delta", folder])
    }

    /// Counts the events of a trace, which is quicker than reading them as text.
    ///
    /// - Throws: `Refusal` when it says anything on standard error or fails.
    package static func count(_ folder: String) throws -> Int {
        let answer = try run([folder, "-c", "sink.utils.counter"])
        // It also says how far it is, every 10,000 messages.
        let line = answer.lines.last { $0.contains(" Event message") }
        let number = line?.split(separator: " ").first.flatMap { Int($0) }
        guard answer.status == 0, answer.complaints.isEmpty, let number else {
            throw Refusal(complaints: answer.complaints, status: answer.status)
        }
        return number
    }

    /// It did not take a trace.
    package struct Refusal: Error {
        package let complaints: String
        package let status: Int32
    }

    private static func run(_ arguments: [String]) throws -> Answer {
        let output = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/babeltrace2")
        process.arguments = arguments
        for name in ["out", "err"] {
            try Data().write(to: URL(fileURLWithPath: output.file(name)))
        }
        process.standardOutput = FileHandle(forWritingAtPath: output.file("out"))
        process.standardError = FileHandle(forWritingAtPath: output.file("err"))
        try process.run()
        process.waitUntilExit()
        return Answer(
            lines: try String(contentsOfFile: output.file("out"), encoding: .utf8)
                .split(separator: "\n"),
            complaints: try String(contentsOfFile: output.file("err"), encoding: .utf8),
            status: process.terminationStatus)
    }
}
