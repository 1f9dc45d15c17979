import RIBTrace
import RIBTrees

/// A finding whose stacks are not named yet.
struct FindingDraft {
    private let kind: FindingKind
    /// The culprit's part in its RIB.
    private let part: ObjectKind?
    private let ribPath: String
    private let type: String
    private let victims: [DraftVictim]
    private let test: String?
    private let subscription: SubscriptionFacts?
    private let late: Lateness?
    private let allocation: RecordedStack
    private let detach: RecordedStack
    private let subscribe: RecordedStack
    private let firing: RecordedStack
    /// The types whose code must have made the subscription, if its stack tells; empty for leaks.
    private let lineage: [String]
    /// Where a culprit comes from that RIBs may share; nil for anything else.
    private let origin: ObjectOrigin?

    private struct DraftVictim {
        let victim: Victim
        let origin: ObjectOrigin?
    }

    init(leak: JudgedLeak, in model: TraceModel) {
        kind = leak.kind
        part = model.nodes[leak.culprit]?.kind
        ribPath = model.ribPath(of: leak.culprit)
        type = model.typeName(of: leak.culprit)
        victims = leak.victims.map {
            DraftVictim(
                victim: Victim(type: model.typeName(of: $0), ribPath: model.ribPath(of: $0)),
                origin: model.origin(of: $0))
        }
        test = model.name(of: leak.scope)
        subscription = nil
        late = leak.late
        allocation = model.stack(model.nodes[leak.culprit]?.allocation)
        detach = model.stack(leak.detach)
        subscribe = RecordedStack()
        firing = RecordedStack()
        lineage = []
        origin = model.origin(of: leak.culprit)
    }

    /// - Returns: Nil for a subscription that the trace does not tell of.
    init?(_ firing: LedgerRecord.Firing, of subscription: SubscriptionID, in model: TraceModel) {
        guard let record = model.subscriptions[subscription] else { return nil }
        kind = .firedWhileInactive
        part = model.nodes[record.owner]?.kind
        ribPath = model.ribPath(of: record.owner)
        type = model.typeName(of: record.owner)
        victims = []
        test = model.name(of: firing.scope)
        self.subscription = SubscriptionFacts(
            // The count is written when the subscription ends or settles: a killed process may
            // have told of the first value only.
            chain: model.text(record.chain),
            valuesWhileInactive: max(
                1, model.valuesWhileInactive[subscription] ?? 0),
            firstFiredAfter: firing.sinceDeactivation)
        late = nil
        allocation = RecordedStack()
        detach = RecordedStack()
        subscribe = model.stack(record.stack)
        self.firing = model.stack(firing.stack)
        lineage = model.lineage(of: record.owner)
        origin = nil
    }

    var addresses: [ImageAddress] {
        [allocation, detach, subscribe, firing].flatMap(\.addresses)
            + victims.flatMap { $0.origin?.stack ?? [] }
    }

    /// - Returns: Nil for a subscription that, as its stack shows, another than its owner made, and
    ///   for an object that RIBs may share unless its stack shows that this one did not.
    func finding(with symbols: Symbolication) -> Finding? {
        let author = SubscriptionAuthor(
            functions: symbols.projectFunctions(at: subscribe.addresses))
        guard author.mayBe(lineage) || lineage.isEmpty else { return nil }
        guard origin?.isShown(by: symbols) ?? true else { return nil }
        return Finding(
            kind: kind, ribPath: ribPath, type: type,
            fingerprint: Fingerprint(
                kind: kind, ribPath: ribPath, type: type, chain: subscription?.chain ?? ""),
            count: 1,
            victims: victims.filter { $0.origin?.isShown(by: symbols) ?? true }.map(\.victim),
            test: test, subscription: subscription,
            late: late,
            stacks: FindingStacks(
                allocation: symbols.callStack(allocation), detach: symbols.callStack(detach),
                subscribe: symbols.callStack(subscribe), firing: symbols.callStack(firing)),
            hint: part == .rib ? kind.hintForPlainRIB : kind.hint(for: part))
    }
}

extension TraceModel {
    /// Where an object comes from that RIBs may share; nil for anything else.
    fileprivate func origin(of id: ObjectID) -> ObjectOrigin? {
        guard let node = nodes[id], node.kind.mayBeShared else { return nil }
        return ObjectOrigin(
            of: node.kind, madeAt: stack(node.allocation).addresses, lineage: lineage(of: id),
            ribs: users(of: id).map { RIBName(type: typeName(of: $0)).description },
            outlivedComponent: outlivedComponent.contains(id))
    }

    fileprivate func stack(_ id: StackID?) -> RecordedStack {
        guard let stack = id.flatMap({ stacks[$0] }) else { return RecordedStack() }
        return RecordedStack(
            addresses: stack.frames.map { ImageAddress($0, in: images) },
            isTruncated: stack.isTruncated)
    }
}
