// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The facts about the subscription behind a finding.
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
    /// How the recorder knew the owner; nil when the subscription had ended before it fired.
    public package(set) var attribution: SubscriptionAttribution?
    /// Values delivered while the interactor was active; nil when that is not known.
    public package(set) var valuesWhileActive: UInt64?
    /// Values delivered while the interactor was inactive.
    public package(set) var valuesWhileInactive: UInt64 = 0
    /// Nanoseconds from the deactivation to the first such value; nil when there was none.
    public package(set) var firstFiredAfter: UInt64?
    /// Nanoseconds from its creation to its first value; nil when that is not known.
    public package(set) var firstValueAfter: UInt64?
    /// Nanoseconds from its creation to its last value; nil when that is not known.
    public package(set) var lastValueAfter: UInt64?
    /// Whether the trace records no end of it.
    public package(set) var isAlive = true
    /// Nanoseconds from the deactivation to the judgement that found it alive; nil for findings
    /// other than `outlived-interactor`.
    public package(set) var outlivedBy: UInt64?
    /// True when its owner was freed by then.
    public package(set) var ownerIsFreed = false
    /// The accumulated subscriptions, for an `accumulating-subscriptions` finding.
    public package(set) var accumulated: Accumulated?
}

extension SubscriptionAttribution {
    /// Its name in reports: the case's. It never changes, since programs read it.
    package var name: String { self == .capturedWeakly ? "captured-weakly" : "\(self)" }

    /// The evidence for the owner; nil when only the time of the subscription or the code itself
    /// shows the owner.
    package var evidence: String? {
        switch self {
        case .captured: "the closure captures it"
        case .capturedWeakly: "the closure captures it, though not strongly"
        case .kept: "it keeps the token"
        case .made: "its own code made it, and there was no other of its kind"
        case .task: "the task that made it captures it"
        default: nil
        }
    }

    /// The owner and the evidence for it; nil when there was no evidence.
    package var reason: String? {
        if self == .disputed {
            return "no known owner, since its token, its closure and its maker do not agree"
        }
        return evidence.map { "the owner's, since \($0)" }
    }

    /// False when no owner is known.
    var isOwned: Bool { self != .unowned && self != .disputed }

    /// True when no stack can show another owner.
    var isCertain: Bool { self == .explicit || self == .kept }
}
