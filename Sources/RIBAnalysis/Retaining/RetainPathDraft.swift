// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// A retain path of the trace, before its closures are named.
struct RetainPathDraft {
    struct Step {
        let traced: RetentionStep
        let holder: String
        let label: String
        let target: String
        /// The target's type and the classes it inherits from, if they were recorded.
        let targetLineage: [String]
        let code: RecordedStack
        /// The holder's type and the classes it inherits from, if they were recorded.
        let holderLineage: [String]
        let holderPart: ObjectKind?
        let targetPart: ObjectKind?
        /// Where the holder comes from, if it is leaked and RIBs may share it; nil for any other.
        let origin: ObjectOrigin?
        /// True when the target is above the holder in the tree.
        let leadsUpTheTree: Bool
        /// Whether the holder should be alive; nil when nothing is known about it.
        var shouldBeAlive: Bool?
        /// True for an edge that the app's author cannot change. Known by `resolved`.
        var isOfLibraries = false
        /// True for an edge that ribleak declares. Known by `resolved`.
        var isOfToolkit = false
    }

    private(set) var steps: [Step]
    let summary: RetentionSummary
    /// How many steps of a long path were not recorded.
    private let omittedSteps: Int
    /// The edges that should not be there, known by `resolved`: none, one, or two that are as
    /// likely.
    private(set) var suspects: [Int] = []
    /// Further paths to the object, which may share edges. They are not resolved.
    private(set) var others: [RetainPathDraft] = []

    /// - Returns: Nil when the trace does not tell why the object is alive.
    init?(of object: ObjectID, in model: TraceModel) {
        guard var retention = model.retentions[object] else { return nil }
        // An object may be searched for at its judgement and again later: the first path counts
        // where only the later one goes through a timer that is over. A timer that ended after the
        // judgement excuses nothing. A search looks for ended timers
        // before it looks into queues, threads and tasks, so whatever else it found was not kept by
        // one.
        if let first = retention.first.first, Self.isOfEndedTimer(retention, in: model),
            !Self.isOfEndedTimer(first, in: model)
        {
            retention = first
        }
        self.init(retention, of: object, in: model)
        others = retention.others.map { RetainPathDraft($0, of: object, in: model) }
    }

    private static func isOfEndedTimer(
        _ retention: RetentionModel.Retention, in model: TraceModel
    ) -> Bool {
        retention.steps.contains {
            model.definitions.textIfAny($0.holderText) == LibraryLeakMatcher.endedTimer
        }
    }

    private init(
        _ retention: RetentionModel.Retention, of object: ObjectID, in model: TraceModel
    ) {
        summary = retention.summary
        let targets = retention.steps.dropFirst().map(\.holderObject) + [object]
        steps = zip(retention.steps, targets).map { step, target in
            let node = model.tree.nodes[step.holderObject]
            let isGone = model.leaks.isLeaked(step.holderObject)
            let type = model.definitions.textIfAny(step.target)
            let lineage = model.tree.lineage(of: target)
            let knownPart = step.holder == .object ? model.tree.partsOfTypes[step.holderText] : nil
            return Step(
                traced: step, holder: model.definitions.textIfAny(step.holderText),
                label: model.definitions.textIfAny(step.label), target: type,
                targetLineage: lineage.first == type ? lineage : [],
                code: model.definitions.recordedStack(step.code),
                holderLineage: model.tree.lineage(of: step.holderObject),
                holderPart: node?.kind ?? knownPart, targetPart: model.tree.nodes[target]?.kind,
                origin: isGone ? ObjectOrigin(of: step.holderObject, in: model) : nil,
                leadsUpTheTree: !target.isNone && node?.lastParent == target,
                shouldBeAlive: node == nil ? nil : !isGone)
        }
        omittedSteps = max(0, Int(summary.steps) - steps.count)
    }

    /// False when the middle of a long path was not recorded.
    var isWhole: Bool { omittedSteps == 0 }

    /// The edge that should not be there; nil when none is known.
    var suspect: Step? { suspects.first.map { steps[$0] } }

