// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// How to remove a closure's edge that should not be there.
///
/// A hint names only what the author can change there, and following it fixes the leak.
struct RetainHint: Sendable {
    /// Beginnings of types and functions that run the closure, at least one of which must be on the
    /// path.
    let through: [String]
    let text: @Sendable (RetainSituation) -> String

    /// How to remove a suspect edge; nil when nothing is known to help.
    ///
    /// - Parameter other: An edge of the same cycle that is as likely.
    static func text(for situation: RetainSituation, or other: RetainPathStep?) -> String? {
        if let other, let both = text(forEither: situation.edge, other) { return both }
        return switch (situation.edge.holderKind, situation.isOfLibraries) {
        case (.closure, false): situation.hintOfClosure
        case (.object, true): situation.hintOfLibraryEdge
        case (.object, false), (.global, false): situation.hintOfField
        case (.closure, true), (.global, true), (.other, _): nil
        }
    }

    private static func text(forEither edge: RetainPathStep, _ other: RetainPathStep) -> String? {
        guard [edge, other].allSatisfy({ $0.holderKind == .object && $0.isProperty }) else {
            return nil
        }
        return "Make \(edge.place) or \(other.place) weak: the two keep each other alive."
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
            return "No type says whether \(inferred.place) keeps it, but it leads there: if it "
                + "does, release it there when the RIB is detached."
        }
        return isInTest
            ? """
            No type describes the memory it was found in, which may be left over: run this test \
            alone to see whether the same holds it.
            """ : "No type describes the memory it was found in, which may be left over."
    }
}
