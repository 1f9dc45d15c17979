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
