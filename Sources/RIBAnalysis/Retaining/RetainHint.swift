// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// How to remove one kind of suspect edge.
///
/// A hint names only what the author can change there, and following it fixes the leak.
struct RetainHint: Sendable {
    /// What holds the target in the edges that the hint is about.
    private let holders: Set<RetentionHolder>
    /// Beginnings of types and functions that run a closure, at least one of which must be on the
    /// path; empty for a hint that does not need one.
    private let through: [String]
    /// Whether the edge must be one that only its library can change.
    private let isOfLibraries: Bool
    /// What else the hint needs.
    private let applies: @Sendable (RetainSituation) -> Bool
    /// The hint, with placeholders:
    /// - `{holder}`, `{label}` and `{target}` are those of the edge.
    /// - `{collection}` is the holder and the label, without the element's place.
    /// - `{property}` is the holder and the first name of the label.
    /// - `{entries}` is the collection that the holder is in.
    /// - `{it}` is the object, with what else of its RIB is in the same collection.
    /// - `{Capture}` and `{capture}` say how a closure should capture its objects.
    /// - `{ending}` and `{disposing}` say how the object's RIB or worker ends what runs for it.
    /// - `{Clear}` says how to set the edge's property to nil.
    /// - `{Start}` says how to start a task so that it ends.
    /// - `{removing}` is where the object's RIB or worker can call what removes it.
    /// - `{clearing}` is the property that stores the closure, as another way.
    let text: String
    /// Code with the mistake that produces the edge.
    let example: String

    init(
        for holders: Set<RetentionHolder>, through: [String] = [], isOfLibraries: Bool = false,
        where applies: @escaping @Sendable (RetainSituation) -> Bool = { _ in true },
        text: String, example: String
    ) {
        (self.holders, self.through, self.isOfLibraries) = (holders, through, isOfLibraries)
        (self.applies, self.text, self.example) = (applies, text, example)
    }

    /// All hints. The first one with a matching pattern is used.
    static let all: [RetainHint] = [
        .methodReference, .observerClosure, .endedTimerClosure, .timerClosure,
        .dispatchClosure, .taskClosure, .waitingClosure, .threadVariable,
        .subscriptionClosure, .observableClosure,
        .closure, .attachedChild, .threadDictionary, .storedSubscription, .storedDisposable,
        .storedValue,
        .subscriber, .container,
        .strongListener, .componentsBuilder, .component,
        .backReference, .lazyProperty, .storedChild, .entry, .element, .elementElsewhere, .global,
        .partOfProperty, .wrappedPart, .storedPart,
    ]

    /// - Parameter other: An edge of the same cycle that is as likely.
    static func text(for situation: RetainSituation, or other: RetainPathStep?) -> String? {
        if let other, let both = text(forEither: situation.edge, other) { return both }
        return matching(situation)?.text(in: situation)
    }

    /// The first hint that matches, or of those about what runs a closure, the one about the holder
    /// nearest to the closure: a stream's subscription may itself be run by a timer.
    private static func matching(_ situation: RetainSituation) -> RetainHint? {
        let hints = all.filter { $0.matches(situation) }
        guard var nearest = hints.first, !nearest.through.isEmpty else { return hints.first }
        for hint in hints.dropFirst()
        where situation.nearness(of: hint.through) > situation.nearness(of: nearest.through) {
            nearest = hint
        }
        return nearest
    }

    private func matches(_ situation: RetainSituation) -> Bool {
        holders.contains(situation.edge.holderKind) && isOfLibraries == situation.isOfLibraries
            && (through.isEmpty || situation.nearness(of: through) > 0) && applies(situation)
    }

