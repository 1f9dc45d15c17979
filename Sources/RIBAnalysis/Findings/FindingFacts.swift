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
        self.violation = violation
        self.other = other
        self.newParent = newParent
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
