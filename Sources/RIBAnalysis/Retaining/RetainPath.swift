// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Why a leaked object is alive, as found by a search of the living process. `RetainPathDraft`
/// makes it of what `RetentionModel` collects, and adds closures' names and the suspect edge.
public struct RetainPath: Equatable, Sendable {
    /// The kind of reason that keeps it alive.
    public let reason: RetentionReason
    /// The edges from the root to the object, or from the object to itself for a cycle. Empty when
    /// nothing was found that holds it.
    public package(set) var steps: [RetainPathStep]
    /// The edge of `steps` that should not be there; nil when there is none.
    public let suspect: Int?
    /// How many edges are omitted in the middle of `steps` because the path is long.
    public let omittedSteps: Int
    /// The number of strong references to the object.
    public let retainCount: Int
    /// How many of those references the search found.
    public let seenReferences: Int
    /// How many other objects would be freed if this one were freed.
    public let dominatedCount: Int
    /// The size of those objects and this one, in bytes.
    public let dominatedBytes: Int
    /// True when the search ran out of time before it had seen everything.
    public let isPartial: Bool
    /// True when the architecture does not tell which of two edges is the mistake.
    package var isSuspectAmbiguous = false
    /// The paths of the other holders, each of which keeps it alive on its own: at most four.
    public package(set) var otherHolders: [RetainPath] = []
    /// How many further holders are not in `otherHolders`.
    public package(set) var moreHolders = 0

    /// The most holders of one object that reports show.
    static let mostHolders = 5

    /// The edge that should not be there.
    public var suspectStep: RetainPathStep? { suspect.map { steps[$0] } }

    /// What distinguishes this leak from others of the same object: the edge in the project's own
    /// code. Nil when it is not certain to be the same in the next run.
    var suspectIdentity: (holder: String, property: String)? {
        guard let suspect, let step = suspectStep, !step.isOneOfSeveral else { return nil }
        guard let root = steps.firstIndex(where: \.isInferred) else { return step.identity }
        // What no type describes, such as a dispatch queue, is a way to the project's code. That
        // code has its name, whatever leads there.
        guard !step.isOfLibrary else { return nil }
        switch step.holderKind {
        case .object, .global:
            // A field that the project itself has set, whose type does not say what it holds.
            guard !step.isInferred || !step.label.isEmpty && step.holderKind == .object else {
                return nil
            }
        case .closure:
            // A thread's word is named by the function whose frame it is in, which may be any
            // above.
            guard step.code == nil, reason != .thread || suspect > root + 1 else { return nil }
            // The optimiser moves what an asynchronous function holds to another one's frame.
            guard reason != .task || step.holder.hasPrefix("closure") else { return nil }
        case .other: return nil
        }
        return step.identity
    }
}

/// One edge of a retain path, with names as in the source.
public struct RetainPathStep: Hashable, Sendable {
    /// What kind of thing holds the target.
    public let holderKind: RetentionHolder
    /// Its type, its function or its name, such as `LoggedInRouter`,
    /// `closure #1 in ScoreInteractor.didBecomeActive()` or `static ScoreStore.shared`.
    public let holder: String
    /// The file of a closure, or the one that declares the property of the suspect edge. Relative
    /// to the working directory if it is below that directory.
    public package(set) var file: String?
    /// Counted from 1.
    public internal(set) var line: Int?
    /// How the holder reaches the target, such as `currentChild`, `cancellables[0]` or
    /// `captures self`; empty when the holder itself is the reference.
    public let label: String
    /// The target's type; empty when it is not known.
    public let target: String
    /// True when the edge was found in memory for which there is no type information.
    public let isInferred: Bool
    /// The library that a closure belongs to; nil for the project's own.
    package var library: String?
    /// The compiler's name of a closure whose holder has another name. It is the same with and
    /// without optimization, so it distinguishes leaks.
    package var function: String?
    /// True for the implicit closure of a method reference.
    package var isMethodReference = false
    /// True for a closure that may be another one, since the optimizer merged both functions.
    package var isOneOfSeveral = false
    /// The code of a closure without a name, to be named later; nil for any other holder.
    package var code: ImageAddress?
    /// True when the target is an element of a collection without a known index or key.
    package var isSomeElement = false
    /// True for an edge that the author of the project cannot change.
    package var isOfLibrary = false
    /// The words of the line that declares the suspect edge's property, if the sources are at hand.
    var declarationWords: [String] = []

    /// The label as it follows the holder, so that both form a Swift expression or a sentence: with
    /// a dot, a blank or nothing before it.
    package var joinedLabel: String {
        if label.isEmpty || label.hasPrefix("[") || label.hasPrefix(".") { return label }
        let isExpression = holderKind == .object || holderKind == .global
        return (isExpression ? "." : " ") + label
    }

    /// The edge without what changes between runs, between builds or with the surrounding code:
    /// places in collections, numbers of closures, lines, depths in lists.
    var identity: (holder: String, property: String) {
        (
            StableName.holder(function ?? holder),
            StableName.withoutRepetitions(StableName.withoutNumbers(label))
        )
    }
}
