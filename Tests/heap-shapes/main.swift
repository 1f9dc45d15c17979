import CRIBShims
import Foundation
import RIBHeap

// Holds an object in each way there is, and prints why it is alive, a line each.
//
//   heap-shapes [NAME]                     all shapes, or one
//   heap-shapes --drop-cycle NAME          makes the cycle of one shape and lets go of it, for LeakSanitizer
//   heap-shapes --inferred                 what only memory without types leads to
//   heap-shapes --zoo                      holds all of the above at once, and compares what is said of each with
//                                          what is said of all together
//   heap-shapes --beside-changes [RUNS]    searches while other threads make, change and drop them
//   heap-shapes --under-load [RUNS]        compares all of the above beside busy loops, twice as many as cores, with
//                                          what is said without them
// Safe: only the main thread uses it.
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
        return text(step.holder) + label + (step.isInferred ? " (inferred)" : "")
    }
    let end = retention.steps.last.map { " → \($0.target)" } ?? ""
    return "\(retention.reason): \(steps.joined(separator: " → "))\(end)"
}

func explain(_ search: HeapSearch, _ targets: [AnyObject], from roots: [AnyObject]) -> [String] {
    let answers = search.explain(
        targets.map(address), attachedRouters: roots.map(address), budget: 2_000_000_000,
        includingInferred: false, clock: { ribleak_clock_thread() })
    return withExtendedLifetime((targets, roots)) { answers.map(text) }
}

/// All shapes at once, as paths from their holders and then as cycles through these.
@inline(never)
func lines(of shapes: [Shape], _ search: HeapSearch) -> [String] {
    let children = shapes.map { _ in opaque(Child()) }
    let holders = zip(shapes, children).map { opaque($0.build($1)) }
    let paths = explain(search, children, from: holders)
    for (child, holder) in zip(children, holders) { child.back = holder }
    let cycles = explain(search, holders, from: [])
    return shapes.indices.flatMap { index in
        [
            "path, \(shapes[index].name): \(paths[index])",
            "cycle, \(shapes[index].name): \(cycles[index])",
        ]
    }
}

@inline(never)
func line(of shape: GlobalShape, _ search: HeapSearch) -> String {
    let child = opaque(Child())
    shape.set(child)
    defer { GlobalShape.reset() }
    return "global, \(shape.name): \(explain(search, [child], from: [])[0])"
}

func table(_ shapes: [Shape], _ globals: [GlobalShape], _ search: HeapSearch) -> [String] {
    lines(of: shapes, search) + globals.map { line(of: $0, search) }
}

/// Makes the cycle through a shape, and keeps nothing of it.
@inline(never)
func dropCycle(of shape: Shape) {
    let child = opaque(Child())
    child.back = opaque(shape.build(child))
}

/// Runs `body` on a thread that is gone afterwards, with all that lay on its stack.
func onAThreadOfItsOwn(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
        var thread = pthread_t()
        let work = Unmanaged.passRetained(body as AnyObject)
        pthread_create(
            &thread, nil,
            { argument in
                let body = argument.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
                (body as? () -> Void)?()
                return nil
            }, work.toOpaque())
        pthread_join(thread, nil)
    }
}

let shapes =
    FieldShapes.all + EnumShapes.all + ExistentialShapes.all + CollectionShapes.all
    + ClosureShapes.all + CombineShapes.all + GenericShapes.all + LibraryShapes.all
    + FieldShapes.none + EnumShapes.none + ClosureShapes.none + CombineShapes.none
    + GenericShapes.none + LibraryShapes.none

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--drop-cycle" {
    guard let shape = shapes.first(where: { $0.name == CommandLine.arguments[2] }) else {
        exit(64)
    }
    onAThreadOfItsOwn { dropCycle(of: shape) }
    exit(0)
}

do {
    let search = try HeapSearch()
    let chosen = CommandLine.arguments.dropFirst().first
    if chosen == "--beside-changes" {
        let runs = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100
        print(ChangingShapes().search(search, runs: runs))
        exit(0)
    }
    if chosen == "--inferred" {
        for line in InferredShapes(search: search).lines { print(line) }
        exit(0)
    }
    if chosen == "--zoo" {
        let seen =
            FieldShapes.all + EnumShapes.all + ExistentialShapes.all + CollectionShapes.all
            + ClosureShapes.all + CombineShapes.all + GenericShapes.all + LibraryShapes.all
        print(Zoo(seen, GlobalShape.all, InferredShapes(search: search), search).report())
        exit(0)
    }
    if chosen == "--under-load" {
        let runs = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 10
        let loaded = LoadedTable {
            table(shapes, GlobalShape.all + GlobalShape.none, search)
                + InferredShapes(search: search).lines
        }
        print(loaded.compare(runs: runs))
        exit(0)
    }
    func isChosen(_ name: String) -> Bool { chosen == nil || chosen == name }
    let lines = table(
        shapes.filter { isChosen($0.name) },
        (GlobalShape.all + GlobalShape.none).filter { isChosen($0.name) }, search)
    for line in lines { print(line) }
} catch {
    print("unavailable: \(error)")
}
