import RIBTrace

/// A retain path whose closures are not named yet.
struct RetainPathDraft {
    /// Whether something on a path is meant to be there.
    private enum Standing {
        case alive
        case gone
        case unknown
    }

    private struct Step {
        let traced: RetentionStep
        let holder: String
        let label: String
        let target: String
        let code: RecordedStack
        let holderPart: ObjectKind?
        let isLeaked: Bool
        /// Where the holder comes from, if RIBs may share it.
        let origin: ObjectOrigin?

        func standing(_ symbols: Symbolication) -> Standing {
            if holderPart == nil { return .unknown }
            // What is alive by right may hold what is not.
            return isLeaked && origin?.isShown(by: symbols) ?? true ? .gone : .alive
        }

        func isOfLibraries(_ symbols: Symbolication) -> Bool {
            switch traced.holder {
            case .object: LibraryTypes.contain(holder)
            case .closure: symbols.isOfLibraries(code.addresses)
            case .global, .other: false
            }
        }
    }

    private let steps: [Step]
    private let summary: RetentionSummary
    private let targetPart: ObjectKind?

    /// - Returns: Nil when the trace does not say why the object is alive.
    init?(of object: ObjectID, in model: TraceModel) {
        guard let retention = model.retentions[object] else { return nil }
        summary = retention.summary
        targetPart = model.nodes[object]?.kind
        steps = retention.steps.map { step in
            let node = model.nodes[step.holderObject]
            return Step(
                traced: step, holder: model.textIfAny(step.holderText),
                label: model.textIfAny(step.label), target: model.textIfAny(step.target),
                code: model.stack(step.code), holderPart: node?.kind,
                isLeaked: model.isLeaked(step.holderObject),
                origin: model.origin(of: step.holderObject))
        }
    }

    var addresses: [ImageAddress] {
        steps.flatMap { $0.code.addresses + ($0.origin?.addresses ?? []) }
    }

    func path(with symbols: Symbolication) -> RetainPath {
        let named = steps.map { Self.named($0, with: symbols) }
        return RetainPath(
            reason: summary.reason, steps: named, suspect: suspect(with: symbols),
            omittedSteps: max(0, Int(summary.steps) - named.count),
            retainCount: Int(summary.retainCount), seenReferences: Int(summary.seenReferences),
            dominatedCount: Int(clamping: summary.dominatedCount),
            dominatedBytes: Int(clamping: summary.dominatedBytes), isPartial: summary.isPartial)
    }

    /// What usually removes the suspect edge; nil when nothing more is known than that it is there.
    func hint(for path: RetainPath) -> String? {
        guard let suspect = path.suspect, let edge = path.suspectStep else { return nil }
        let next = suspect + 1 < steps.count ? steps[suspect + 1].holderPart : targetPart
        let situation = RetainSituation(
            reason: path.reason, edge: edge, holderPart: steps[suspect].holderPart,
            targetPart: next, before: Array(path.steps[..<suspect]))
        return RetainHint.all.first { $0.pattern.matches(situation) }?.text(for: edge)
    }

    /// The edge that should not be there; of edges inside of libraries, which nobody can change, the
    /// one that leads there.
    private func suspect(with symbols: Symbolication) -> Int? {
        boundary(with: symbols).map { boundary in
            steps[...boundary].lastIndex { !$0.isOfLibraries(symbols) } ?? boundary
        }
    }

    /// The last edge from something that is meant to be alive to something that is not; what nothing
    /// is known of is meant to be there as long as its holder is. A cycle has no such edge: it is
    /// closed by its last.
    private func boundary(with symbols: Symbolication) -> Int? {
        guard summary.reason != .cycle else { return steps.indices.last }
        var suspect: Int?
        var isAlive = true
        for (index, step) in steps.enumerated() {
            let standing = step.standing(symbols)
            if standing != .unknown { isAlive = standing == .alive }
            let next = index + 1 < steps.count ? steps[index + 1].standing(symbols) : .gone
            if isAlive, next == .gone { suspect = index }
        }
        return suspect
    }

    private static func named(_ step: Step, with symbols: Symbolication) -> RetainPathStep {
        let frame = symbols.closure(at: step.code.addresses)
        var label = step.label
        if let function = frame?.function, label == "captures \(step.target)",
            FunctionName(function).type == RetainPathDraft.withoutArguments(step.target)
        {
            label = "captures self"
        }
        return RetainPathStep(
            holderKind: step.traced.holder, holder: holder(of: step, frame),
            file: frame?.file, line: frame?.line, label: label, target: step.target,
            isInferred: step.traced.isInferred)
    }

    private static func holder(of step: Step, _ frame: StackFrame?) -> String {
        switch step.traced.holder {
        case .object: step.holder.isEmpty ? "an object" : step.holder
        case .closure: frame?.function ?? "a closure"
        case .global:
            step.holder.isEmpty ? "a global variable" : Demangler.runtime.demangled(step.holder)
        case .other: step.holder.isEmpty ? "something" : step.holder
        }
    }

    private static func withoutArguments(_ type: String) -> String {
        String(type.prefix { $0 != "<" })
    }
}
