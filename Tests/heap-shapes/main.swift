import CRIBShims
import RIBHeap

// Holds an object in each way there is, and prints why it is alive, a line each.

nonisolated(unsafe) var topLevelChild: Child?

func address(_ object: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
}

func text(_ holder: RetainStep.Holder) -> String {
    switch holder {
    case .object(let type): type
    case .closure: "{}"
    case .global(let symbol, _): symbol.isEmpty ? "?" : symbol
    case .other(let name): name
    }
}

func text(_ retention: Retention?) -> String {
    guard let retention else { return "gone" }
    let steps = retention.steps.map { step in
        let label =
            step.label.isEmpty ? "" : step.label.hasPrefix("[") ? step.label : " \(step.label)"
        return text(step.holder) + label + (step.evidence == .inferred ? " (inferred)" : "")
    }
    let end = retention.steps.last.map { " → \($0.target)" } ?? ""
    return "\(retention.reason): \(steps.joined(separator: " → "))\(end)"
}

func explain(_ search: HeapSearch, _ target: AnyObject, from root: AnyObject?) -> String {
    let answers = search.explain(
        [address(target)], attachedRouters: root.map { [address($0)] } ?? [],
        budget: 10_000_000_000, clock: { ribleak_clock_system() })
    return withExtendedLifetime((target, root)) { text(answers.first ?? nil) }
}

@inline(never)
func run(_ shape: Shape, _ search: HeapSearch) {
    let child = opaque(Child())
    let holder = opaque(shape.build(child))
    print("path, \(shape.name): \(explain(search, child, from: holder))")
    child.back = holder
    print("cycle, \(shape.name): \(explain(search, holder, from: nil))")
    child.back = nil
}

@inline(never)
func run(_ shape: GlobalShape, _ search: HeapSearch) {
    let child = opaque(Child())
    shape.set(child)
    print("global, \(shape.name): \(explain(search, child, from: nil))")
    GlobalShape.reset()
}

do {
    let search = try HeapSearch()
    let shapes =
        FieldShapes.all + EnumShapes.all + ExistentialShapes.all + CollectionShapes.all
        + ClosureShapes.all + CombineShapes.all + GenericShapes.all + LibraryShapes.all
        + FieldShapes.none + EnumShapes.none + ClosureShapes.none + CombineShapes.none
        + GenericShapes.none + LibraryShapes.none
    let chosen = CommandLine.arguments.dropFirst().first
    for shape in shapes where chosen.map({ shape.name == $0 }) ?? true { run(shape, search) }
    for shape in GlobalShape.all + GlobalShape.none
    where chosen.map({ shape.name == $0 }) ?? true { run(shape, search) }
} catch {
    print("unavailable: \(error)")
}
