// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Which rule of the lifecycle was broken, and with whom.
public struct ViolationFacts: Equatable, Sendable {
    /// A router or a RIB, by its type and its place in the tree.
    public struct Party: Equatable, Sendable {
        public let type: String
        public let ribPath: String
    }

    public let violation: LifecycleViolation
    /// The second router or RIB involved: the one that still has the child, or that never had it.
    public let other: Party?
    /// For a child attached twice, the router that got it second; nil when both are the same
    /// router.
    public let newParent: Party?

    /// Makes the facts of one violation.
    package init(_ violation: LifecycleViolation, other: Party? = nil, newParent: Party? = nil) {
        (self.violation, self.other, self.newParent) = (violation, other, newParent)
    }

    /// What distinguishes this mistake from others of the same object.
    var identity: String {
        ([violation.name] + [other, newParent].compactMap { $0?.type }).joined(separator: " ")
    }
}

extension LifecycleViolation {
    /// Its name in reports: the case's. It never changes, since programs read it.
    package var name: String { "\(self)" }

    /// Whether a child stayed attached that its router's fields no longer refer to.
    package var isForgottenDetach: Bool {
        self == .replacedWhileAttached || self == .clearedWhileAttached
    }

    var hint: String {
        switch self {
        case .attachedTwice:
            "Detach it from the router that has it first, or build another one."
        case .detachedNonChild:
            "Detach it once, from the router that attached it: set the stored child to nil then."
        case .freedWhileAttached:
            "Call didDetach before you release it, or in its deinit at the latest."
        case .freedWhileActive:
            "Something activated it after its router was gone: leave activate() to the router."
        case .loadedTwice:
            "Leave load() to attachChild and launch, which call it."
        case .offOwnerThread:
            """
            Go to the tree's thread before you route, such as by receive(on:) in a stream or by \
            MainActor.run in a task.
            """
        case .attachedBelowItself:
            "Detach it first, or build another one: a tree has no rings."
        case .replacedWhileAttached:
            "Detach it before another one takes its place."
        case .clearedWhileAttached:
            "Detach it where the field is set to nil."
        }
    }
}

/// How a place grows with each turn of a repeated scenario.
public struct GrowthFacts: Equatable, Sendable {
    /// What holds more with each turn, such as `Store.shared.entries`; empty when it is not known.
    public let place: String
    /// What is counted.
    public let unit: GrowthUnit
    /// How many more there are after each turn.
    public let each: Int
    /// The number of turns that were measured. A few turns before them warmed up.
    public let turns: Int
    /// How many there were after the last turn.
    public let count: Int
    /// Whether closures are added. Then the stack of the allocation is the closure's own place.
    public let isOfClosures: Bool
    /// Whether routers pile up as children of one, which should detach them.
    public let areChildren: Bool
}

/// A scenario that a run repeated to measure growth.
public struct MeasuredScenario: Equatable, Sendable {
    /// The test that repeated it.
    public let test: String
    /// Whether growth could be measured, and if not, why.
    public let outcome: GrowthOutcome
    /// The number of turns that were measured.
    public let turns: Int
    /// How many objects the last measurement visited.
    public let objects: Int
}

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
        count = places.reduce(0) { $0 + $1.count }
        // A place is its line, whatever the address.
        let lines = Dictionary(grouping: places) {
            [$0.place?.function, $0.place?.file, $0.place?.line.map(String.init)]
        }
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
