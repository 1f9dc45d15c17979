// SPDX-License-Identifier: Apache-2.0

/// How to remove one kind of suspect edge.
///
/// A hint names only what the author can change there, and following it fixes the leak.
struct RetainHint {
    let pattern: RetainPattern
    /// The hint, with placeholders:
    /// - `{holder}`, `{label}` and `{target}` are those of the edge.
    /// - `{collection}` is the holder and the label, without the element's place.
    /// - `{property}` is the holder and the first name of the label.
    /// - `{entries}` is the collection that the holder is in.
    /// - `{it}` is the object, with what else of its RIB is in the same collection.
    /// - `{Capture}` and `{capture}` say how a closure should capture its objects.
    /// - `{ending}` and `{disposing}` say how the object's RIB or worker ends what runs for it.
    let text: String
    /// Code with the mistake that produces the edge.
    let example: String

    /// All hints. The first one with a matching pattern is used.
    static let all: [RetainHint] = [
        .methodReference, .observerClosure, .endedTimerClosure, .timerClosure,
        .dispatchClosure, .workerTaskClosure, .taskClosure, .waitingClosure, .threadVariable,
        .subscriptionClosure, .observableClosure,
        .closure, .attachedChild, .threadDictionary, .storedSubscription, .storedDisposable,
        .storedValue,
        .subscriber, .container,
        .strongListener, .component,
        .backReference, .storedChild, .entry, .element, .global, .partOfProperty, .storedPart,
    ]

    /// - Parameter other: An edge of the same cycle that is as likely.
    static func text(for situation: RetainSituation, or other: RetainPathStep?) -> String? {
        if let other, let both = text(forEither: situation.edge, other) { return both }
        return all.first { $0.pattern.matches(situation) }?.text(in: situation)
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
            .replacing("{holder}", with: edge.holder).replacing("{label}", with: edge.label)
            .replacing("{target}", with: edge.target.isEmpty ? "it" : edge.target)
    }

    private static func ending(_ verb: String, in situation: RetainSituation) -> String {
        switch situation.targetPart {
        case .worker: "with .\(verb)OnStop(_:)"
        case .rib: "in didDetach()"
        default: "with .\(verb)OnDeactivate(interactor:)"
        }
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
                If a function that is running has it in a variable, such as the test, let go of it \
                before the check, and set a test case's properties to nil in tearDown.
                """ : "If a function that is running has it in a variable, let go of it there."
        }
        guard let inferred = path.steps.first(where: \.isInferred) else { return nil }
        if inferred.holderKind == .object {
            let place = inferred.joined(inferred.label[...])
            return
                "No type says whether \(place) keeps it, but it leads there: if it does, let go of it "
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
        pattern: RetainPattern(
            holders: [.object], holderParts: [.router, .rib], labels: ["children"],
            isOfLibraries: true),
        text: "{holder} has it among its children: call detachChild there, too.",
        example: """
            home.attachChild(game)  // and `menu` has it already
            """)

    /// A strong reference back to a listener.
    static let strongListener = RetainHint(
        pattern: RetainPattern(
            holders: [.object], isElement: false, labelEndings: ["listener", "delegate"]),
        text: "Make {holder}.{label} weak: a listener is held by its own RIB.",
        example: """
            final class GamePresenter { var listener: GamePresentableListener? }
            """)

    /// A component that keeps an object it made.
    static let component = RetainHint(
        pattern: RetainPattern(holders: [.object], holderParts: [.component]),
        text: """
            {holder} keeps what it made: make it in the builder instead, or in a component of the \
            RIB that ends.
            """,
        example: """
            lazy var gameInteractor = GameInteractor()  // in the component of the parent
            """)

    /// A reference against the direction in which RIBs hold their parts.
    static let backReference = RetainHint(
        pattern: RetainPattern(reasons: [.cycle], holders: [.object], isProperty: true),
        text: """
            Make {holder}.{label} weak: what it leads to keeps the {holder} alive, so they keep each \
            other.
            """,
        example: """
            final class GameInteractor { var router: GameRouting? }
            """)
}