    private func text(in situation: RetainSituation) -> String {
        let edge = situation.edge
        let property = edge.label.prefix { $0 != "." && $0 != "[" }
        let entries = situation.before.last?.collection ?? "its collection"
        return text.replacing("{collection}", with: edge.collection)
            .replacing("{entries}", with: entries)
            .replacing("{property}", with: edge.joined(property))
            .replacing(
                "{it}", with: Self.list(["it"] + situation.alsoCaptured.map { "the \($0)" })
            )
            .replacing("{Capture}", with: Self.capture("Capture", in: situation))
            .replacing("{capture}", with: Self.capture("capture", in: situation))
            .replacing("{ending}", with: Self.ending("cancel", in: situation))
            .replacing("{disposing}", with: Self.ending("dispose", in: situation))
            .replacing("{Clear}", with: Self.clear(edge))
            .replacing("{Start}", with: Self.start(in: situation))
            .replacing("{removing}", with: Self.removing(in: situation))
            .replacing("{clearing}", with: Self.clearing(in: situation))
            .replacing("{holder}", with: edge.holder).replacing("{label}", with: edge.label)
            .replacing("{target}", with: edge.target.isEmpty ? "it" : edge.target)
    }

    private static func ending(_ verb: String, in situation: RetainSituation) -> String {
        switch situation.ownerPart {
        case .worker: "with .\(verb)OnStop(_:)"
        case .rib: whereItDetaches
        default: "with .\(verb)OnDeactivate(interactor:)"
        }
    }

    /// A RIB without base classes tells that it is detached, and is not told.
    private static let whereItDetaches = "where you call didDetach()"

    private static func start(in situation: RetainSituation) -> String {
        switch situation.ownerPart {
        case .worker, .rib: return "End it \(ending("cancel", in: situation))"
        default:
            let isSelf =
                situation.targetPart == .interactor && situation.edge.label == "captures self"
            return "Start it with task(in: \(isSelf ? "self" : "interactor")), which cancels it on "
                + "deactivation"
        }
    }

    private static func clear(_ edge: RetainPathStep) -> String {
        let property = edge.joined(edge.label[...])
        return edge.canBeNil
            ? "Set \(property) to nil"
            : "Make \(property) an optional variable, and set it to nil"
    }

    private static func removing(in situation: RetainSituation) -> String {
        switch situation.ownerPart {
        case .worker: ", such as by a remove call in didStop()"
        case .rib: ", such as \(whereItDetaches)"
        case .interactor: ", such as by a remove call in willResignActive()"
        case .object, nil: ""
        default: ", such as by a remove call in the interactor's willResignActive()"
        }
    }

    /// Nothing where no property of the project is known to store the closure, or where the RIB
    /// itself has it, perhaps in a lazy property.
    private static func clearing(in situation: RetainSituation) -> String {
        let storing = situation.before.last { $0.holderKind != .closure }
        guard let storing, storing.holderKind == .object || storing.holderKind == .global,
            !storing.isOfLibrary, !storing.isInferred, situation.reason != .cycle
        else { return "" }
        let property = storing.label.prefix { $0 != "." && $0 != "[" }
        return ", or release it in \(storing.joined(property)) when the RIB is detached"
    }

    private static func capture(_ verb: String, in situation: RetainSituation) -> String {
        let edge = situation.edge
        let isSelf = edge.label == "captures self"
        let others = (isSelf ? [] : [edge.target]) + situation.alsoCaptured
        let named = others.filter { !$0.isEmpty }.map { "the \($0)" }
        let weakly = named.isEmpty ? (isSelf ? [] : ["it weakly"]) : ["\(Self.list(named)) weakly"]
        return "\(verb) " + Self.list((isSelf ? ["[weak self]"] : []) + weakly)
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and \(last)"
    }

    private static func text(forEither edge: RetainPathStep, _ other: RetainPathStep) -> String? {
        guard [edge, other].allSatisfy({ $0.holderKind == .object && $0.isProperty }) else {
            return nil
        }
        return
            "Make \(edge.joined(edge.label[...])) or \(other.joined(other.label[...])) weak: the two "
            + "keep each other alive."
    }

    /// The hint for an object with several holders, which must all let go.
    ///
    /// - Parameters:
    ///   - others: The hints for the other holders, with the names of their suspect edges' holders.
    ///   - more: How many holders are not among them.
    static func text(
        _ hint: String, alsoFor others: [(hint: String, holder: String)], more: Int
    ) -> String {
        let also = others.map { other -> String in
            let text = other.hint.replacing("this closure", with: other.holder)
            let word = text.prefix { $0 != " " }
            return verbs.contains(String(word))
                ? "Also \(word.lowercased())\(text.dropFirst(word.count))" : "Also: \(text)"
        }
        let left =
            more > 0 ? ["\(more) more \(more == 1 ? "holder keeps" : "holders keep") it, too."] : []
        return ([hint] + also + left).joined(separator: " ")
    }

