// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A finding before symbolization, with the facts that its kind needs.
package enum FindingDraft {
    /// An object that should have been freed, a router without its view, or an object freed late.
    case leak(LeakDraft)
    case subscription(SubscriptionDraft)
    case violation(ViolationDraft)
    case object(ObjectDraft)
    case growth(GrowthDraft)

    package var subject: FindingSubject {
        switch self {
        case .leak(let draft): draft.subject
        case .subscription(let draft): draft.subject
        case .violation(let draft): draft.subject
        case .object(let draft): draft.subject
        case .growth(let draft): draft.subject
        }
    }

    /// The addresses that must be symbolized before `finding(with:_:)`.
    var addresses: [ImageAddress] { subject.attach.addresses + ownAddresses }

    private var ownAddresses: [ImageAddress] {
        switch self {
        case .leak(let draft): draft.addresses
        case .subscription(let draft): draft.addresses
        case .violation(let draft): draft.addresses
        case .object(let draft): draft.allocation.addresses
        case .growth(let draft): draft.addresses
        }
    }

    /// Nil for any other kind of finding.
    package var leak: LeakDraft? {
        if case .leak(let draft) = self { draft } else { nil }
    }

    /// Nil for any other kind of finding.
    var subscription: SubscriptionDraft? {
        if case .subscription(let draft) = self { draft } else { nil }
    }

    /// - Returns: Nil when the stacks show that nothing is wrong, or lack the proof that the kind
    ///   requires.
    func finding(with symbols: Symbolication, _ sites: inout SubscriptionSites) -> Finding? {
        var finding = ownFinding(with: symbols, &sites)
        finding?.stacks.attach = symbols.callStack(subject.attach)
        return finding
    }

    private func ownFinding(with symbols: Symbolication, _ sites: inout SubscriptionSites)
        -> Finding?
    {
        switch self {
        case .leak(let draft): draft.finding(with: symbols)
        case .subscription(let draft): draft.finding(with: symbols, &sites)
        case .violation(let draft): draft.finding(with: symbols)
        case .object(let draft): draft.finding(with: symbols)
        case .growth(let draft): draft.finding(with: symbols)
        }
    }
}

/// The object that a finding is about, and the kind of finding.
package struct FindingSubject {
    let kind: FindingKind
    package let object: ObjectID
    /// The object's part in its RIB.
    let part: ObjectKind?
    var ribPath: String
    let type: String
    let test: String?
    /// Where its RIB was last attached or launched.
    let attach: RecordedStack

    init(_ kind: FindingKind, _ object: ObjectID, in model: TraceModel, scope: ScopeID) {
        self.kind = kind
        self.object = object
        part = model.tree.nodes[object]?.kind
        ribPath = model.tree.ribPath(of: object)
        type = model.tree.typeName(of: object)
        test = model.definitions.name(of: scope)
        attach = model.definitions.recordedStack(model.tree.attachStack(of: object))
    }

    /// The subject of a finding that is about a place and not about one recorded object.
    init(
        _ kind: FindingKind, _ place: ObjectID, ribPath: String, type: String, test: String?,
        attach: RecordedStack
    ) {
        self.kind = kind
        object = place
        part = nil
        self.ribPath = ribPath
        self.type = type
        self.test = test
        self.attach = attach
    }

    var identity: FindingIdentity {
        FindingIdentity(kind: kind.rawValue, ribPath: ribPath, type: type)
    }

    /// - Parameter chain: The chain of publishers, for a finding about a subscription.
    func hint(chain: String = "") -> String? {
        kind.hint(for: part, chain: chain)
    }

    /// A finding about the object. Each kind then adds its facts.
    ///
    /// - Parameter explained: What the id for `ribleak explain` names; nil for the object itself.
    func finding(
        _ identity: FindingIdentity, stacks: FindingStacks, hint: String?,
        explainedBy explained: Occurrence.Subject? = nil, count: Int = 1, victims: [Victim] = []
    ) -> Finding {
        let explained = explained ?? .object(object.rawValue)
        return Finding(
            kind: kind, ribPath: ribPath, type: type, fingerprint: identity.fingerprint,
            identity: identity, explainedBy: explained.text, count: count,
            victims: victims, test: test, stacks: stacks, hint: hint,
            occurrences: [Occurrence(explained)])
    }
}

/// A `lifecycle-violation`.
package struct ViolationDraft {
    let subject: FindingSubject
    private let facts: ViolationFacts
    /// Where the rule was broken.
    private let stack: RecordedStack
    /// Where the object was made, if the stack of the violation was not recorded.
    private let allocation: RecordedStack
    /// The object's type and the classes it inherits from.
    private let lineage: [String]
    private let count: Int

    init(_ mistake: LifecycleMistake, in model: TraceModel) {
        var subject = FindingSubject(
            .lifecycleViolation, mistake.object, in: model, scope: mistake.scope)
        subject.ribPath = mistake.ribPath
        self.subject = subject
        facts = mistake.facts
        // What forgot to detach left no stack: the one at hand is of whoever noticed.
        stack = model.definitions.recordedStack(
            facts.violation.isForgottenDetach ? .none : mistake.stack)
        allocation = model.definitions.recordedStack(
            mistake.isInferred ? model.tree.nodes[mistake.object]?.allocation : nil)
        lineage = model.tree.lineage(of: mistake.object)
        count = mistake.count
    }

    var addresses: [ImageAddress] { allocation.addresses + stack.addresses }

    func finding(with symbols: Symbolication) -> Finding {
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

/// A finding that follows from an object's place in the tree, such as `never-attached`.
package struct ObjectDraft {
    let subject: FindingSubject
    let allocation: RecordedStack
    private let isShown: (Symbolication) -> Bool

    /// - Parameter isShown: Says whether the stacks prove the finding. `allocation` is symbolized
    ///   before it is called.
    init(
        _ subject: FindingSubject, allocation: RecordedStack,
        isShown: @escaping (Symbolication) -> Bool = { _ in true }
    ) {
        self.subject = subject
        self.allocation = allocation
        self.isShown = isShown
    }

    func finding(with symbols: Symbolication) -> Finding? {
        guard isShown(symbols) else { return nil }
        return subject.finding(
            subject.identity, stacks: FindingStacks(allocation: symbols.callStack(allocation)),
            hint: subject.hint())
    }
}
