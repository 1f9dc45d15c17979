// SPDX-License-Identifier: Apache-2.0

import RIBText

/// A run of a history.
public struct HistoryRun: Equatable, Sendable {
    /// The commit of the run, as given; nil when unknown.
    public let commit: String?
    /// The branch of the run; nil when unknown.
    public let branch: String?
    /// When the run began, in ISO 8601, UTC.
    public let time: String
    public let tracked: Int
    public let leaks: Int
    public let inactiveFires: Int
    public let warnings: Int
    /// Whether the run could not be judged completely and may miss findings.
    public let isDoubtful: Bool

    /// The day and the start of the commit, such as `2026-03-01 4f2c9d1`.
    var label: String {
        ([String(time.prefix(10))] + [commit.map { String($0.prefix(7)) }].compactMap { $0 })
            .joined(separator: " ")
    }
}

/// Where a run comes from, as far as the caller knows.
public struct RunOrigin: Equatable, Sendable {
    /// The commit's name.
    public var commit: String?
    /// The branch's name.
    public var branch: String?
    /// The time in ISO 8601, UTC; nil for the time at which the run's first process began.
    public var time: String?

    /// Creates an origin.
    public init(commit: String? = nil, branch: String? = nil, time: String? = nil) {
        self.commit = commit
        self.branch = branch
        self.time = time
    }
}

/// What a history says about its latest runs.
public struct HistoryReport: Equatable, Sendable {
    /// The branch of the runs; nil for all branches.
    public let branch: String?
    /// The runs, oldest first.
    public let runs: [HistoryRun]
    /// The findings of those runs. Those that still occur come first, the oldest of them first.
    public let trends: [FindingTrend]
}

/// How often a finding occurred in each run.
public struct FindingTrend: Equatable, Sendable {
    /// 16 lower-case hexadecimal digits.
    public let fingerprint: String
    /// The kind's name in reports, such as `leaked-router`.
    public let kind: String
    public let ribPath: String
    public let type: String
    /// The first of all runs that had the finding, whether or not that run is shown.
    public let firstSeen: HistoryRun
    public let lastSeen: HistoryRun
    /// How many objects or subscriptions showed the finding in each shown run, oldest first.
    public let counts: [Int]
    /// Whether the newest run that could be judged does not have the finding.
    public let isFixed: Bool
}

/// Why a history cannot be read or written.
public struct HistoryError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What went wrong.
    public enum Code: Equatable, Sendable {
        case notFound
        /// The file is not a history or is damaged.
        case unreadable
        /// A newer version of ribleak made the file.
        case laterVersion
        case cannotWrite
    }

    public let code: Code
    /// The path of the database file.
    public let path: String
    /// What went wrong and what to do, in one line.
    public let reason: String

    /// The path and the reason, safe to show on a terminal.
    public var description: String {
        "\(TerminalEscape.escaped(path)): \(TerminalEscape.escaped(reason))"
    }
}