    /// The words with which hints begin that tell what to do.
    private static let verbs: Set = [
        "Capture", "End", "Let", "Make", "Remove", "Set", "Start",
    ]

    /// What helps when no edge is known for certain; nil when nothing is known to help.
    static func withoutEdge(_ path: RetainPath, isInTest: Bool) -> String? {
        let alone = isInTest ? ", or run this test alone" : ""
        if path.isPartial {
            return "The search ended before it had seen everything: raise RIBLEAK_SEARCH_LIMIT"
                + "\(alone)."
        }
        if path.reason == .thread {
            return isInTest
                ? """
                If a function that is running has it in a variable, such as the test, release it \
                before the check, and set a test case's properties to nil in tearDown.
                """ : "If a function that is running has it in a variable, release it there."
        }
        guard let inferred = path.steps.first(where: \.isInferred) else { return nil }
        if inferred.holderKind == .object {
            let place = inferred.joined(inferred.label[...])
            return
                "No type says whether \(place) keeps it, but it leads there: if it does, release it "
                + "there when the RIB is detached."
        }
        return isInTest
            ? """
            No type describes the memory it was found in, which may be left over: run this test \
            alone to see whether the same holds it.
            """ : "No type describes the memory it was found in, which may be left over."
    }
}

extension RetainPathStep {
    /// The holder and the label, without the element's place.
    fileprivate var collection: String {
        joined(label[..<(label.lastIndex(of: "[") ?? label.endIndex)])
    }

    fileprivate func joined(_ label: Substring) -> String {
        holder + (label.isEmpty ? "" : ".\(label)")
    }
}

// Hints on how to remove an edge that runs against the architecture.

extension RetainHint {
    /// A router that is among the children of another one.
    static let attachedChild = RetainHint(
        for: [.object], isOfLibraries: true,
        where: { $0.isHeldByRouter && $0.edge.label.hasPrefix("children") },
        text: "{holder} has it among its children: call detachChild there, too.",
        example: """
            home.attachChild(game)  // and `menu` has it already
            """)

    /// A strong reference back to a listener.
    static let strongListener = RetainHint(
        for: [.object],
        where: { situation in
            let label = situation.edge.label.lowercased()
            return !situation.edge.isElement
                && (label.hasSuffix("listener") || label.hasSuffix("delegate"))
        },
        text: "Make {holder}.{label} weak: a listener is held by its own RIB.",
        example: """
            final class GamePresenter { var listener: GamePresentableListener? }
            """)

    /// A component that keeps a builder that it made with itself.
    static let componentsBuilder = RetainHint(
        for: [.object],
        where: {
            $0.reason == .cycle && $0.holderPart == .component
                && $0.nextLabel.hasPrefix("dependency")
        },
        text: """
            {holder}.{label} has the {holder} as its dependency, so they keep each other: make the \
            {target} where it is used, or in a computed property that makes one for each call.
            """,
        example: """
            lazy var gameBuilder = GameBuilder(dependency: self)  // in the component
            """)

    /// A component that keeps an object it made.
    static let component = RetainHint(
        for: [.object], where: { $0.holderPart == .component },
        text: """
            {holder} keeps what it made: make it in the builder instead, or in a component of the \
            RIB that ends.
            """,
        example: """
            lazy var gameInteractor = GameInteractor()  // in the component of the parent
            """)

    /// A reference against the direction in which RIBs hold their parts.
    static let backReference = RetainHint(
        for: [.object], where: { $0.reason == .cycle && $0.edge.isProperty },
        text: """
            Make {holder}.{label} weak: what it leads to keeps the {holder} alive, so they keep each \
            other.
            """,
        example: """
            final class GameInteractor { var router: GameRouting? }
            """)
}
