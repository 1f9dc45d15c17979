import Foundation
import RIBHeap

// Measures the search for retain paths on a million objects: `heap-walks [COUNT [plain|live]]`.
// Searches beside threads that change what is walked: `heap-walks OBJECTS attacked LINKS SEARCHES`.

let arguments = CommandLine.arguments.dropFirst()
let count = arguments.first.flatMap { Int($0) } ?? 1_000_000
let choice = arguments.dropFirst().first

/// Searches over objects of two known classes, which only a search and its memory take part in.
func measurePlain() {
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
}

/// Searches as the recorder asks for them.
func measureLive() throws(HeapSearch.Unavailable) {
    let small = LiveMeasurement(count: 1000)
    let began = Measurement.now()
    let search = try HeapSearch()
    print("set-up: \((Measurement.now() - began) * 1000) ms")
    print(small.row("first path", search: search, targets: 1))
    print(small.row("second path", search: search, targets: 1))
    let large = LiveMeasurement(count: count)
    for targets in [1, 100, 1] {
        print(large.row("\(count) objects, \(targets) targets", search: search, targets: targets))
    }
}

let numbers = arguments.dropFirst(2).compactMap { Int($0) }
if choice != "live", choice != "attacked" { measurePlain() }
do {
    if choice == "attacked", numbers.count == 2 {
        try AttackedHeap(objects: count, links: numbers[0]).search(numbers[1])
    }
    if choice != "plain" { try measureLive() }
} catch {
    print(error.reason)
}
