/// Two prices of the same thing, measured in turns.
struct Pair {
    let ours: Double
    let peer: Double
    /// Of each turn, then the median: what disturbs the machine for a while disturbs both.
    let ratio: Double

    /// Measures ours, the peer, ours, the peer, …
    init(rounds: Int, ours: () throws -> Double, peer: () throws -> Double) rethrows {
        var turns: [(ours: Double, peer: Double)] = []
        for _ in 0..<rounds { turns.append((try ours(), try peer())) }
        self.init(turns)
    }

    init(_ turns: [(ours: Double, peer: Double)]) {
        ours = turns.map(\.ours).median
        peer = turns.map(\.peer).median
        ratio = turns.map { $0.ours / $0.peer }.median
    }
}

extension [Double] {
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
