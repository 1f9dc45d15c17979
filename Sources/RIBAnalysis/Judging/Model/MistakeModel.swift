// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The mistakes in the lifecycle of RIBs. A *violation* is one occurrence, such as a second attach,
/// and a *mistake* the record of all that are alike: a long run may repeat one a million times.
package struct MistakeModel {
    /// When RIBs without base classes were freed that were attached. They wait here until their
    /// parents show whether the whole tree was freed with them.
    private var freedRIBs: [ObjectID: UInt64] = [:]
    private var mistakes: [Key: LifecycleMistake] = [:]
    /// Children that were attached twice, until the next event about them shows the second router.
    private var undecided: [ObjectID: (other: ObjectID, scope: ScopeID, stack: StackID)] = [:]

    /// What occurrences of one mistake have in common. It holds types, since a run makes new
    /// objects for each occurrence.
    private struct Key: Hashable {
        let violation: LifecycleViolation
        let type: StringID?
        /// The type of the router above the object.
        let parentType: StringID?
        let otherType: StringID?
        let newParentType: StringID?
        let scope: ScopeID
        let stack: StackID
    }

    /// More would mean a damaged trace, or more than anyone reads.
    private static let mostMistakes = 4_096
    private static let mostUndecided = 256
    /// Only in damaged traces do more wait at a time.
    private static let mostFreedRIBs = 1_024
    /// Nanoseconds for which a parent must outlive its child, unless the process ends.
    private static let gracePeriod: UInt64 = 1_000_000_000

    /// Whether a second attachment waits for the next event about its child.
    var hasUndecided: Bool { !undecided.isEmpty }

    mutating func note(
        _ violation: LifecycleViolation, of object: ObjectID, _ other: ObjectID, in scope: ScopeID,
        at stack: StackID, _ tree: TreeModel
    ) {
        decide(about: object, in: tree)
        // The attachment that follows, if any, shows which router got the child.
        if violation == .attachedTwice, undecided.count < Self.mostUndecided {
            undecided[object] = (other, scope, stack)
        } else {
            count(violation, of: object, other, in: scope, at: stack, tree)
        }
    }

    /// Decides a second attachment by the next attach, detach or end of the child, before the tree
    /// learns of it.
    mutating func decide(
        about object: ObjectID, newParent: ObjectID = .none, in tree: TreeModel
    ) {
        guard let (other, scope, stack) = undecided.removeValue(forKey: object) else { return }
        count(.attachedTwice, of: object, other, newParent, in: scope, at: stack, tree)
    }

    /// The objects that something was found about, or may be: the tree must not forget them.
    package var objects: Set<ObjectID> {
        Set(mistakes.values.map(\.object) + undecided.flatMap { [$0.key, $0.value.other] })
            .union(freedRIBs.keys)
    }

    /// The findings about mistakes that were judged in a scope, or all, in a fixed order.
    func drafts(in scope: ScopeID?, _ model: TraceModel, isComplete: Bool) -> [FindingDraft] {
        var decided = self
        for object in undecided.keys.sorted() { decided.decide(about: object, in: model.tree) }
        return decided.mistakes.values.filter { mistake in
            (scope == nil || mistake.scope == scope) && (isComplete || !mistake.isInferred)
        }
        .sorted {
            ($0.object, $0.scope, $0.stack, $0.facts.violation.rawValue, $0.facts.identity)
                < ($1.object, $1.scope, $1.stack, $1.facts.violation.rawValue, $1.facts.identity)
        }
        .map { $0.draft(in: model) }
    }

    /// - Parameter newParent: The router that got the child of a second attachment.
    private mutating func count(
        _ violation: LifecycleViolation, of object: ObjectID, _ other: ObjectID,
        _ newParent: ObjectID = .none, in scope: ScopeID, at stack: StackID, _ tree: TreeModel
    ) {
        guard let node = tree.nodes[object] else { return }
        let newParent = newParent == other ? .none : newParent
        let router = tree.router(of: object).flatMap { tree.nodes[$0] }
        let key = Key(
            violation: violation, type: node.type,
            parentType: router.flatMap { tree.nodes[$0.lastParent]?.type },
            otherType: tree.nodes[other]?.type, newParentType: tree.nodes[newParent]?.type,
            scope: scope, stack: stack)
        if mistakes[key] != nil {
            mistakes[key]?.count += 1
        } else if mistakes.count < Self.mostMistakes {
            mistakes[key] = LifecycleMistake(
                object: object, ribPath: tree.ribPath(of: object),
                facts: ViolationFacts(
                    violation, other: Self.party(other, in: tree),
                    newParent: Self.party(newParent, in: tree)),
                scope: scope, stack: stack)
        }
    }

    private static func party(_ id: ObjectID, in tree: TreeModel) -> ViolationFacts.Party? {
        guard tree.nodes[id] != nil else { return nil }
        return ViolationFacts.Party(type: tree.typeName(of: id), ribPath: tree.ribPath(of: id))
    }

    /// Notes a RIB that was freed while attached, if no detach was recorded so far. Call it before
    /// the tree notes the same event.
    mutating func noteFreed(_ id: ObjectID, at timestamp: UInt64, in tree: TreeModel) {
        guard let node = tree.nodes[id], node.kind == .rib, !node.isDestroyed, !node.isLaunched,
            !node.wasDeactivated, !node.parent.isNone
        else { return }
        if freedRIBs.count < Self.mostFreedRIBs { freedRIBs[id] = timestamp }
    }

    /// Blames the freed RIBs whose parents outlived them in the tree.
    ///
    /// Code that drops a whole tree may release a child first. So the parent must still exist at
    /// the end of the process, or long after the child was freed.
    mutating func judgeFreedRIBs(_ settling: Settling, in tree: TreeModel) {
        guard !freedRIBs.isEmpty else { return }
        let timestamp = settling.timestamp
        var known: [ObjectID: Bool] = [:]
        for (id, freedAt) in freedRIBs.sorted(by: { $0.key < $1.key }) {
            let parent = tree.nodes[id]?.parent ?? .none
            guard tree.nodes[parent]?.kind.isTreeNode == true,
                tree.isInUse(parent, known: &known)
            else {
                freedRIBs[id] = nil
                continue
            }
            guard
                settling.reason == .exit || timestamp - min(timestamp, freedAt) >= Self.gracePeriod
            else { continue }
            freedRIBs[id] = nil
            count(.freedWhileAttached, of: id, parent, in: .none, at: .none, tree)
        }
    }
}

