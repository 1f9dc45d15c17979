// SPDX-License-Identifier: Apache-2.0

/// One judged fact about a run.
public struct Finding: Equatable, Sendable {
    /// What is wrong.
    public let kind: FindingKind
    /// The place in the RIB tree, such as `Root/LoggedIn/OffGame`.
    public let ribPath: String
    /// The culprit's type, without its module.
    public let type: String
    /// Equal for the same mistake across runs, machines, builds and moved lines: 16 hex digits.
    public package(set) var fingerprint: Fingerprint
    /// The facts that the fingerprint hashes. They are equal for the same mistake in another run.
    package internal(set) var identity: FindingIdentity
    /// The id to pass to `ribleak explain`, such as `object:17`: the culprit, or the subscription
    /// of the finding. For several occurrences, the first.
    public package(set) var explainedBy: String?
    /// How many objects or subscriptions showed this mistake.
    public package(set) var count: Int
    /// Objects that are alive only because the culprit is.
    public let victims: [Victim]
    /// The test or scope it happened in.
    public let test: String?
    /// The tests that showed it, by name: as many as a baseline remembers.
    package private(set) var tests: Set<String> = []
    /// The subscription that the finding is about; for a leak, a subscription that is still live.
    public package(set) var subscription: SubscriptionFacts?
    /// Whether a leaked object was let go in the end, with the RIB or the tree that kept it.
    public package(set) var endedWithTree = false
    /// Until when a leaked object was kept that was let go in the end, as far as is known.
    public package(set) var keptUntil: KeptUntil?
    /// How late it was freed, for a `late-deallocation`.
    public package(set) var late: Lateness?
    /// How the place grows, for `growing-objects`, and for a leak that a repeated scenario repeats.
    public package(set) var growth: GrowthFacts?
    /// Why a leaked object is alive, if the recorder searched for it.
    public package(set) var retainPath: RetainPath?
    /// Which rule was broken, for a `lifecycle-violation`.
    public package(set) var violation: ViolationFacts?
    /// The call stacks that explain it.
    public package(set) var stacks: FindingStacks
    /// Where its type is declared, once that was looked up. It is looked up only for a finding that
    /// no recorded line places in the repository.
    package var declaration: SourcePlace?
    /// The usual fix.
    public let hint: String?
    /// What is already known about it. Without a comparison with the project's settings and
    /// baseline, only whether it is a library leak that ribleak knows.
    package var status = FindingStatus()
    /// The objects or subscriptions that showed it. An object that broke one rule several times is
    /// one of them.
    package var occurrences: [Occurrence] = []
    /// The mistake in the sources that explains it, if they were compared and one does.
    package var foresight: Foresight?
    /// By what its occurrences are kept alive, for matchers of library leaks; empty unless it is
    /// certain for each of them.
    package var blamedPaths: Set<BlamedPath> = []

    private static let mostTests = 16

    /// Adds the tests that showed another occurrence. Of too many, the first by name stay.
    mutating func addTests(of other: Finding) {
        tests.formUnion(other.tests)
        if let test = other.test { tests.insert(test) }
        if tests.count > Self.mostTests { tests = Set(tests.sorted().prefix(Self.mostTests)) }
    }

    /// The platform or library that leaks here; nil when the project's own code may be to blame.
    public var libraryLeak: LibraryLeak? { status.libraryLeak }

    /// Whether it is about children that nobody detached, so that where they were attached says
    /// most.
    package var isOfForgottenDetach: Bool {
        violation?.violation.isForgottenDetach == true
            || kind == .growingObjects && growth?.areChildren == true
    }

    /// The finding with the process in its id for `ribleak explain`, for a run of which other
    /// processes have objects of the same numbers.
    package func explained(inProcess process: Int) -> Finding {
        var copy = self
        copy.explainedBy = explainedBy.map { "\($0)@\(process)" }
        return copy
    }
}

/// A mistake in the sources that a rule of `ribleak lint` names before the code runs.
package struct Foresight: Equatable, Sendable {
    package let rule: String
    package var place: SourcePlace

    package init(_ rule: String, at place: SourcePlace) { (self.rule, self.place) = (rule, place) }
}

