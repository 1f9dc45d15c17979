// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension TraceModel {
    /// Takes what the runtime saw code do against the lifecycle.
    mutating func noteMistake(_ event: PackedEvent) {
        guard let violation = LifecycleViolation(rawValue: event.violation) else { return }
        let occurrence = LifecycleMistakes.Occurrence(
            violation: violation, object: ObjectID(event.subject),
            other: ObjectID(event.violationOther), scope: ScopeID(short: event.violationScope),
            stack: StackID(short: event.violationStack))
        decideMistake(about: occurrence.object)
        // Which router got the child is said by the attachment that follows, if one does.
        if violation == .attachedTwice, mistakes.leaveUndecided(occurrence) { return }
        count(occurrence)
    }

    /// The next event about an object says what became of its second attachment.
    @inline(never)
    mutating func decideMistake(about object: ObjectID, newParent: ObjectID = .none) {
        guard let occurrence = mistakes.takeUndecided(object) else { return }
        count(occurrence, newParent: newParent == occurrence.other ? .none : newParent)
    }

    /// All mistakes so far.
    var lifecycleMistakes: [LifecycleMistake] {
        guard mistakes.hasUndecided else { return mistakes.all }
        var model = self
        for object in mistakes.undecided.keys.sorted() { model.decideMistake(about: object) }
        return model.mistakes.all
    }

    private mutating func count(
        _ occurrence: LifecycleMistakes.Occurrence, newParent: ObjectID = .none
    ) {
        guard let node = nodes[occurrence.object] else { return }
        let router = router(of: occurrence.object).flatMap { nodes[$0] }
        let key = LifecycleMistakes.Key(
            violation: occurrence.violation, type: node.type,
            parentType: router.flatMap { nodes[$0.lastParent]?.type },
            otherType: nodes[occurrence.other]?.type, newParentType: nodes[newParent]?.type,
            scope: occurrence.scope, stack: occurrence.stack)
        var mistakes = mistakes
        self.mistakes = LifecycleMistakes()
        mistakes.count(key) {
            LifecycleMistake(
                object: occurrence.object, ribPath: ribPath(of: occurrence.object),
                facts: ViolationFacts(
                    occurrence.violation, other: party(occurrence.other),
                    newParent: party(newParent)),
                scope: occurrence.scope, stack: occurrence.stack)
        }
        self.mistakes = mistakes
    }

    private func party(_ id: ObjectID) -> ViolationFacts.Party? {
        guard nodes[id] != nil else { return nil }
        return ViolationFacts.Party(type: typeName(of: id), ribPath: ribPath(of: id))
    }
}

// MARK: - RIBs without base classes that are freed while attached

extension TraceModel {
    /// Notes a RIB that nobody had detached when it was freed, as far as the trace has said by now.
    @inline(never)
    mutating func noteFreedRIB(_ id: ObjectID, at timestamp: UInt64) {
        guard let node = nodes[id], node.kind == .rib, !node.isDestroyed, !node.isLaunched,
            !node.wasDeactivated, !node.parent.isNone
        else { return }
        freedRIBs.add(id, at: timestamp)
    }

    /// Blames the freed RIBs whose parents outlived them in the tree.
    ///
    /// What drops a whole tree may let go of a child first, so a parent must still be there at the
    /// process's end or long after.
    mutating func judgeFreedRIBs(_ reason: SettleReason, at timestamp: UInt64) {
        guard !freedRIBs.isEmpty else { return }
        var known: [ObjectID: Bool] = [:]
        for (id, freedAt) in freedRIBs.inOrder {
            let parent = nodes[id]?.parent ?? .none
            guard isAttachedParent(parent, known: &known) else {
                freedRIBs.remove(id)
                continue
            }
            guard reason == .exit || timestamp - min(timestamp, freedAt) >= FreedRIBs.patience
            else { continue }
            freedRIBs.remove(id)
            count(
                LifecycleMistakes.Occurrence(
                    violation: .freedWhileAttached, object: id, other: parent, scope: .none,
                    stack: .none))
        }
    }

    private func isAttachedParent(_ id: ObjectID, known: inout [ObjectID: Bool]) -> Bool {
        nodes[id]?.kind.standsInTree == true && isInUse(id, known: &known)
    }
}
