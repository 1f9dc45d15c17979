/// The first capture after recording started against later ones of new stacks too.
enum FirstCaptureRows {
    static func measure() throws -> [Row] {
        var runs: [[Double]] = []
        for _ in 0..<15 {
            runs.append(try Command.numbers(of: "repeat-work", ["first-captures"], count: 5))
        }
        return [
            row("first capture in a process; a later new stack", Pair(runs.map { ($0[1], $0[2]) })),
            row("first capture on a thread; a later new stack", Pair(runs.map { ($0[3], $0[4]) })),
            Row(what: "starting to record", ours: runs.map { $0[0] }.median.asTime),
        ]
    }

    private static func row(_ what: String, _ pair: Pair) -> Row {
        Row(
            what: what, ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 2)
    }
}
