// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// An object that should have been freed, or was freed late, before symbolization.
package struct LeakDraft {
    let subject: FindingSubject
    private let leak: JudgedLeak
    private var victims: [(victim: Victim, origin: ObjectOrigin?)]
    /// The culprit and its victims.
    package private(set) var objects: Set<ObjectID>
    /// The types of the other objects captured by the closure, or kept in the collection, that
    /// keeps the culprit alive.
    private var alsoCaptured: [String] = []
    /// The router of the culprit's RIB; nil for an object that RIBs may share.
    let rib: ObjectID?
    private let keptUntil: KeptUntil?
    private let allocation: RecordedStack
    private let detach: RecordedStack
    /// Where the culprit was made, if RIBs may share it; nil for any other kind of object.
    private let origin: ObjectOrigin?
    /// Why the culprit is alive, if the trace says so.
    private var retainPath: RetainPathDraft?

    init(_ leak: JudgedLeak, in model: TraceModel, _ types: RecordedTypes) {
        let (tree, definitions) = (model.tree, model.definitions)
        self.leak = leak
        subject = FindingSubject(leak.kind, leak.culprit, in: model, scope: leak.scope)
        rib = subject.part?.mayBeShared == true ? nil : tree.router(of: leak.culprit)
        objects = Set([leak.culprit] + leak.victims)
        victims = leak.victims.map {
            (
                Victim(type: tree.typeName(of: $0), ribPath: tree.ribPath(of: $0)),
                model.origin(of: $0, sharing: leak.sharing)
            )
        }
        keptUntil = KeptUntil(
            ribPath: leak.keeper.map(tree.ribPath(of:)), nanoseconds: leak.keptFor)
        allocation = definitions.recordedStack(tree.nodes[leak.culprit]?.allocation)
        detach = definitions.recordedStack(leak.detach)
        origin = model.origin(of: leak.culprit, sharing: leak.sharing)
        // Nothing keeps an object that was freed late.
        retainPath =
            leak.late == nil ? RetainPathDraft(of: leak.culprit, in: model, types) : nil
    }

    /// See `JudgedLeak`.
    var heldBy: ObjectID? { leak.heldBy }

    var addresses: [ImageAddress] {
        allocation.addresses + detach.addresses + (origin?.addresses ?? [])
            + victims.flatMap { $0.origin?.addresses ?? [] } + (retainPath?.addresses ?? [])
    }

    /// Whether RIBs may share every object of the leak, so that stacks must prove that none is
    /// shared.
    var mayBeShared: Bool { origin != nil && victims.allSatisfy { $0.origin != nil } }

    /// False for an object that RIBs may share, unless its stack shows that it is not shared.
    func isShown(by symbols: Symbolication) -> Bool { origin?.isShown(by: symbols) ?? true }

    /// Whether a stack or names that are missing would decide whether it is one.
    func isUndecided(by symbols: Symbolication) -> Bool {
        origin?.isUndecided(by: symbols) ?? false
    }

    /// The types of the culprit and its victims.
    var types: Set<String> { Set([subject.type] + victims.map(\.victim.type)) }

    /// - Returns: Nil for an object that RIBs may share, unless its stack shows that it is not
    ///   shared.
    func finding(with symbols: Symbolication) -> Finding? {
        guard isShown(by: symbols) else { return nil }
        let draft = retainPath(with: symbols)
        var path = draft?.path(with: symbols)
        var identity = subject.identity
        identity.holder = path?.suspectIdentity?.holder
        identity.property = path?.suspectIdentity?.property
        identity.isEdgeDoubtful = subject.kind.isLeak && path?.isPartial ?? true
        var hint = subject.hint()
        if let draft, let path {
            hint = draft.hint(
                for: path, alsoCaptured: alsoCaptured, isInTest: subject.test != nil,
                with: symbols)
        }
        if let draft { path?.add(draft.otherHolders(with: symbols), to: &hint, symbols) }
        var finding = subject.finding(
            identity,
            stacks: FindingStacks(
                allocation: symbols.callStack(allocation), detach: symbols.callStack(detach)),
            hint: hint,
            victims: victims.filter { $0.origin?.isShown(by: symbols) ?? true }.map(\.victim))
        finding.endedWithTree = leak.hasEnded
        finding.keptUntil = keptUntil
        finding.late = leak.late
        finding.retainPath = path
        finding.blamedPaths = Set<BlamedPath>(of: path, mayHideMore: leak.mayHideMore)
        let others = objects.subtracting([subject.object]).map(\.rawValue).sorted()
        finding.occurrences = [Occurrence(.object(subject.object.rawValue), victims: others)]
        return finding
    }

    private func retainPath(with symbols: Symbolication) -> RetainPathDraft? {
        retainPath?.withoutThunks(symbols)
    }
}

