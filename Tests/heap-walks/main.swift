import CRIBShims
import RIBHeap

// Measures the search for retain paths on a million objects.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
print("| shape | targets | reads | objects | bytes a node | pages read |")
print("|---|---|---|---|---|---|")
for isShuffled in [false, true] {
    for make in [Shape.list, Shape.tree] {
        let shape = make(count, isShuffled)
        for targets in [1, 100] {
            for capacity in [8 << 20, nil] {
                print(Measurement(shape: shape, targets: targets, capacity: capacity).row())
            }
        }
    }
}

do {
    let small = LiveMeasurement(count: 1000)
    let began = ribleak_clock_system()
    let search = try HeapSearch()
    print("set-up: \(Double(ribleak_clock_system() - began) / 1e6) ms")
    print(small.row("first path", search: search, targets: 1))
    print(small.row("second path", search: search, targets: 1))
    let large = LiveMeasurement(count: count)
    for targets in [1, 100, 1] {
        print(large.row("\(count) objects, \(targets) targets", search: search, targets: targets))
    }
} catch {
    print(error.reason)
}
