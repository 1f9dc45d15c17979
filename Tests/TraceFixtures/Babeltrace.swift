// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs babeltrace2, which decides what a CTF trace is.
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
        let process = try FinishedProcess(path: "/usr/bin/babeltrace2", arguments)
        return Answer(
            lines: process.output.split(separator: "\n"), complaints: process.errors,
            status: process.code)
    }
}
