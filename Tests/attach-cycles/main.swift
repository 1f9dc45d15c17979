import CMallocCounter
import RIBs

// Prints what a RIB's way through the tree costs: the build configuration, then the allocations of
// a router and interactor that are made, attached, detached and freed; nothing more where
// allocations cannot be counted.

/// Allocations of that many RIBs, one after the other below the same root.
@MainActor func allocations(ofCycles cycles: Int) -> Int64 {
    let before = malloc_counter_count()
    for _ in 0..<cycles {
        let child = Router(interactor: Interactor())
        root.attachChild(child)
        root.detachChild(child)
    }
    return malloc_counter_count() - before
}

let root = Router(interactor: Interactor())
root.interactor.activate()
root.load()

#if DEBUG
    print("debug")
#else
    print("release")
#endif
if malloc_counter_count() >= 0 {
    // What only the first ones pay for is no cost of a cycle; nor is the odd packet or table that
    // fills up, or what depends on whether a timer came in between: the median drops these.
    _ = allocations(ofCycles: 1_000)
    let each = (0..<1_000).map { _ in allocations(ofCycles: 1) }
    print(each.sorted()[each.count / 2])
}
