// SPDX-License-Identifier: Apache-2.0

/// One judged fact about a run.
public struct Finding: Equatable, Sendable {
    /// What is wrong.
    public let kind: FindingKind
    /// The place in the RIB tree, such as `Root/LoggedIn/OffGame`.
    public let ribPath: String
    /// The culprit's type, without its module.
    public let type: String
    /// Equal for the same mistake across runs, machines, builds and moved lines: 16 hexadecimal digits.
    public package(set) var fingerprint: Fingerprint
    /// What makes it the same mistake in another run: what the fingerprint is made of.
    package internal(set) var identity: FindingIdentity
    /// What `ribleak explain` explains it by, such as `object:17`: the culprit, or the subscription it is about;
    /// of several occurrences the first.
    public package(set) var explainedBy: String?
    /// How many objects or subscriptions showed this mistake.
    public package(set) var count: Int
    /// What the culprit merely drags along.
    public let victims: [Victim]
    /// The test or scope it happened in.
    public let test: String?
    /// The subscription behind it, for findings about one; for a leak, one that is still there.
    public package(set) var subscription: SubscriptionFacts?
    /// True for a leaked object that was freed in the end, with the tree that kept it.
    public package(set) var endedWithTree = false
    /// How late it was freed, for a `late-deallocation`.
    public package(set) var late: Lateness?
    /// Why a leaked object is alive, if that was looked for.
    public package(set) var retainPath: RetainPath?
    /// Which rule was broken, for a `lifecycle-violation`.
    public package(set) var violation: ViolationFacts?
    public package(set) var stacks: FindingStacks
    /// What usually mends it.
    public let hint: String?
}

/// An object that is alive only because the culprit's part of the tree holds it.
public struct Victim: Hashable, Sendable {
    public let type: String
    public let ribPath: String
}

/// The call stacks that explain a finding; nil where none was recorded.
public struct FindingStacks: Equatable, Sendable {
    public package(set) var allocation: CallStack?
    public package(set) var detach: CallStack?
    public package(set) var subscribe: CallStack?
    public package(set) var firing: CallStack?
    /// What broke a rule of the lifecycle.
    public package(set) var violation: CallStack?
}

/// How late an object was freed that outlived its deadline.
public struct Lateness: Equatable, Sendable {
    /// Nanoseconds from when it was let go until it was freed; up to its deadline, time in which the
    /// process did not run is left out.
    public let freedAfter: UInt64
    /// Nanoseconds from when it was found alive at its deadline until it was freed.
    public let late: UInt64
    /// True when both are upper bounds: an object without a base class does not say when it is
    /// freed, so that is only noticed later.
    public let isUpperBound: Bool

    /// Makes a lateness of nanoseconds.
    package init(freedAfter: UInt64, late: UInt64, isUpperBound: Bool) {
        self.freedAfter = freedAfter
        self.late = late
        self.isUpperBound = isUpperBound
    }
}

/// Removes findings about subscriptions that repeat others.
struct FindingFolds {
    private struct Owner: Hashable {
        let ribPath: String
        let type: String

        init(_ finding: Finding) {
            ribPath = finding.ribPath
            type = finding.type
        }
    }

    private struct Source: Hashable {
        let owner: Owner
        let chain: String?

        init(_ finding: Finding) {
            owner = Owner(finding)
            chain = finding.subscription?.chain
        }
    }

    /// - Parameter findings: One finding a fingerprint, most damaging first.
    /// - Returns: The same without subscriptions that outlived where others of the same source fired or
    ///   accumulated, and with the heaviest one of a leaked owner in that leak: it may be what holds it.
    static func folded(_ findings: [Finding]) -> [Finding] {
        let worse = findings.filter {
            $0.kind == .firedWhileInactive || $0.kind == .accumulatingSubscriptions
        }
        let known = Set(worse.map(Source.init))
        var folded = findings.filter {
            $0.kind != .outlivedInteractor || !known.contains(Source($0))
        }
        var leaks: [Owner: Int] = [:]
        for (index, finding) in folded.enumerated() where finding.kind.isLeak {
            leaks[Owner(finding)] = leaks[Owner(finding)] ?? index
        }
        var taken: Set<Fingerprint> = []
        for finding in folded where finding.kind == .outlivedInteractor {
            guard let leak = leaks.removeValue(forKey: Owner(finding)) else { continue }
            folded[leak].subscription = finding.subscription
            folded[leak].stacks.subscribe = finding.stacks.subscribe
            taken.insert(finding.fingerprint)
        }
        folded.removeAll { taken.contains($0.fingerprint) }
        return folded
    }
}

/// The leaks whose suspect edge is known for certain, into which others of the same objects fold.
///
/// What a search finds by chance, as a word in the memory of a thread, is not found each time. Two
/// findings about one mistake must not come of that.
struct CertainLeaks {
    /// By what they are without what is certain.
    private var identities: [FindingIdentity: Set<FindingIdentity>] = [:]

    init(in findings: [Finding]) {
        for finding in findings where finding.kind.isLeak && Self.isCertain(finding) {
            identities[finding.identity.withoutCause, default: []].insert(finding.identity)
        }
    }

    /// The findings, certain ones first, in which what is uncertain counts as the only certain
    /// mistake that it can be.
    func folding(_ findings: [Finding]) -> [Finding] {
        findings.filter(Self.isCertain)
            + findings.filter { !Self.isCertain($0) }.map { finding in
                guard finding.kind.isLeak,
                    let certain = identities[finding.identity.withoutCause], certain.count == 1,
                    let only = certain.first
                else { return finding }
                var finding = finding
                (finding.identity, finding.fingerprint) = (only, only.fingerprint)
                return finding
            }
    }

    private static func isCertain(_ finding: Finding) -> Bool {
        finding.identity.holder != nil && !finding.identity.isEdgeDoubtful
    }
}
