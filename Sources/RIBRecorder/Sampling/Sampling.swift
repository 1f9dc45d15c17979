// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

/// How much of a shipped app is recorded, and what that may cost.
///
/// What is recorded is chosen once, at random, when the process begins. The tree of RIBs, what is
/// judged and the counts are those of level `counts` for all RIBs, so findings, RIB paths and
/// counts are the same whatever is chosen. Only call stacks and retain paths are for chosen RIBs,
/// and only until the budget is spent.
public struct Sampling: Equatable, Sendable {
    /// One of how many processes is recorded: 1 (each of them) to 1,000,000. In the others, nothing
    /// is recorded or written.
    public var oneProcessOf = 1
    /// The share of RIBs that get call stacks and retain paths, in percent: 0 to 100. A RIB is
    /// chosen by its name, so its router and its interactor are chosen together, wherever in the
    /// tree they stand.
    public var percentOfRIBs = 100
    /// Milliseconds of processor time for call stacks and searches for retain paths: 0 to 600,000.
    /// What has begun is finished, even if that takes more.
    public var millisecondsOfStacks = 250
    /// KiB of the trace that call stacks and retain paths may take: 0 to 1,048,576.
    public var kibibytesOfStacks = 512
    /// The most runs in the folder, this one included: 1 to 10,000. Older ones are removed when
    /// recording begins.
    public var keptRuns = 5
    /// The most MiB on disk that older runs may take: 0 to 1,048,576. Older ones are removed.
    public var keptMebibytes = 32
    /// MiB on disk that this run may take: 1 to 1,048,576.
    public var mebibytesOnDisk = 8
    /// The app's release, such as `7.12.0`; nil for the `CFBundleShortVersionString` of its bundle.
    public var release: String?
    /// The build of the release, such as a number or a commit; nil for the `CFBundleVersion` of its
    /// bundle.
    public var build: String?

    /// Records every process and all RIBs, within the default limits.
    public init() {}
}

extension Sampling {
    /// The same with each number in its range.
    var limited: Sampling {
        var limited = reading { _, range, number in
            min(max(number, range.lowerBound), range.upperBound)
        }
        limited.mebibytesOnDisk = min(max(mebibytesOnDisk, 1), 1_048_576)
        return limited
    }

    /// Whether a process is recorded.
    func chooses(_ number: UInt64) -> Bool { number % UInt64(max(oneProcessOf, 1)) == 0 }

    /// Reads the environment's settings. `number` reads a variable as a number in a range, or gives
    /// that of `self`.
    func reading(
        _ number: (_ name: String, _ range: ClosedRange<Int>, _ standard: Int) -> Int
    ) -> Sampling {
        var read = self
        read.oneProcessOf = number("RIBLEAK_SAMPLE_PROCESSES", 1...1_000_000, oneProcessOf)
        read.percentOfRIBs = number("RIBLEAK_SAMPLE_RIBS", 0...100, percentOfRIBs)
        read.millisecondsOfStacks = number("RIBLEAK_SAMPLE_MS", 0...600_000, millisecondsOfStacks)
        read.kibibytesOfStacks = number("RIBLEAK_SAMPLE_KIB", 0...1_048_576, kibibytesOfStacks)
        read.keptRuns = number("RIBLEAK_KEEP_RUNS", 1...10_000, keptRuns)
        read.keptMebibytes = number("RIBLEAK_KEEP_MIB", 0...1_048_576, keptMebibytes)
        return read
    }
}

extension RecordingOrigin {
    /// What a trace says of this process.
    init(_ sampling: Sampling) {
        self.init()
        recorderVersion = ToolVersion.current
        // Read here, since the digest may be made on another machine.
        release = sampling.release ?? Self.bundleText("CFBundleShortVersionString")
        build = sampling.build ?? Self.bundleText("CFBundleVersion")
        (system, systemVersion) = Self.currentSystem
        (oneProcessOf, percentOfRIBs) = (sampling.oneProcessOf, sampling.percentOfRIBs)
    }

    private static func bundleText(_ key: String) -> String {
        #if canImport(Darwin)
            Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
        #else
            // No bundle says it, and Foundation traps in a container without /proc.
            ""
        #endif
    }

    private static var currentSystem: (name: String, version: String) {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        #if os(iOS)
            let name = "iOS"
        #elseif os(tvOS)
            let name = "tvOS"
        #elseif os(watchOS)
            let name = "watchOS"
        #elseif os(macOS)
            let name = "macOS"
        #else
            let name = "Linux"
        #endif
        return (
            name, "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        )
    }
}

extension Recorder {
    /// Records this process as one of a shipped app, at the level `sampled`.
    ///
    /// Call it before the app makes its first RIB, or else it does nothing, with one warning. Where
    /// the environment sets `RIBLEAK_LEVEL`, that counts, so that a developer's run can record in
    /// full.
    ///
    /// - Parameters:
    ///   - sampling: What is chosen, and what it may cost. Numbers out of range count as the
    ///     nearest one in range.
    ///   - folder: The folder for runs, such as one in the app's caches. Another app must not use
    ///     it: old runs in it are removed.
    /// - Returns: Whether this process is recorded. False for those that were not chosen.
    @discardableResult
    public static func startSampling(
        _ sampling: Sampling = Sampling(), into folder: String
    ) -> Bool {
        guard ribleak_fork_is_child() == 0 else { return false }
        if !SamplingRequest.shared.ask(sampling.limited, folder) {
            HostWarning.say(
                "Recorder.startSampling came after the first RIB and does nothing; call it first")
        }
        return shared.traceFolder != nil
    }
}

/// What the app asks for before the recorder of the process begins.
final class SamplingRequest: Sendable {
    static let shared = SamplingRequest()

    /// Its number is 1 once it was taken.
    private let asked = Protected<(sampling: Sampling, folder: String)?>(nil)

    /// - Returns: False if it is too late.
    func ask(_ sampling: Sampling, _ folder: String) -> Bool {
        asked.withLock { known in
            if asked.number > 0 { return false }
            known = (sampling, folder)
            return true
        }
    }

    /// What was asked for. Later requests come too late.
    func take() -> (sampling: Sampling, folder: String)? {
        asked.withLock { known in
            asked.number = 1
            return known
        }
    }
}
