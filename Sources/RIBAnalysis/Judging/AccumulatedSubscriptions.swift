// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The live subscriptions that several activations of an owner made through the same publishers.
struct AccumulatedSubscriptions {
    /// The subscriptions that one stack made. Several stacks may lead to the same line, since a RIB
    /// can be attached from several places. Symbolization joins them later.
    struct Stack {
        let stack: StackID
        private(set) var count = 0
        private(set) var activations: Set<UInt16> = []
        /// The last one that was made.
        private(set) var last = SubscriptionID(0)

        init(_ stack: StackID) { self.stack = stack }

        fileprivate mutating func add(_ id: SubscriptionID, _ creation: LiveSubscriptions.Creation)
        {
            count += 1
            activations.insert(creation.activation)
            last = max(last, id)
        }
    }

    /// A limit for the stacks that are counted separately.
    private static let mostStacks = 64

    /// In the order in which they were first seen.
    private(set) var stacks: [Stack] = []
    private(set) var count = 0
    private var indices: [StackID: Int] = [:]

    mutating func add(
        _ id: SubscriptionID, _ creation: LiveSubscriptions.Creation, madeAt stack: StackID
    ) {
        count += 1
        if indices[stack] == nil {
            guard stacks.count < Self.mostStacks else { return }
            indices[stack] = stacks.count
            stacks.append(Stack(stack))
        }
        indices[stack].map { stacks[$0].add(id, creation) }
    }

    /// Whether one place may have made enough of them for a finding.
    var isEnough: Bool {
        count >= SubscriptionJudgement.fewestAccumulated
            && stacks.reduce(into: Set()) { $0.formUnion($1.activations) }.count
                >= SubscriptionJudgement.fewestAccumulated
    }
}

/// The live subscriptions, with what judging needs beyond their records. Ended ones are dropped,
/// since a long run has millions.
struct LiveSubscriptions {
    /// How a subscription was made.
    struct Creation {
        /// Nanoseconds on the trace's clock.
        let madeAt: UInt64
        let attribution: SubscriptionAttribution
        let confinement: SubscriptionConfinement
        let ownerWasActive: Bool
        /// How often its owner had been activated by then.
        let activation: UInt16

        /// A copy with the owner that later events revealed.
        ///
        /// - Parameters:
        ///   - ownerWasActive: Whether the new owner was active.
        ///   - activation: How often the new owner had been activated.
        func given(
            _ attribution: SubscriptionAttribution, ownerWasActive: Bool, activation: UInt16
        ) -> Creation {
            Creation(
                madeAt: madeAt, attribution: attribution, confinement: confinement,
                ownerWasActive: ownerWasActive, activation: activation)
        }
    }

    /// An owner of live subscriptions.
    private struct Owner {
        var count = 0
        var deactivatedAt: UInt64?
    }

    private var creations: [SubscriptionID: Creation] = [:]
    private var owners: [ObjectID: Owner] = [:]

    var count: Int { creations.count }

    subscript(id: SubscriptionID) -> Creation? { creations[id] }

    /// When an owner last became inactive, in nanoseconds on the trace's clock. Nil if it had no
    /// live subscription at that moment.
    func deactivation(of owner: ObjectID) -> UInt64? { owners[owner]?.deactivatedAt }

    /// Whether the object owns a live subscription.
    @inline(__always)
    func isOwner(_ id: ObjectID) -> Bool { !owners.isEmpty && owners[id] != nil }

    /// In no order.
    var ids: Dictionary<SubscriptionID, Creation>.Keys { creations.keys }

    mutating func add(_ id: SubscriptionID, _ creation: Creation, of owner: ObjectID) {
        creations[id] = creation
        if !owner.isNone { owners[owner, default: Owner()].count += 1 }
    }

    /// Gives a subscription to another owner, or to the same owner with another attribution.
    mutating func give(
        _ id: SubscriptionID, _ creation: Creation, from previous: ObjectID, to owner: ObjectID
    ) {
        if owner != previous {
            remove(id, of: previous)
            add(id, creation, of: owner)
        }
        creations[id] = creation
    }

    /// - Returns: False when it had ended before, or the trace has no such subscription.
    @discardableResult
    mutating func remove(_ id: SubscriptionID, of owner: ObjectID) -> Bool {
        guard creations.removeValue(forKey: id) != nil else { return false }
        guard let left = owners[owner]?.count else { return true }
        if left > 1 { owners[owner]?.count = left - 1 } else { owners[owner] = nil }
        return true
    }

    mutating func deactivated(_ owner: ObjectID, at timestamp: UInt64) {
        owners[owner]?.deactivatedAt = timestamp
    }
}
