// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

/// What one recorder records and where; read once, when recording starts.
package struct RecorderConfiguration: Sendable {
    package var level: RecordingLevel
    /// The folder that holds one folder for each run.
    package var runsFolder: String
    /// The most frames of a stack: 1 to 1024.
    package var stackDepth = 512
    /// Bytes the trace may take on disk.
    package var diskLimit = 256 << 20
    /// Bytes that distinct stacks and texts may take in memory.
    package var memoryLimit = 64 << 20
    /// The nanoseconds that a search for what keeps objects alive may take; 0 for no search. They
    /// are processor time, so that a busy machine finds what an idle one finds.
    package var searchLimit: UInt64 = 2_000_000_000
    /// The nanoseconds for which work may hold an object before it is called leaked: 1 s as in
    /// uber/RIBs-iOS. Only spent when something survives.
    package var patience: UInt64 = 1_000_000_000
    /// How many runs stay in the folder of runs, this one included; nil for all. At level
    /// `sampled`, its own limits count.
    package var keptRuns: Int?
    /// What is chosen at level `sampled`, and what the app says of itself.
    package var sampling = Sampling()
    /// The random number of the process, which decides which RIBs are chosen.
    var seed: UInt64 = 0
    /// True when the process may run its pending main-queue work while it exits. A test runner
    /// may; an app's pending work must not run where it would not have without ribleak.
    package var drainsAtExit = false

    /// True when all processes of one parent belong to one run, as those of `swift test` do.
    package var sharesRunWithSiblings = false

    /// A test's steady clock in nanoseconds; nil for the one that gives events their times.
    var clock: (@Sendable () -> UInt64)?
    /// A steady clock in nanoseconds that limits the waits for pending work.
    var waitClock: @Sendable () -> UInt64 = { ribleak_clock_monotonic() }
    /// Nanoseconds of processor time that the calling thread has had.
    var searchClock: @Sendable () -> UInt64 = { ribleak_clock_thread() }
    /// Nanoseconds of processor time that all other threads have had.
    var workClock: @Sendable () -> UInt64 = {
        let own = ribleak_clock_thread()
        let all = ribleak_clock_process()
        return all - min(all, own)
    }
    /// The work of libdispatch that is due within some nanoseconds; nil if it was not listed within
    /// the wait, in nanoseconds.
    var workOfDispatch: @Sendable (_ within: UInt64, _ wait: UInt64) -> [ribleak_due_work]? = {
        RecordingSession.workOfDispatch(within: $0, wait: $1)
    }
    /// Whether a thread may be in the middle of something when the process exits: one that is still
    /// at work after 100 ms, or the one that exits, unless queued work has run on it.
    var isExitInTheMiddle: @Sendable (_ isDrained: Bool) -> Bool = { isDrained in
        if !isDrained, !MainQueue.isCurrent { return true }
        // The recorder's own thread was just woken.
        for _ in 1...100 {
            if ribleak_work_scheduled(0) == RIBLEAK_WORK_NONE { return false }
            MainQueueDrain.rest(for: 1_000_000)
        }
        return true
    }
    /// False when a test ticks instead of the timer for deadlines.
    var ticks = true

    /// None on Apple's platforms, where the search has never run: an app must ask for it.
    #if canImport(Darwin)
        private static let usualSearchMilliseconds = 0
    #else
        private static let usualSearchMilliseconds = 2_000
    #endif

    package init(level: RecordingLevel, runsFolder: String) {
        self.level = level
        self.runsFolder = runsFolder
    }

    /// The configuration the environment asks for, as `RIBRecorder.docc/Settings.md` lists it.
    ///
    /// - Parameter asked: What the app itself asks for, where the environment names no level.
    static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        executable: String = CommandLine.arguments.first ?? "",
        asked: (sampling: Sampling, folder: String)? = nil,
        random: () -> UInt64 = { .random(in: .min ... .max) },
        warn: @escaping (String) -> Void
    ) -> RecorderConfiguration {
        let settings = EnvironmentSettings(environment: environment, warn: warn)
        let level = settings.level(or: asked == nil ? .full : .sampled)
        let folder = settings.text("RIBLEAK_TRACE_DIR") ?? asked?.folder
        var configuration = RecorderConfiguration(level: level, runsFolder: folder ?? ".ribleak")
        configuration.sampling = asked?.sampling ?? Sampling()
        configuration.sampling.release = settings.text("RIBLEAK_RELEASE") ?? asked?.sampling.release
        configuration.sampling.build = settings.text("RIBLEAK_BUILD") ?? asked?.sampling.build
        if level == .sampled {
            configuration.sampling = configuration.sampling.reading(settings.number)
            configuration.seed = random()
            if !configuration.sampling.chooses(random()) { configuration.level = .off }
        }
        configuration.readLimits(settings)
        if configuration.level != .sampled {
            // A folder that someone names may be an archive.
            configuration.keptRuns = settings.keptRuns(or: folder == nil ? 20 : nil)
        }
        configuration.drainsAtExit = isTestRunner(executable)
        configuration.sharesRunWithSiblings = isTestRunner(executable)
        return configuration
    }

    private mutating func readLimits(_ settings: EnvironmentSettings) {
        let megabytes = level == .sampled ? (sampling.mebibytesOnDisk, 8) : (256, 64)
        stackDepth = settings.number("RIBLEAK_STACK_DEPTH", in: 1...1024, default: 512)
        diskLimit =
            settings.number("RIBLEAK_DISK_LIMIT", in: 1...1_048_576, default: megabytes.0) << 20
        memoryLimit =
            settings.number("RIBLEAK_MEMORY_LIMIT", in: 1...65_536, default: megabytes.1) << 20
        searchLimit =
            UInt64(
                settings.number(
                    "RIBLEAK_SEARCH_LIMIT", in: 0...600_000, default: Self.usualSearchMilliseconds))
            * 1_000_000
    }

    /// True for the executables that `swift test` starts.
    private static func isTestRunner(_ executable: String) -> Bool {
        let name = executable.split(separator: "/").last ?? ""
        return name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper"
    }
}

/// Reads settings from environment variables. What is not understood counts as not set, with a
/// warning.
struct EnvironmentSettings {
    let environment: [String: String]
    let warn: (String) -> Void

    /// - Returns: Nil where the variable is not set, or empty.
    func text(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) -> Int {
        guard let text = text(name) else { return standard }
        if let value = Int(text), range.contains(value) { return value }
        warn(
            "\(name) is '\(text)', not a number from \(range.lowerBound) to "
                + "\(range.upperBound): taking \(standard)")
        return standard
    }

    /// - Returns: Nil to keep all runs.
    func keptRuns(or standard: Int?) -> Int? {
        if text("RIBLEAK_KEEP_RUNS") == "all" { return nil }
        let kept = number("RIBLEAK_KEEP_RUNS", in: 0...1_000_000, default: standard ?? 0)
        return kept == 0 ? nil : kept
    }

    func level(or standard: RecordingLevel) -> RecordingLevel {
        guard let text = text("RIBLEAK_LEVEL") else { return standard }
        if let known = RecordingLevel(rawValue: text.lowercased()) { return known }
        warn("RIBLEAK_LEVEL is '\(text)', not off, counts, sampled or full: recording in full")
        return .full
    }
}
