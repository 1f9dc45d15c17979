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
    private var retainPath: RetainPathDraft?

    init(_ leak: JudgedLeak, in model: TraceModel) {
        let (tree, definitions) = (model.tree, model.definitions)
        self.leak = leak
        subject = FindingSubject(leak.kind, leak.culprit, in: model, scope: leak.scope)
        rib = subject.part?.mayBeShared == true ? nil : tree.router(of: leak.culprit)
        objects = Set([leak.culprit] + leak.victims)
        victims = leak.victims.map {
            (
                Victim(type: tree.typeName(of: $0), ribPath: tree.ribPath(of: $0)),
                ObjectOrigin(of: $0, in: model, judgedIn: leak)
            )
        }
        keptUntil = KeptUntil(
            ribPath: leak.keeper.map(tree.ribPath(of:)), nanoseconds: leak.keptFor)
        allocation = definitions.recordedStack(tree.nodes[leak.culprit]?.allocation)
        detach = definitions.recordedStack(leak.detach)
        origin = ObjectOrigin(of: leak.culprit, in: model, judgedIn: leak)
        // Nothing keeps an object that was freed late.
        retainPath = leak.late == nil ? RetainPathDraft(of: leak.culprit, in: model) : nil
    }

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
        origin.map { $0.verdict(by: symbols) == nil } ?? false
    }

    func resolved(with symbols: Symbolication) -> LeakDraft {
        var draft = self
        draft.retainPath = retainPath?.resolved(with: symbols)
        return draft
    }

    var types: Set<String> { Set([subject.type] + victims.map(\.victim.type)) }

    /// The finding about the leak, after it was resolved; nil unless it is shown.
    func finding(with symbols: Symbolication) -> Finding? {
        guard isShown(by: symbols) else { return nil }
        var path = retainPath?.path(with: symbols)
        var identity = subject.identity
        identity.holder = path?.suspectIdentity?.holder
        identity.property = path?.suspectIdentity?.property
        identity.isEdgeDoubtful = subject.kind.isLeak && path?.isPartial ?? true
        var hint = subject.hint()
        if let retainPath, let named = path {
            hint = retainPath.hint(
                for: named, alsoCaptured: alsoCaptured, isInTest: subject.test != nil)
            path?.add(retainPath.otherHolders(with: symbols), to: &hint, symbols)
        }
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

    /// The cause that leaks of one settling share if one edge keeps them alive. Nil when the cause
    /// is unknown, and for an object that may not be leaked at all.
    func cause(with symbols: Symbolication) -> LeakCause? {
        guard let retainPath, isShown(by: symbols) else { return nil }
        return LeakCause(scope: leak.scope, path: retainPath)
    }

    /// How far the object is from the edge that keeps it alive, and from its router. The nearest
    /// object says most about the mistake.
    var distance: (steps: Int, part: UInt8) {
        let part = subject.part == .rib ? 0 : subject.part?.rawValue ?? .max
        guard let retainPath, let edge = retainPath.suspects.first else { return (.max, part) }
        return (retainPath.steps.count - edge, part)
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

    /// Notes another object that the closure or the collection which keeps this one alive keeps;
    /// apart from it when it is another element of the collection.
    mutating func noteKept(_ other: LeakDraft, apart: Bool) {
        let kept = other.captured ?? (apart ? other.subject.type : nil)
        guard let kept, kept != captured, !alsoCaptured.contains(kept) else { return }
        alsoCaptured.append(kept)
    }

    /// The type that the closure of the suspect edge captures; nil when the holder is no closure.
    private var captured: String? {
        guard let suspect = retainPath?.suspect, suspect.traced.holder == .closure else {
            return nil
        }
        return suspect.target
    }

    /// The edges with which this leak may cut the cycle of another one.
    var cuts: [LeakCause] {
        guard let cycle else { return [] }
        return cycle.suspects.map { LeakCause(cycle.steps[$0], in: leak.scope) }
    }

    /// The edges of the cycle that keeps this one alive; none if it is kept in another way.
    var edgesOfCycle: [LeakCause] { cycle?.steps.map { LeakCause($0, in: leak.scope) } ?? [] }

    private var cycle: RetainPathDraft? {
        retainPath?.summary.reason == .cycle ? retainPath : nil
    }

    /// This leak and another one, if the suspect edge of this one, or the one that is as likely, is
    /// also an edge of the other's cycle: one change mends both, and the object nearest to its
    /// router says most about the mistake. Nil for any other leak.
    func takingOver(_ other: LeakDraft, with symbols: Symbolication) -> LeakDraft? {
        guard leak.scope == other.leak.scope, isShown(by: symbols), other.isShown(by: symbols),
            let path = retainPath, let cycle = other.retainPath,
            let cut = path.sharedCut(with: cycle)
        else { return nil }
        var (near, far) = (self, other)
        near.retainPath = path.suspecting(cut.own)
        if other.distance.part < distance.part {
            (near, far) = (other, self)
            near.retainPath = cycle.suspecting(cut.other)
        }
        near.absorb(far)
        return near
    }
}
