// SPDX-License-Identifier: Apache-2.0

/// Turns a path of objects into steps that a person can follow. ``AnswerWriter`` makes one for each
/// path that a search has found.
///
/// Objects that only store the value of a variable are not steps: the storage of a collection, or
/// the box of a captured variable or of a large value. They are merged with their holder.
struct StepWriter {
    let names: TypeNames
    let code: ClosureCode
    var steps: [RetainStep] = []

    /// At first an object, or what holds the first object.
    var holder: RetainStep.Holder
    var address: UInt
    var label = ""
    /// Whether the first reference was found in memory that no type describes.
    var isInferred = false
    /// The class that declares the first field on the way from the holder.
    var declarer: UInt?

    static let closure = "closure"

    /// The steps along references to a target; nil when one of the references is gone.
    mutating func steps(along path: [PathStep], to target: UInt) -> [RetainStep]? {
        for (index, step) in path.enumerated() {
            let isLast = index == path.count - 1
            let next = isLast ? target : path[index + 1].holder
            let reference = HeapReference(target: next, place: UInt(step.place))
            // Keys may be secrets of the app, but a component's are the names of its properties.
            guard
                let description = names.graph.describe(
                    reference, of: step.holder, showsKeys: label == "sharedInstances")
            else { return nil }
            follow(description, to: next, isLast: isLast)
        }
        return StepMerging(
            isFoundation: names.isOfLibraries, isPlumbing: names.isPlumbing
        ).merged(code.withoutWrappers(shortened()))
    }

    /// The steps without those between parts of a library of streams. The first part of such a run
    /// gets the label by which the last part holds the next object.
    private func shortened() -> [RetainStep] {
        var result: [RetainStep] = []
        var index = 0
        while index < steps.count {
            var end = index
            while let next = plumbingStep(after: end) { end = next }
            var step = steps[index]
            (step.label, step.target) = (steps[end].label, steps[end].target)
            result.append(step)
            index = end + 1
        }
        return result
    }

    /// Whether the holder of a step belongs to a library of streams.
    private func isPlumbing(_ index: Int) -> Bool {
        guard steps.indices.contains(index) else { return false }
        return !steps[index].holder.isClosure && names.isPlumbing(steps[index].address)
    }

    /// The index of the next step if both steps are parts of a library of streams. If a
    /// cancellable's closure lies between two parts, the index of the step after it.
    private func plumbingStep(after index: Int) -> Int? {
        guard isPlumbing(index) else { return nil }
        if isPlumbing(index + 1) { return index + 1 }
        if let next = plumbingStep(behindObserver: index) { return next }
        guard isPlumbing(index + 2), steps[index].label == "_cancel",
            steps[index + 1].holder.isClosure, steps[index + 1].target != "AnyCancellable"
        else { return nil }
        return index + 2
    }

    /// The next part of RxSwift behind its own closures: a subject keeps its observers as closures,
    /// and an observer keeps its handler as one.
    private func plumbingStep(behindObserver index: Int) -> Int? {
        let label = steps[index].label
        guard label.hasPrefix("observers.") || label.hasSuffix("eventHandler") else { return nil }
        let next = steps[(index + 1)...].firstIndex { !$0.holder.isClosure }
        return next.flatMap { isPlumbing($0) ? $0 : nil }
    }

    /// Continues the path by one reference.
    mutating func follow(_ edge: EdgeDescription, to target: UInt, isLast: Bool) {
        label = SwiftObjectGraph.joined(label, edge.label)
        declarer = declarer ?? edge.declarer
        let isObject = names.graph.layout(of: target)?.isObject ?? true
        let functions = edge.functions.map(code.function)
        if !functions.isEmpty {
            finish(target: Self.closure)
            // A closure that captures one object, such as a method passed as a value, has it as its
            // context.
            holder = .closure(
                functions: functions.count == 1 && isObject
                    ? code.functions(of: functions[0], capturing: target) : functions)
            address = target
        }
        // A single captured object may stand in place of a closure's context.
        if !isObject, !isLast { return }
        finish(target: names.name(of: target))
        holder = names.holder(of: target)
        address = target
    }

    private mutating func finish(target: String) {
        let isClosure = holder.isClosure
        if isClosure { label = target.isEmpty ? "captures" : "captures \(target)" }
        // Its fields are Foundation's own, and nobody can set them.
        if holder == .other(name: EndedTimers.name) { (label, declarer) = ("", nil) }
        let destructor = isClosure ? nil : declarer.flatMap(names.graph.destructor)
        steps.append(
            RetainStep(
                holder: holder, address: address, label: label, target: target,
                isInferred: isInferred, destructor: destructor))
        (label, declarer, isInferred) = ("", nil, false)
    }
}