/// What is already known about a finding.
package struct FindingStatus: Equatable, Sendable {
    /// A finding beside those of the baseline.
    package enum Comparison: Equatable, Sendable {
        case new
        /// In the baseline, with fewer objects or subscriptions. New only if the settings say so.
        case grown(from: Int, isNew: Bool)
        case known
    }

    /// A suppression of the settings that covers the finding.
    package struct Suppression: Equatable, Sendable {
        package let reason: String
        /// The last day on which it holds, such as `2026-06-30`; nil for a comment in the source,
        /// which holds as long as it stands there.
        package let expires: String?

        package init(reason: String, expires: String?) {
            (self.reason, self.expires) = (reason, expires)
        }
    }

    /// How a finding is shown and counted. It has one category only.
    package enum Category: Equatable, Sendable {
        /// Nobody has accepted it yet, so that the change under test may have brought it.
        case new
        case known
        case suppressed
        case libraryLeak
    }

    /// Nil when there is no baseline to compare with.
    package var comparison: Comparison?
    package var suppression: Suppression?
    package var libraryLeak: LibraryLeak?

    package init(comparison: Comparison? = nil, suppression: Suppression? = nil) {
        (self.comparison, self.suppression) = (comparison, suppression)
    }

    /// A library leak is in no other category, and a suppressed finding is not known.
    package var category: Category {
        if libraryLeak != nil { return .libraryLeak }
        if suppression != nil { return .suppressed }
        return switch comparison {
        case .known, .grown(_, isNew: false): .known
        case nil, .new, .grown: .new
        }
    }

    package var isNew: Bool { category == .new }
}

/// An object that is alive only because the culprit's part of the tree holds it.
public struct Victim: Hashable, Sendable {
    public let type: String
    public let ribPath: String
}

/// The call stacks that explain a finding; nil where none was recorded.
public struct FindingStacks: Equatable, Sendable {
    public package(set) var allocation: CallStack?
    /// Where its RIB was last attached or launched. `ribleak explain` shows it; reports only use it
    /// as a place when the other stacks name none.
    package var attach: CallStack?
    public package(set) var detach: CallStack?
    public package(set) var subscribe: CallStack?
    public package(set) var firing: CallStack?
    /// What broke a rule of the lifecycle.
    public package(set) var violation: CallStack?
}

/// Until when something kept an object that should have been gone.
public struct KeptUntil: Equatable, Sendable {
    /// The RIB above the object whose detach ended it; nil where anything else let the object go.
    public let ribPath: String?
    /// Nanoseconds from when the object was released until then. For an object without a base class
    /// it may have been longer.
    public let nanoseconds: UInt64?

    package init?(ribPath: String?, nanoseconds: UInt64?) {
        if ribPath == nil, nanoseconds == nil { return nil }
        (self.ribPath, self.nanoseconds) = (ribPath, nanoseconds)
    }
}

/// How late an object was freed after its deadline.
public struct Lateness: Equatable, Sendable {
    /// Nanoseconds from when it was released until it was freed. Before the deadline, time in which
    /// the process did not run does not count.
    public let freedAfter: UInt64
    /// Nanoseconds from when it was found alive at its deadline until it was freed.
    public let late: UInt64
    /// Whether both are upper bounds. An object without a base class does not record when it is
    /// freed, so the recorder notices it only later.
    public let isUpperBound: Bool
}

/// One object or subscription that shows a finding, in one recorded process.
///
/// A finding that occurs several times has one for each. They lead from a timeline or a tree to the
/// finding, and back.
package struct Occurrence: Equatable, Sendable {
    /// What shows the finding, by its serial id.
    package enum Subject: Hashable, Sendable {
        case object(UInt64)
        case subscription(UInt64)

        /// The id for `ribleak explain`, such as `object:17`.
        package var text: String {
            switch self {
            case .object(let number): "object:\(number)"
            case .subscription(let number): "subscription:\(number)"
            }
        }
    }

    package let subject: Subject
    /// The serial ids of the objects that the subject keeps alive, smallest first.
    package var victims: [UInt64] = []
    /// The index of the process in the `runs` of the report.
    package var run = 0

    package init(_ subject: Subject, victims: [UInt64] = [], run: Int = 0) {
        (self.subject, self.victims, self.run) = (subject, victims, run)
    }
}
