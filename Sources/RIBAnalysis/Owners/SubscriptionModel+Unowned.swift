// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

extension SubscriptionModel {
    /// The unowned subscriptions that may be judged once their stacks show who made them.
    func doubtfulUnowned(in scope: ScopeID?) -> [SubscriptionID] {
        unownedRecords.seen(in: scope).filter { id in
            unownedRecords.records[id].map { !unownedRecords.changes(since: $0.madeAt).isEmpty }
                ?? false
        }
        .sorted()
    }

    /// The owner of an unowned subscription, found by the code that made it.
    ///
    /// - Returns: Nil when the owner is not certain, or was not active at the time.
    func owner(
        of id: SubscriptionID, _ author: SubscriptionAuthor, in tree: TreeModel
    ) -> ObjectID? {
        guard let made = unownedRecords.records[id], let method = author.method,
            let part = unownedRecords.instances.only(method.type, at: made.position),
            !method.isNested || part.isFirst,
            let owner = tree.nodes[part.object]?.kind == .router
                ? unownedRecords.interactor(of: part.object) : part.object,
            let node = tree.nodes[owner]
        else { return nil }
        let next = unownedRecords.changes(of: owner, since: made.madeAt).first
        let wasActive =
            next.map { !$0.isActive } ?? (node.wasActive && !node.isDormant && !node.isDestroyed)
        return wasActive ? owner : nil
    }

    /// Whether the trace proves that a value came while the owner was inactive.
    func hasFired(_ id: SubscriptionID, madeBy owner: ObjectID, in tree: TreeModel) -> Bool {
        judge(id, madeBy: owner, in: tree)?.kind == .firedWhileInactive
    }

    /// What is wrong with a subscription of an owner, as far as the trace proves it.
    func judge(
        _ id: SubscriptionID, madeBy owner: ObjectID, in tree: TreeModel
    ) -> JudgedUnowned? {
        guard let made = unownedRecords.records[id] else { return nil }
        let changes = unownedRecords.changes(of: owner, since: made.madeAt)
        let node = tree.nodes[owner]
        func judged(
            _ kind: FindingKind, _ observation: UnownedRecords.Observation, before time: UInt64
        )
            -> JudgedUnowned?
        {
            guard let last = changes.last(where: { $0.at < time }), !last.isActive else {
                return nil
            }
            if kind == .outlivedInteractor, observation.scope.isNone,
                changes.last?.isActive == true || last.at < observation.since
            {
                return nil
            }
            return JudgedUnowned(
                kind: kind, subscription: id, owner: owner,
                scope: last.at >= observation.since ? observation.scope : .none,
                madeAt: made.madeAt,
                deactivatedAt: last.at, observation: observation)
        }
        // The time of a value is taken before delivery, and the time of a deactivation after it.
        for observation in made.observations {
            let fired = judged(.firedWhileInactive, observation, before: observation.counts.lastAt)
            if let fired { return fired }
        }
        guard node?.wasActive == true else { return nil }
        let outlived = made.observations.filter(\.isAlive).compactMap {
            judged(.outlivedInteractor, $0, before: $0.at)
        }
        // A test's end is final. Of the judgements outside of tests, the last one says most.
        return outlived.first { !$0.scope.isNone } ?? outlived.last
    }
}

/// Checks the stack that made a router: did code of a RIB in the tree build it?
///
/// A test may build routers and never attach them. Only a RIB in the tree builds a router to attach
/// it. So from the router's own code outward, builders and components may follow, but then an
/// object of a RIB in the tree must come.
struct RouterBuilder {
    private let stack: [ImageAddress]
    /// The types whose code belongs to the router's own RIB.
    private let ownTypes: Set<String>
    /// The names of the RIBs that were in the tree.
    private let attached: Set<String>

    /// - Parameters:
    ///   - type: The router's type.
    ///   - lineage: Its type and its superclasses.
    ///   - attached: The names of the RIBs that were in the tree.
    init(of type: String, madeAt stack: [ImageAddress], lineage: [String], attached: Set<String>) {
        self.stack = stack
        let name = RIBName(type: type).description
        ownTypes = Set(lineage.map { String($0.withoutGenericArguments) })
            .union(["Router", "Builder", "Component", "Interactor"].map { name + $0 })
        self.attached = attached
    }

    /// Whether the stack shows that a RIB in the tree built the router.
    func isShown(by symbols: Symbolication) -> Bool {
        for frame in symbols.symbolizedFrames(at: stack) {
            if StackCleanup.isOfLibraries(frame) { continue }
            // A function without a name may belong to anyone.
            guard let function = frame.frame.function.map(FunctionName.init),
                frame.frame.file != nil, let type = function.type
            else { return false }
            if ownTypes.contains(type) { continue }
            guard !function.isStatic else { return false }
            if isPart(type, ["Router", "Interactor", "Worker"]) { return true }
            guard isPart(type, ["Builder", "Component"]) else { return false }
        }
        return false
    }

    /// Whether a type has one of the given roles in a RIB of the tree.
    private func isPart(_ type: String, _ roles: [String]) -> Bool {
        roles.contains { role in
            type.hasSuffix(role) && attached.contains(String(type.dropLast(role.count)))
        }
    }
}
