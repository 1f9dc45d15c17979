// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

/// What one recorder records and where; read once, when recording starts.
package struct RecorderConfiguration: Sendable {
    package var level: RecordingLevel
    /// The folder that holds one folder for each run.
    package var runsFolder: String
    /// The most frames of a stack: 1 to 256.
    package var stackDepth = 64
    /// Bytes the trace may take on disk.
    package var diskLimit = 256 << 20
    /// Bytes that distinct stacks and texts may take in memory.
    package var memoryLimit = 64 << 20
    /// The nanoseconds that a search for what keeps objects alive may take; 0 for no search. They
    /// are processor time, so that a busy machine finds what an idle one finds.
    package var searchLimit: UInt64 = 2_000_000_000
    /// How long work that is under way may hold an object before it is called leaked, in
    /// nanoseconds. The default of 1 s is that of uber/RIBs-iOS. Only spent when something
    /// survives.
    package var patience: UInt64 = 1_000_000_000
    /// True when the process may run its pending main-queue work while it exits. A test runner
    /// may; an app's pending work must not run where it would not have without ribleak.
    package var drainsAtExit = false

    /// True when all processes of one parent belong to one run, as those of `swift test` do.
    package var sharesRunWithSiblings = false

    /// A steady clock in nanoseconds, for measuring how long something takes.
    var clock: @Sendable () -> UInt64 = { ribleak_clock_monotonic() } {
        didSet { hasOwnClock = true }
    }
    /// A steady clock in nanoseconds that limits the waits for the main queue.
    var queueClock: @Sendable () -> UInt64 = { ribleak_clock_monotonic() }
    /// Nanoseconds of processor time that the calling thread has had.
    var searchClock: @Sendable () -> UInt64 = { ribleak_clock_thread() }
    /// True when `clock` is not the clock that gives events their times.
    private(set) var hasOwnClock = false
    /// False when a test ticks instead of the timer for deadlines.
    var ticks = true

    package init(level: RecordingLevel, runsFolder: String) {
        self.level = level
        self.runsFolder = runsFolder
    }

    /// The configuration the environment asks for: `RIBLEAK_LEVEL`, `RIBLEAK_TRACE_DIR`,
    /// `RIBLEAK_STACK_DEPTH` in frames, `RIBLEAK_DISK_LIMIT` and `RIBLEAK_MEMORY_LIMIT` in MiB,
    /// `RIBLEAK_SEARCH_LIMIT` in milliseconds.
    ///
    /// - Parameter warn: Receives a line about a value that is not understood.
    static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        executable: String = CommandLine.arguments.first ?? "",
        warn: (String) -> Void
    ) -> RecorderConfiguration {
        var level = RecordingLevel.full
        if let text = environment["RIBLEAK_LEVEL"], !text.isEmpty {
            if let known = RecordingLevel(rawValue: text.lowercased()) {
                level = known
            } else {
                warn("RIBLEAK_LEVEL is '\(text)', not off, counts or full: recording in full")
            }
        }
        func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) -> Int {
            guard let text = environment[name], !text.isEmpty else { return standard }
            if let value = Int(text), range.contains(value) { return value }
            warn(
                "\(name) is '\(text)', not a number from \(range.lowerBound) to "
                    + "\(range.upperBound): taking \(standard)")
            return standard
        }
        let folder = environment["RIBLEAK_TRACE_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        var configuration = RecorderConfiguration(level: level, runsFolder: folder ?? ".ribleak")
        configuration.stackDepth = number("RIBLEAK_STACK_DEPTH", in: 1...256, default: 64)
        configuration.diskLimit =
            number("RIBLEAK_DISK_LIMIT", in: 1...1_048_576, default: 256) << 20
        configuration.memoryLimit =
            number("RIBLEAK_MEMORY_LIMIT", in: 1...65_536, default: 64) << 20
        configuration.searchLimit =
            UInt64(number("RIBLEAK_SEARCH_LIMIT", in: 0...600_000, default: 2_000)) * 1_000_000
        configuration.drainsAtExit = isTestRunner(executable)
        configuration.sharesRunWithSiblings = isTestRunner(executable)
        return configuration
    }

    /// True for the executables that `swift test` starts.
    private static func isTestRunner(_ executable: String) -> Bool {
        let name = executable.split(separator: "/").last ?? ""
        return name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper"
    }
}
