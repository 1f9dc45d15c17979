// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A finding before symbolization. `Analysis` looks up the addresses of all drafts at once, then
/// makes their findings.
package struct FindingDraft {
    package let subject: FindingSubject
    /// The addresses that must be symbolized before `finding(with:_:)`.
    let addresses: [ImageAddress]
    /// Merged with others of the same cause before `finding`; nil for any other kind of finding.
    package private(set) var leak: LeakDraft?
    private(set) var subscription: SubscriptionDraft?
    private let make: (Symbolication, inout SubscriptionSites) -> Finding?

    /// - Parameter addresses: Those of the stacks that the finding has, or that must prove it.
    init(
        _ subject: FindingSubject, addresses: [ImageAddress],
        make: @escaping (Symbolication, inout SubscriptionSites) -> Finding?
    ) {
        self.subject = subject
        self.addresses = subject.attach.addresses + addresses
        self.make = make
    }

    init(_ leak: LeakDraft) {
        self.init(leak.subject, addresses: leak.addresses) { symbols, _ in
            leak.finding(with: symbols)
        }
        self.leak = leak
    }

    init(_ subscription: SubscriptionDraft) {
        self.init(
            subscription.subject, addresses: subscription.addresses,
            make: subscription.finding(with:_:))
        self.subscription = subscription
    }

    /// Nil when the stacks show that nothing is wrong, or lack the proof that the kind requires.
    func finding(with symbols: Symbolication, _ sites: inout SubscriptionSites) -> Finding? {
        var finding = make(symbols, &sites)
        finding?.stacks.attach = symbols.callStack(subject.attach)
        return finding
    }
}

/// The object that a finding is about, and the kind of finding. For growth, it is a place, which
/// has a number of its own.
package struct FindingSubject {
    let kind: FindingKind
    package let object: ObjectID
    let part: ObjectKind?
    var ribPath: String
    var type: String
    let test: String?
    /// Where its RIB was last attached or launched.
    var attach: RecordedStack

    init(_ kind: FindingKind, _ object: ObjectID, in model: TraceModel, scope: ScopeID) {
        (self.kind, self.object) = (kind, object)
        part = model.tree.nodes[object]?.kind
        ribPath = model.tree.ribPath(of: object)
        type = model.tree.typeName(of: object)
        test = model.definitions.name(of: scope)
        attach = model.definitions.recordedStack(model.tree.attachStack(of: object))
    }

    var identity: FindingIdentity {
        FindingIdentity(kind: kind.rawValue, ribPath: ribPath, type: type)
    }

    func hint(chain: String = "") -> String? { kind.hint(for: part, chain: chain) }

    /// A finding about the object, to which each kind adds its facts. The id for `ribleak explain`
    /// names the object unless the kind says otherwise.
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
