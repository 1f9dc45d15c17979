// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// The routers that judgements found alive and never attached, with the facts about the tree at
/// that moment.
package struct NeverAttached {
    /// What was true when a router was found.
    package struct Facts {
        /// The test in which the router was made and judged; none for the whole process.
        let scope: ScopeID
        /// Whether a test ended, so that no later judgement says more.
        var isFinal: Bool { !scope.isNone }
        /// The types of the routers in the tree, except those of which another router was alive
        /// outside of it.
        let typesInTree: Set<StringID>
    }

    /// By the routers, from the ends of tests and from the last judgement of the whole process.
    package private(set) var found: [ObjectID: Facts] = [:]
    /// The routers and RIBs without base classes that are not freed.
    private var living: Set<ObjectID> = []
    /// How many more routers are checked in judgements. It bounds the cost of a damaged trace.
    var looksLeft = 16_000_000

    mutating func noteMade(_ router: ObjectID) { living.insert(router) }

    mutating func noteFreed(_ object: ObjectID) { living.remove(object) }

    /// The routers made so far and not freed; empty once the limit is reached.
    mutating func lookAtLiving() -> Set<ObjectID> {
        looksLeft -= living.count
        return looksLeft >= 0 ? living : []
    }

    /// Notes the survivors of a judgement that are routers and were never in a tree.
    mutating func judge(
        _ survivors: [ObjectID], _ settling: Settling, in tree: TreeModel
    ) {
        let routers = survivors.filter { id in
            tree.nodes[id].map { $0.kind == .router && !$0.isDestroyed && $0.wasNeverAttached }
                ?? false
        }
        let facts = Facts(
            scope: settling.reason == .scopeEnd ? settling.scope : .none,
            typesInTree: routers.isEmpty ? [] : typesInTree(tree))
        if !facts.isFinal { found = found.filter(\.value.isFinal) }
        for router in routers where found[router]?.isFinal != true { found[router] = facts }
    }

    /// The findings about routers that were never attached, not even later, and that a RIB of the
    /// tree built, as a stack shows.
    func drafts(in scope: ScopeID?, _ model: TraceModel) -> [FindingDraft] {
        let found = found.filter { router, facts in
            model.tree.nodes[router]?.wasNeverAttached == true
                && (scope == nil || facts.scope == scope)
                // Routers that were freed since the process was judged do not matter.
                && (facts.isFinal || !model.tree.isFreed(router))
        }
        return found.sorted { $0.key < $1.key }.map { router, facts in
            let subject = FindingSubject(.neverAttached, router, in: model, scope: facts.scope)
            let allocation = model.definitions.recordedStack(model.tree.nodes[router]?.allocation)
            let types = facts.typesInTree.map(model.definitions.text)
            let builder = RouterBuilder(
                type: subject.type, stack: allocation.addresses,
                lineage: model.tree.lineage(of: router),
                attached: Set(types.map(\.ribName)))
            return FindingDraft(subject, addresses: allocation.addresses) { symbols, _ in
                guard builder.isShown(by: symbols) else { return nil }
                return subject.finding(
                    subject.identity,
                    stacks: FindingStacks(allocation: symbols.callStack(allocation)),
                    hint: subject.hint())
            }
        }
    }

    /// The types of RIBs whose code certainly runs in the tree.
    private mutating func typesInTree(_ tree: TreeModel) -> Set<StringID> {
        var inTree: Set<StringID> = []
        var elsewhere: Set<StringID> = []
        var known: [ObjectID: Bool] = [:]
        for id in lookAtLiving() {
            guard let node = tree.nodes[id] else { continue }
            let isInTree =
                (node.isLaunched || !node.parent.isNone) && tree.isInUse(id, known: &known)
            if isInTree { inTree.insert(node.type) } else { elsewhere.insert(node.type) }
        }
        return inTree.subtracting(elsewhere)
    }
}

/// Checks the stack that made a router: did code of a RIB in the tree build it?
///
/// A test may build routers and never attach them. Only a RIB in the tree builds a router to attach
/// it. So from the router's own code outward, builders and components may follow, but then an
/// object of a RIB in the tree must come.
struct RouterBuilder {
    let type: String
    let stack: [ImageAddress]
    /// Its type and its superclasses.
    let lineage: [String]
    /// The names of the RIBs that were in the tree.
    let attached: Set<String>

    /// Whether the stack shows that a RIB in the tree built the router.
    func isShown(by symbols: Symbolication) -> Bool {
        let ownTypes = Set(lineage.map { String($0.withoutGenericArguments) })
            .union(["Router", "Builder", "Component", "Interactor"].map { type.ribName + $0 })
        for frame in symbols.symbolizedFrames(at: stack) {
            if frame.isOfLibraries { continue }
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

    private func isPart(_ type: String, _ roles: [String]) -> Bool {
        roles.contains { role in
            type.hasSuffix(role) && attached.contains(String(type.dropLast(role.count)))
        }
    }
}
