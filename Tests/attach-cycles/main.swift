import CMallocCounter
import Foundation
import RIBs

// Prints what a RIB's way through the tree costs: the build configuration, then the allocations of
// a router and interactor that are made, attached, detached and freed; then the same with a
// subscription that ends with the detach; nothing more where allocations cannot be counted.
//
// With the argument `calls`, it prints how long single calls take instead.

/// Allocations of that many RIBs, one after the other below the same root.
@MainActor func allocations(ofCycles cycles: Int, subscribing: Bool) -> Int64 {
    let before = malloc_counter_count()
    for _ in 0..<cycles {
        let child = Router(interactor: Interactor())
        root.attachChild(child)
        if subscribing { subject.sink { _ in }.cancelOnDeactivate(interactor: child.interactor) }
        root.detachChild(child)
    }
    return malloc_counter_count() - before
}

let subject = PassthroughSubject<Int, Never>()
let root = Router(interactor: Interactor())
root.interactor.activate()
root.load()

if CommandLine.arguments.dropFirst().first == "calls" {
    SubscriptionTracking.enable()
    CallTimes.print(root: root)
    exit(0)
}
#if DEBUG
    print("debug")
#else
    print("release")
#endif
if malloc_counter_count() >= 0 {
    for subscribing in [false, true] {
        // What only the first ones pay for is no cost of a cycle; nor is the odd packet or table
        // that fills up, or what depends on whether a timer came in between: the median drops these.
        _ = allocations(ofCycles: 1_000, subscribing: subscribing)
        let each = (0..<1_000).map { _ in allocations(ofCycles: 1, subscribing: subscribing) }
        print(each.sorted()[each.count / 2])
    }
}
