// SPDX-License-Identifier: Apache-2.0

import RIBText

/// A run of a history.
public struct HistoryRun: Equatable, Sendable {
    /// The commit it ran on, as it was given; nil when unknown.
    public let commit: String?
    /// Nil when unknown.
    public let branch: String?
    /// When it began: ISO 8601, UTC.
    public let time: String
    public let tracked: Int
    public let leaks: Int
    public let inactiveFires: Int
    public let warnings: Int
    /// True when the run could not be judged in full, so that it may miss findings.
    public let isDoubtful: Bool

    /// The day and the beginning of the commit, such as `2026-03-01 4f2c9d1`.
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
    /// ISO 8601, UTC; nil for the time at which the run's first process began.
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
    /// The branch it is about; nil for all.
    public let branch: String?
    /// Oldest first.
    public let runs: [HistoryRun]
    /// What occurs in those runs: what is still there first, of these the oldest first.
    public let trends: [FindingTrend]
}

/// How often a mistake was found, run by run.
public struct FindingTrend: Equatable, Sendable {
    /// 16 lower-case hexadecimal digits.
    public let fingerprint: String
    /// The kind's name in reports, such as `leaked-router`.
    public let kind: String
    public let ribPath: String
    public let type: String
    /// The first run of all that found it, whether or not that run is shown.
    public let firstSeen: HistoryRun
    public let lastSeen: HistoryRun
    /// How many objects or subscriptions showed it, for each run that is shown, oldest first.
    public let counts: [Int]
    /// True when it is not in the newest run that could be judged.
    public let isFixed: Bool
}

/// Why a history cannot be read or written.
public struct HistoryError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What went wrong.
    public enum Code: Equatable, Sendable {
        case notFound
        /// The file is no history, or a damaged one.
        case unreadable
        /// A newer version of ribleak made it.
        case laterVersion
        case cannotWrite
    }

    public let code: Code
    /// The database's file.
    public let path: String
    /// What and what to do, in one line.
    public let reason: String

    /// The path and the reason, safe to show on a terminal.
    public var description: String {
        "\(TerminalEscape.escaped(path)): \(TerminalEscape.escaped(reason))"
    }
}
