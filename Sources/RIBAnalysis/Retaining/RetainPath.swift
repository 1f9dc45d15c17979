// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Why an object is alive that should be gone, as a search of the living process found it.
public struct RetainPath: Equatable, Sendable {
    /// From where it is kept.
    public let reason: RetentionReason
    /// The edges from the root to the object, or from the object to itself for a cycle; empty when
    /// nothing was found that holds it.
    public let steps: [RetainPathStep]
    /// The edge of `steps` that should not be there; nil when there is none.
    public let suspect: Int?
    /// How many edges of a long path are missing in the middle of `steps`.
    public let omittedSteps: Int
    /// The strong references that the object had.
    public let retainCount: Int
    /// How many of those the search came across.
    public let seenReferences: Int
    /// The objects that would be freed with this one, without it.
    public let dominatedCount: Int
    /// What those and this one occupy, in bytes.
    public let dominatedBytes: Int
    /// True when the search ran out of time before it had seen everything.
    public let isPartial: Bool

    /// The edge that should not be there.
    public var suspectStep: RetainPathStep? { suspect.map { steps[$0] } }

    /// What tells this leak from others of the same object; nil when it is not certain enough to be
    /// the same in the next run.
    var suspectIdentity: (holder: String, property: String)? {
        steps.contains(where: \.isInferred) || suspectStep?.isOneOfSeveral == true
            ? nil : suspectStep?.identity
    }
}

/// One edge of a retain path, in the words of the source.
public struct RetainPathStep: Hashable, Sendable {
    /// What kind of thing holds the target.
    public let holderKind: RetentionHolder
    /// Its type, its function or its name, such as `LoggedInRouter`,
    /// `closure #1 in ScoreInteractor.didBecomeActive()` or `static ScoreStore.shared`.
    public let holder: String
    /// Where a closure stands: the file, relative to the working directory where it lies below it.
    public let file: String?
    /// Counted from 1.
    public let line: Int?
    /// How the holder reaches the target, such as `currentChild`, `cancellables[0]` or
    /// `captures self`; empty when the holder itself is the reference.
    public let label: String
    /// The target's type; empty when it is not known.
    public let target: String
    /// True when the edge was found in memory that no type describes.
    public let isInferred: Bool
    /// The library whose code a closure is, for one that is not the project's.
    package var library: String?
    /// The compiler's name of a closure whose holder is called by another one. It is the same whether or
    /// not the code was optimized, so it tells leaks apart.
    package var function: String?
    /// True for a closure that stands for a method that is handed over.
    package var isMethodReference = false
    /// True for a closure that may as well be another one, since the optimizer made one function of both.
    package var isOneOfSeveral = false
    /// True where the target is an element of a collection, at a place that has no number and no name.
    package var isSomeElement = false

    /// The edge without what changes between runs and builds and with the code around it: places in
    /// collections, numbers of closures, lines, how deep in a list.
    var identity: (holder: String, property: String) {
        (
            StableName.holder(function ?? holder),
            StableName.withoutRepetitions(StableName.withoutNumbers(label))
        )
    }
}

/// What a trace says of why objects are alive.
struct RetentionModel: EventConsumer {
    struct Retention {
        let steps: [RetentionStep]
        let summary: RetentionSummary
    }

    /// A recorder writes fewer for one object: more is damage.
    private static let mostSteps = 256

    private var unfinished: [ObjectID: [RetentionStep]] = [:]
    private var all: [ObjectID: Retention] = [:]

    /// What the last search for an object found.
    subscript(object: ObjectID) -> Retention? { all[object] }

    /// Takes one more definition: there is none that it needs.
    mutating func define(_ event: TraceEvent) {}

    /// Takes one more event that is no definition, in time order.
    mutating func apply(_ event: PackedEvent) {
        let object = ObjectID(event.subject)
        switch event.record {
        case .retainStep:
            guard let step = event.retentionStep,
                unfinished[object, default: []].count < Self.mostSteps
            else { return }
            unfinished[object, default: []].append(step)
        case .retained:
            guard let summary = event.retentionSummary else { return }
            let steps = unfinished.removeValue(forKey: object) ?? []
            all[object] = Retention(steps: steps, summary: summary)
        default: break  // does not say why an object is alive
        }
    }
}