    var addresses: [ImageAddress] {
        steps.flatMap { $0.code.addresses + ($0.origin?.addresses ?? []) }
            + others.flatMap(\.addresses)
    }

    /// The path with what its functions tell, and without closures that the compiler generated to
    /// call another one. They are not in the source.
    func resolved(with symbols: Symbolication) -> RetainPathDraft {
        var path = self
        path.steps = steps.filter {
            $0.traced.holder != .closure || $0.target != Self.closure
                || !symbols.isThunk($0.code.addresses)
        }.map { $0.resolved(with: symbols) }
        path.suspects = path.likelySuspects
        return path
    }

    /// The recorder's name for a closure that is the target of an edge.
    private static let closure = "closure"

    /// The same path with the given edge as the one that should not be there.
    func suspecting(_ index: Int) -> RetainPathDraft {
        var path = self
        path.suspects = [index]
        return path
    }

    /// An edge of a cycle that is a suspect of this one, as an index on both; nil when they share
    /// none. Only edges of recorded objects are known to be the same.
    func sharedCut(with other: RetainPathDraft) -> (own: Int, other: Int)? {
        guard summary.reason == .cycle, other.summary.reason == .cycle, isWhole, other.isWhole
        else { return nil }
        for index in suspects {
            let step = steps[index].traced
            guard step.holder == .object, !step.holderObject.isNone, !step.isInferred else {
                continue
            }
            let same = other.steps.firstIndex {
                $0.traced.holder == .object && $0.traced.holderObject == step.holderObject
                    && $0.traced.label == step.label && $0.traced.target == step.target
            }
            if let same { return (index, same) }
        }
        return nil
    }

    func path(with symbols: Symbolication) -> RetainPath {
        var named = steps.map { $0.named(with: symbols) }
        if let index = suspects.first, let sources = symbols.sources {
            let declared = named[index].declarations(inheriting: steps[index].holderLineage)
                .lazy.compactMap(sources.find).first
            named[index].declarationWords = declared?.words ?? []
            named[index].file = named[index].file ?? declared?.place.file
            named[index].line = named[index].line ?? declared?.place.line
        }
        return RetainPath(
            reason: summary.reason, steps: named, suspect: suspects.first,
            omittedSteps: omittedSteps,
            retainCount: Int(summary.retainCount), seenReferences: Int(summary.seenReferences),
            dominatedCount: Int(clamping: summary.dominatedCount),
            dominatedBytes: Int(clamping: summary.dominatedBytes), isPartial: summary.isPartial,
            isSuspectAmbiguous: suspects.count > 1)
    }

    /// How to remove the suspect edge, or what would help when no edge is known.
    ///
    /// - Parameters:
    ///   - alsoCaptured: The types of other objects that the same closure captures and that should
    ///     be gone.
    ///   - isInTest: Whether the object leaked in a test.
    func hint(for path: RetainPath, alsoCaptured: [String] = [], isInTest: Bool) -> String? {
        guard let index = suspects.first, let edge = path.suspectStep, !edge.isInferred else {
            return RetainHint.withoutEdge(path, isInTest: isInTest)
        }
        let step = steps[index]
        var situation = RetainSituation(
            reason: path.reason, edge: edge, holderPart: step.holderPart,
            targetPart: step.targetPart, before: Array(path.steps[..<index]),
            isOfLibraries: step.isOfLibraries)
        situation.alsoCaptured = alsoCaptured
        situation.leakedPart = steps.last?.targetPart
        // A library's collection, such as an array, holds the next object.
        if let next = steps.dropFirst(index + 1).first {
            situation.nextLabel = next.label
            situation.isContainer = next.isOfLibraries && !next.isOfToolkit
        }
        // The holder is an element of a collection of the project's, such as `cache[*]`.
        if step.holderPart == nil, let last = situation.before.last, last.isElement {
            situation.isEntry = !steps[index - 1].isOfLibraries
        }
        return RetainHint.text(
            for: situation, or: suspects.dropFirst().first.map { path.steps[$0] })
    }
}