/// Violations of the lifecycle that are alike, with how often they occurred.
struct LifecycleMistake {
    /// The first object that they happened to.
    let object: ObjectID
    /// That object's place at the time.
    let ribPath: String
    let facts: ViolationFacts
    let scope: ScopeID
    let stack: StackID
    var count = 1

    /// Whether the violation is not recorded, but follows from other events.
    var isInferred: Bool { facts.violation == .freedWhileAttached }

    func draft(in model: TraceModel) -> FindingDraft {
        var subject = FindingSubject(.lifecycleViolation, object, in: model, scope: scope)
        subject.ribPath = ribPath
        // What forgot to detach left no stack: the one at hand is of whoever noticed.
        let stack = model.definitions.recordedStack(
            facts.violation.isForgottenDetach ? .none : stack)
        // Where the object was made, if the stack of the violation was not recorded.
        let allocation = model.definitions.recordedStack(
            isInferred ? model.tree.nodes[object]?.allocation : nil)
        let lineage = model.tree.lineage(of: object)
        return FindingDraft(subject, addresses: allocation.addresses + stack.addresses) {
            [subject, facts, count] symbols, _ in
            var identity = subject.identity
            identity.chain = facts.identity
            identity.function = OwnFunction(on: stack, lineage: lineage, with: symbols)?.name
            let stacks = FindingStacks(
                allocation: symbols.callStack(allocation), violation: symbols.callStack(stack))
            var finding = subject.finding(
                identity, stacks: stacks, hint: facts.violation.hint, count: count)
            finding.violation = facts
            return finding
        }
    }
}
