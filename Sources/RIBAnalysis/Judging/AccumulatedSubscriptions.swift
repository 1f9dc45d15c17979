// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The live subscriptions that several activations of an owner made through the same publishers.
struct AccumulatedSubscriptions {
    /// Those of one stack, of which the places are told apart by name later: the same line is reached
    /// from wherever the RIB is attached.
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

    /// How many stacks are kept apart.
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

    /// True when there may be enough of one place.
    var isEnough: Bool {
        count >= SubscriptionJudgement.fewestAccumulated
            && stacks.reduce(into: Set()) { $0.formUnion($1.activations) }.count
                >= SubscriptionJudgement.fewestAccumulated
    }
}

/// What the judgement of subscriptions needs beyond their records, kept of those that have not ended:
/// a long run has millions of others.
struct LiveSubscriptions {
    /// How one of them was made.
    struct Creation {
        /// Nanoseconds on the trace's clock.
        let madeAt: UInt64
        let attribution: SubscriptionAttribution
        let confinement: SubscriptionConfinement
        let ownerWasActive: Bool
        /// How often its owner had been activated.
        let activation: UInt16

        /// The same by what was seen since.
        ///
        /// - Parameters:
        ///   - ownerWasActive: Whether the owner that it has now was active.
        ///   - activation: How often that had been activated.
        func given(
            _ attribution: SubscriptionAttribution, ownerWasActive: Bool, activation: UInt16
        ) -> Creation {
            Creation(
                madeAt: madeAt, attribution: attribution, confinement: confinement,
                ownerWasActive: ownerWasActive, activation: activation)
        }
    }

    /// An owner of some of them.
    private struct Owner {
        var count = 0
        var deactivatedAt: UInt64?
    }

    private var creations: [SubscriptionID: Creation] = [:]
    private var owners: [ObjectID: Owner] = [:]

    var count: Int { creations.count }

    subscript(id: SubscriptionID) -> Creation? { creations[id] }

    /// When an owner of a live subscription last became inactive, in nanoseconds on the trace's clock;
    /// nil when it had none at that moment.
    func deactivation(of owner: ObjectID) -> UInt64? { owners[owner]?.deactivatedAt }

    /// True for what owns a subscription that has not ended.
    @inline(__always)
    func isOwner(_ id: ObjectID) -> Bool { !owners.isEmpty && owners[id] != nil }

    /// In no order.
    var ids: Dictionary<SubscriptionID, Creation>.Keys { creations.keys }

    mutating func add(_ id: SubscriptionID, _ creation: Creation, of owner: ObjectID) {
        creations[id] = creation
        if !owner.isNone { owners[owner, default: Owner()].count += 1 }
    }

    /// Gives one of them to another owner, or to the same for another reason.
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
