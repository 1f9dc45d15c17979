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

    var isOwned: Bool { self != .unowned && self != .disputed }

    /// True when no stack can show another owner.
    var isCertain: Bool { self == .explicit || self == .kept }
}

/// The live subscriptions of a run for which no owner could be found.
public struct UnownedSubscriptions: Equatable, Sendable {
    /// The unowned subscriptions made in one place.
    public struct Site: Equatable, Sendable {
        /// The innermost frame of the project; nil when no stack shows it.
        public let place: StackFrame?
        /// How many there are.
        public let count: Int
    }

    /// How many there are.
    public let count: Int
    /// The places where they were made, in descending order of count.
    public let sites: [Site]

    /// - Parameter places: How many were made at each place; places may repeat.
    package init(_ places: [(place: StackFrame?, count: Int)]) {
        // A place is its line, whatever the address.
        let lines = Dictionary(grouping: places) {
            StackFrame(
                function: $0.place?.function, file: $0.place?.file, line: $0.place?.line,
                module: "", offset: 0)
        }
        count = places.reduce(0) { $0 + $1.count }
        func order(_ site: Site) -> (Int, String, Int, String) {
            let place = site.place
            return (-site.count, place?.file ?? "", place?.line ?? 0, place?.function ?? "")
        }
        sites = lines.values.map { all in
            Site(place: all.first?.place, count: all.reduce(0) { $0 + $1.count })
        }
        .sorted { order($0) < order($1) }
    }
}
