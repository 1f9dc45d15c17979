// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// What is known of the subscription behind a finding.
public struct SubscriptionFacts: Equatable, Sendable {
    /// Live subscriptions that one place made for one owner.
    public struct Accumulated: Equatable, Sendable {
        /// How many there are.
        public let count: Int
        /// How many of the owner's activations made them.
        public let activations: Int
    }

    /// The publishers it came through, such as `PassthroughSubject<Score> → map → sink`.
    public let chain: String
    /// How the recorder knew whose it was; nil when it had ended before it fired.
    public package(set) var attribution: SubscriptionAttribution?
    /// Values delivered while the interactor was active; nil when that is not known.
    public package(set) var valuesWhileActive: UInt64?
    /// Values delivered while the interactor was inactive.
    public package(set) var valuesWhileInactive: UInt64 = 0
    /// Nanoseconds from the deactivation to the first such value; nil when there was none.
    public package(set) var firstFiredAfter: UInt64?
    /// Nanoseconds from when it was made to its first value of all; nil when that is not known.
    public package(set) var firstValueAfter: UInt64?
    /// Nanoseconds from when it was made to its last value; nil when that is not known.
    public package(set) var lastValueAfter: UInt64?
    /// True unless the trace says that it ended.
    public package(set) var isAlive = true
    /// Nanoseconds from the deactivation to the judgement that found it alive; nil for other findings
    /// than `outlived-interactor`.
    public package(set) var outlivedBy: UInt64?
    /// True when its owner was freed by then.
    public package(set) var ownerIsFreed = false
    /// For an `accumulating-subscriptions`, how many there are.
    public package(set) var accumulated: Accumulated?
}

extension SubscriptionAttribution {
    /// Its name in reports, which never changes.
    package var name: String {
        switch self {
        case .explicit: "explicit"
        case .current: "current"
        case .captured: "captured"
        case .unowned: "unowned"
        case .kept: "kept"
        case .capturedWeakly: "captured-weakly"
        case .disputed: "disputed"
        case .made: "made"
        case .task: "task"
        }
    }

    /// What was seen that shows whose it is; nil where only the time or the code itself says so.
    package var evidence: String? {
        switch self {
        case .captured: "the closure captures it"
        case .capturedWeakly: "the closure captures it, though not strongly"
        case .kept: "it keeps the token"
        case .made: "its own code made it, and there was no other of its kind"
        case .task: "the task that made it captures it"
        case .explicit, .current, .unowned, .disputed: nil
        }
    }

    /// Whose it is and what was seen that shows it; nil where nothing was.
    package var reason: String? {
        if self == .disputed {
            return "nobody's, since what keeps it, captures it and made it do not agree"
        }
        return evidence.map { "the owner's, since \($0)" }
    }

    /// False where no owner is known.
    var isOwned: Bool { self != .unowned && self != .disputed }

    /// True where no stack can show that it is another's.
    var isCertain: Bool { self == .explicit || self == .kept }

    /// True where the stack must show that the owner's own code made it: what a task does for others is
    /// theirs.
    var needsAuthor: Bool { self == .task || self == .made }

    /// True where the owner is known by a capture of its own closure.
    package var isByCapture: Bool { self == .captured || self == .capturedWeakly }
}
