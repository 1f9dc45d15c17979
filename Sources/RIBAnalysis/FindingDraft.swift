import RIBTrace

/// A finding whose stacks are not named yet.
struct FindingDraft {
    private let kind: FindingKind
    private let ribPath: String
    private let type: String
    private let victims: [Victim]
    private let test: String?
    private let subscription: SubscriptionFacts?
    private let allocation: [ImageAddress]
    private let detach: [ImageAddress]
    private let subscribe: [ImageAddress]
    private let firing: [ImageAddress]
    /// The types whose code must have made the subscription, if its stack tells; empty for leaks.
    private let lineage: [String]
    /// True when a RIB without base classes is the culprit, which needs other advice.
    private let isOfPlainRIB: Bool

    init(leak: JudgedLeak, in model: TraceModel) {
        kind = leak.kind
        ribPath = model.ribPath(of: leak.culprit)
        type = model.typeName(of: leak.culprit)
        victims = leak.victims.map {
            Victim(type: model.typeName(of: $0), ribPath: model.ribPath(of: $0))
        }
        test = model.name(of: leak.scope)
        subscription = nil
        allocation = model.addresses(of: model.nodes[leak.culprit]?.allocation)
        detach = model.addresses(of: leak.detach)
        subscribe = []
        firing = []
        lineage = []
        isOfPlainRIB = model.nodes[leak.culprit]?.kind == .rib
    }

    /// - Returns: Nil for a subscription that the trace does not tell of.
    init?(_ firing: LedgerRecord.Firing, of subscription: SubscriptionID, in model: TraceModel) {
        guard let record = model.subscriptions[subscription] else { return nil }
        kind = .firedWhileInactive
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
        allocation = []
        detach = []
        subscribe = model.addresses(of: record.stack)
        self.firing = model.addresses(of: firing.stack)
        lineage = model.lineage(of: record.owner)
        isOfPlainRIB = model.nodes[record.owner]?.kind == .rib
    }

    var addresses: [ImageAddress] { allocation + detach + subscribe + firing }

    /// - Returns: Nil for a subscription that, as its stack shows, another than its owner made.
    func finding(with symbols: Symbolication) -> Finding? {
        let author = SubscriptionAuthor(functions: symbols.projectFunctions(at: subscribe))
        guard author.mayBe(lineage) || lineage.isEmpty else { return nil }
        func named(_ stack: [ImageAddress]) -> [StackFrame]? {
            stack.isEmpty ? nil : symbols.stack(at: stack)
        }
        return Finding(
            kind: kind, ribPath: ribPath, type: type,
            fingerprint: Fingerprint(
                kind: kind, ribPath: ribPath, type: type, chain: subscription?.chain ?? ""),
            count: 1, victims: victims, test: test, subscription: subscription,
            stacks: FindingStacks(
                allocation: named(allocation), detach: named(detach),
                subscribe: named(subscribe), firing: named(firing)),
            hint: isOfPlainRIB ? kind.hintForPlainRIB : kind.hint)
    }
}

extension TraceModel {
    /// The return addresses of a recorded stack; empty when there is none.
    fileprivate func addresses(of stack: StackID?) -> [ImageAddress] {
        stack.flatMap { stacks[$0] }?.frames.map { ImageAddress($0, in: images) } ?? []
    }
}