// MARK: - One cause, one finding

extension LeakDraft {
    /// The cause that leaks of one settling share if one edge keeps them alive. Nil when the cause
    /// is unknown, and for an object that may not be leaked at all.
    func cause(with symbols: Symbolication) -> LeakCause? {
        guard let path = retainPath(with: symbols), isShown(by: symbols) else { return nil }
        return LeakCause(scope: leak.scope, path: path, with: symbols)
    }

    /// How far the object is from the edge that keeps it alive, and from its router. The nearest
    /// object says most about the mistake.
    func distance(with symbols: Symbolication) -> (steps: Int, part: UInt8) {
        let part = subject.part == .rib ? 0 : subject.part?.rawValue ?? .max
        guard let path = retainPath(with: symbols),
            let edge = SuspectEdge(on: path, with: symbols)
        else { return (.max, part) }
        return (path.steps.count - edge.index, part)
    }

    /// Adds another object that is alive for the same reason, with its victims, to this leak.
    mutating func absorb(_ other: LeakDraft) {
        let victim = (
            victim: Victim(type: other.subject.type, ribPath: other.subject.ribPath),
            origin: other.origin
        )
        victims += [victim] + other.victims
        objects.formUnion(other.objects)
    }

    /// Notes another object that the closure or the collection which keeps this one alive keeps.
    ///
    /// - Parameter apart: Whether it is another element of the collection.
    mutating func noteKept(_ other: LeakDraft, apart: Bool, with symbols: Symbolication) {
        let captured = other.retainPath(with: symbols)?.captured(with: symbols)
        let kept = captured ?? (apart ? other.subject.type : nil)
        guard let kept, kept != retainPath(with: symbols)?.captured(with: symbols),
            !alsoCaptured.contains(kept)
        else { return }
        alsoCaptured.append(kept)
    }

    /// Whether the suspect edge of this leak, or the one that is as likely, is also an edge of the
    /// other's cycle. Then one change mends both.
    func cutsCycle(of other: LeakDraft, with symbols: Symbolication) -> Bool {
        guard leak.scope == other.leak.scope, isShown(by: symbols), other.isShown(by: symbols)
        else {
            return false
        }
        return sharedCut(with: other, symbols) != nil
    }

    /// The edges with which this leak may cut the cycle of another one.
    func cuts(with symbols: Symbolication) -> [LeakCause] {
        guard let cycle = cycle(with: symbols), let suspect = SuspectEdge(on: cycle, with: symbols)
        else { return [] }
        return [suspect.index, suspect.other].compactMap { index in
            index.map { LeakCause(cycle.steps[$0], in: leak.scope) }
        }
    }

    /// The edges of the cycle that keeps this one alive; none if it is kept in another way.
    func edgesOfCycle(with symbols: Symbolication) -> [LeakCause] {
        cycle(with: symbols)?.steps.map { LeakCause($0, in: leak.scope) } ?? []
    }

    private func cycle(with symbols: Symbolication) -> RetainPathDraft? {
        guard retainPath?.summary.reason == .cycle else { return nil }
        return retainPath(with: symbols)
    }

    private func sharedCut(
        with other: LeakDraft, _ symbols: Symbolication
    ) -> (own: Int, other: Int)? {
        guard let path = retainPath(with: symbols), let cycle = other.retainPath(with: symbols)
        else { return nil }
        return path.sharedCut(with: cycle, symbols)
    }

    /// Adds a leak whose cycle the suspect edge of this one cuts. Of both, the object nearest to
    /// its router says most about the mistake.
    mutating func takeOver(_ other: LeakDraft, with symbols: Symbolication) {
        guard let cut = sharedCut(with: other, symbols) else { return }
        var (near, far) = (self, other)
        near.retainPath = retainPath(with: symbols)?.suspecting(cut.own)
        if other.distance(with: symbols).part < distance(with: symbols).part {
            (near, far) = (other, self)
            near.retainPath = other.retainPath(with: symbols)?.suspecting(cut.other)
        }
        near.absorb(far)
        self = near
    }
}
