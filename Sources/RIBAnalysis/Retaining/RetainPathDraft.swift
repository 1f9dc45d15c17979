// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// A retain path before its closures are named.
struct RetainPathDraft {
    /// Whether an object on a path should be alive.
    enum Standing {
        case alive
        case gone
        case unknown
    }

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
        let standing: Standing
        /// Where the holder comes from, if it is leaked and RIBs may share it; nil for any other.
        let origin: ObjectOrigin?
        /// True when the target is above the holder in the tree.
        let leadsUpTheTree: Bool
    }

    private(set) var steps: [Step]
    let summary: RetentionSummary
    /// How many steps of a long path were not recorded.
    private let omittedSteps: Int
    /// The edge that is known to be the mistake, because it is also one of another path.
    private(set) var cut: Int?
    /// Further paths to the object, which may share edges.
    private(set) var others: [RetainPathDraft] = []

    /// - Returns: Nil when the trace does not tell why the object is alive.
    init?(of object: ObjectID, in model: TraceModel, _ types: RecordedTypes) {
        guard var retention = model.retentions[object] else { return nil }
        // A timer that ended after the judgement excuses nothing. A search looks for ended timers
        // before it looks into queues, threads and tasks, so whatever else it found was not kept by
        // one.
        if let first = retention.first.first, Self.isOfEndedTimer(retention, in: model),
            !Self.isOfEndedTimer(first, in: model)
        {
            retention = first
        }
        self.init(retention, of: object, in: model, types)
        others = retention.others.map { RetainPathDraft($0, of: object, in: model, types) }
    }

    private static func isOfEndedTimer(
        _ retention: RetentionModel.Retention, in model: TraceModel
    ) -> Bool {
        retention.steps.contains {
            model.definitions.textIfAny($0.holderText) == LibraryLeakMatcher.endedTimer
        }
    }

    private init(
        _ retention: RetentionModel.Retention, of object: ObjectID, in model: TraceModel,
        _ types: RecordedTypes
    ) {
        summary = retention.summary
        let holders = retention.steps.map(\.holderObject)
        steps = retention.steps.enumerated().map { index, step in
            let isLast = index == holders.count - 1
            let target = isLast ? object : holders[index + 1]
            let node = model.tree.nodes[step.holderObject]
            let isGone = model.leaks.isLeaked(step.holderObject)
            let lineage = model.tree.lineage(of: target)
            return Step(
                traced: step, holder: model.definitions.textIfAny(step.holderText),
                label: model.definitions.textIfAny(step.label),
                target: model.definitions.textIfAny(step.target),
                targetLineage: lineage.first == model.definitions.textIfAny(step.target)
                    ? lineage : [],
                code: model.definitions.recordedStack(step.code),
                holderLineage: model.tree.lineage(of: step.holderObject),
                holderPart: node?.kind ?? types.kind(of: step),
                targetPart: model.tree.nodes[target]?.kind,
                standing: node == nil ? .unknown : isGone ? .gone : .alive,
                origin: isGone ? model.origin(of: step.holderObject) : nil,
                leadsUpTheTree: !target.isNone && node?.lastParent == target)
        }
        omittedSteps = max(0, Int(summary.steps) - steps.count)
    }

    /// False when the middle of a long path was not recorded.
    var isWhole: Bool { omittedSteps == 0 }

    /// The path without closures that the compiler generated to call another one. They are not in
    /// the source.
    func withoutThunks(_ symbols: Symbolication) -> RetainPathDraft {
        var path = self
        path.steps.removeAll {
            $0.traced.holder == .closure && $0.target == Self.closure
                && symbols.isThunk($0.code.addresses)
        }
        path.others = others.map { $0.withoutThunks(symbols) }
        return path
    }

    /// The same path with the given edge as the one that should not be there.
    func suspecting(_ index: Int) -> RetainPathDraft {
        var path = self
        path.cut = index
        return path
    }

    /// An edge of a cycle that is a suspect of this one, as an index on both; nil when they share
    /// none. Only edges of recorded objects are known to be the same.
    func sharedCut(
        with other: RetainPathDraft, _ symbols: Symbolication
    ) -> (own: Int, other: Int)? {
        guard summary.reason == .cycle, other.summary.reason == .cycle, isWhole, other.isWhole,
            let suspect = SuspectEdge(on: self, with: symbols)
        else { return nil }
        for index in [suspect.index, suspect.other].compactMap(\.self) {
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

    /// The recorder's name for a closure that is the target of an edge.
    private static let closure = "closure"

    var addresses: [ImageAddress] {
        steps.flatMap { $0.code.addresses + ($0.origin?.addresses ?? []) }
            + others.flatMap(\.addresses)
    }

    func path(with symbols: Symbolication) -> RetainPath {
        var named = steps.map { Self.named($0, with: symbols) }
        let suspect = SuspectEdge(on: self, with: symbols)
        if let index = suspect?.index, let sources = symbols.sources {
            let declaration = named[index].declarations(inheriting: steps[index].holderLineage)
                .first { sources.place(of: $0) != nil }
            let place = declaration.flatMap(sources.place)
            named[index].declarationWords = declaration.map(sources.words) ?? []
            (named[index].file, named[index].line) = (
                named[index].file ?? place?.file, named[index].line ?? place?.line
            )
        }
        return RetainPath(
            reason: summary.reason, steps: named, suspect: suspect?.index,
            omittedSteps: omittedSteps,
            retainCount: Int(summary.retainCount), seenReferences: Int(summary.seenReferences),
            dominatedCount: Int(clamping: summary.dominatedCount),
            dominatedBytes: Int(clamping: summary.dominatedBytes), isPartial: summary.isPartial,
            isSuspectAmbiguous: suspect?.other != nil)
    }

    /// How to remove the suspect edge, or what would help when no edge is known.
    ///
    /// - Parameters:
    ///   - alsoCaptured: The types of other objects that the same closure captures and that should
    ///     be gone.
    ///   - isInTest: Whether the object leaked in a test.
    func hint(
        for path: RetainPath, alsoCaptured: [String], isInTest: Bool, with symbols: Symbolication
    ) -> String? {
        guard let suspect = SuspectEdge(on: self, with: symbols), let edge = path.suspectStep,
            !edge.isInferred
        else { return RetainHint.withoutEdge(path, isInTest: isInTest) }
        let step = steps[suspect.index]
        var situation = RetainSituation(
            reason: path.reason, edge: edge, holderPart: step.holderPart,
            targetPart: step.targetPart, before: Array(path.steps[..<suspect.index]),
            isOfLibraries: step.isOfLibraries(symbols))
        situation.alsoCaptured = alsoCaptured
        situation.leakedPart = steps.last?.targetPart
        if suspect.index + 1 < steps.count {
            let next = steps[suspect.index + 1]
            situation.nextLabel = next.label
            situation.isContainer = next.isOfLibraries(symbols) && !next.isOfToolkit(symbols)
        }
        if step.holderPart == nil, let last = situation.before.last, last.isElement {
            situation.isEntry = !steps[suspect.index - 1].isOfLibraries(symbols)
        }
        return RetainHint.text(for: situation, or: suspect.other.map { path.steps[$0] })
    }

    /// The type that the closure of the suspect edge captures; nil when the holder is no closure.
    func captured(with symbols: Symbolication) -> String? {
        guard let suspect = SuspectEdge(on: self, with: symbols),
            steps[suspect.index].traced.holder == .closure
        else { return nil }
        return steps[suspect.index].target
    }

    static func named(_ step: Step, with symbols: Symbolication) -> RetainPathStep {
        let isClosure = step.traced.holder != .object
        let name =
            isClosure
            ? ClosureName(
                at: step.code.addresses, capturing: [step.target] + step.targetLineage,
                with: symbols) : nil
        var label = step.label
        if let function = name?.function, label == "captures \(step.target)",
            let type = FunctionName(function).type,
            ([step.target] + step.targetLineage).contains(where: { withoutArguments($0) == type })
        {
            label = "captures self"
        }
        return RetainPathStep(
            holderKind: step.traced.holder, holder: holder(of: step, name),
            file: name?.file, line: name?.line,
            label: PublicNames.shown(
                label, ofToolkit: !isClosure && step.isOfToolkit(symbols)),
            target: step.target, isInferred: step.traced.isInferred,
            library: name?.library,
            function: step.traced.holder == .closure ? name?.function : nil,
            isMethodReference: name?.isMethodReference ?? false,
            isOneOfSeveral: name?.isMerged ?? false,
            code: step.traced.holder == .closure && name == nil ? step.code.addresses.first : nil,
            isSomeElement: PublicNames.isSomeElement(step.label),
            isOfLibrary: step.isOfLibraries(symbols))
    }

    private static func holder(of step: Step, _ name: ClosureName?) -> String {
        switch step.traced.holder {
        case .object: step.holder.isEmpty ? "an object" : step.holder
        case .closure: name?.text ?? "a closure"
        case .global:
            step.holder.isEmpty ? "a global variable" : Demangler.runtime.demangled(step.holder)
        case .other: step.holder.isEmpty ? "something" : step.holder
        }
    }

    private static func withoutArguments(_ type: String) -> String {
        String(type.withoutGenericArguments)
    }
}

extension RetainPathDraft.Step {
    /// True for an edge that the app's author cannot change.
    func isOfLibraries(_ symbols: Symbolication) -> Bool {
        switch traced.holder {
        case .closure: return symbols.isOfLibraries(code.addresses)
        case .global: return CodeOrigin.library(ofSymbol: holder) != nil
        case .other: return false
        case .object:
            // The project's code made what a component shares, under a name from the project.
            if PublicNames.isShared(label), holderPart == .component { return false }
            return LibraryTypes.contain(holder) || symbols.isOfLibraries(code.addresses)
                || symbols.isOfSystem(code.addresses)
                || PublicNames.isOfToolkit(label, part: holderPart)
        }
    }

    fileprivate func isOfToolkit(_ symbols: Symbolication) -> Bool {
        symbols.isOfToolkit(code.addresses) || PublicNames.isOfToolkit(label, part: holderPart)
    }

    /// Whether the holder should be alive. An object that RIBs may share should, unless it is shown
    /// that this one was not shared.
    func standing(_ symbols: Symbolication) -> RetainPathDraft.Standing {
        guard standing == .gone, let origin else { return standing }
        return origin.isShown(by: symbols) ? .gone : .alive
    }
}

/// The part that objects of a type have in their RIBs. Most objects on retain paths have no number
/// in the trace, so they are known only by type.
///
/// Computed on first use, because it visits all objects that the process ever made.
final class RecordedTypes {
    private let model: TraceModel
    private lazy var kinds: [StringID: ObjectKind] = {
        var kinds: [StringID: ObjectKind] = [:]
        model.tree.nodes.visit { kinds[$1.type] = $1.kind }
        return kinds
    }()

    init(in model: TraceModel) { self.model = model }

    func kind(of step: RetentionStep) -> ObjectKind? {
        step.holder == .object ? kinds[step.holderText] : nil
    }
}

/// The public names of the fields that an edge goes through.
enum PublicNames {
    /// Private fields of the runtime and their public names, longer prefixes first.
    private static let names = [
        ("attached.routers", "children"), ("record.interactor", "interactor"),
        ("interactable", "interactor"),
        ("viewControllable", "viewController"), ("viewPart", "viewController"),
    ]
    private static let shared = "sharedInstances[\""

    /// A label as a person would write it.
    ///
    /// - Parameter isOfToolkit: Whether the runtime declares the first field of the label.
    static func shown(_ label: String, ofToolkit isOfToolkit: Bool) -> String {
        if isOfToolkit {
            if let property = sharedProperty(label) { return property }
            for (field, name) in names where label.hasPrefix(field) {
                return name + label.dropFirst(field.count)
            }
        }
        return withoutWrapper(isSomeElement(label) ? String(label.dropLast(2)) : label)
    }

    /// True for an element of a collection whose index or key is unknown, such as in an `NSCache`.
    static func isSomeElement(_ label: String) -> Bool { label.hasSuffix("[]") }

    /// True for an object that a component keeps with `shared { }`.
    static func isShared(_ label: String) -> Bool { label.hasPrefix(shared) }

    /// True for a field of the runtime, by a name that no field of the project has.
    static func isOfToolkit(_ label: String, part: ObjectKind?) -> Bool {
        switch part {
        case .router: label.hasPrefix("attached.routers")
        case .component: label.hasPrefix("sharedInstances")
        default: false
        }
    }

    /// `sharedInstances["worker"]` is the property `worker`.
    private static func sharedProperty(_ label: String) -> String? {
        guard label.hasPrefix(shared), let end = label.dropFirst(shared.count).firstIndex(of: "\"")
        else { return nil }
        return String(label[label.index(label.startIndex, offsetBy: shared.count)..<end])
    }

    /// `_child.wrappedValue` is the property `child`.
    private static func withoutWrapper(_ label: String) -> String {
        guard label.hasPrefix("_"), let dot = label.firstIndex(of: ".") else { return label }
        let inside = label[label.index(after: dot)...].prefix { $0 != "." && $0 != "[" }
        guard ["wrappedValue", "storage", "_storage"].contains(String(inside)) else { return label }
        let rest = label[dot...].dropFirst(inside.count + 1)
        let property = label[label.index(after: label.startIndex)..<dot]
        return inside == "wrappedValue" ? String(property + rest) : String(property)
    }
}

/// The classes of the stream libraries. An edge of theirs is never the mistake.
package enum LibraryTypes {
    /// Names without generic arguments.
    private static let names: Set = [
        "AnyCancellable", "AnySubscriber", "Cell", "Conduit", "CurrentValueSubject", "Inner",
        "PassthroughSubject", "PublisherBox", "Sink", "SubjectSubscriber",
    ]

    /// - Parameter type: Such as `Inner<Sink<Int, Never>>`.
    package static func contain(_ type: String) -> Bool {
        names.contains(String(type.withoutGenericArguments))
    }
}
