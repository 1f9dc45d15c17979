import RIBAnalysis

/// What could not be known about a run, in few lines: a thousand damaged streams are one fact.
public enum CaveatLines {
    /// More of one kind are one line.
    private static let mostOfAKind = 3

    /// One line a caveat, or a kind of which there are many, in the order they come.
    public static func lines(for caveats: [Caveat]) -> [String] {
        let counts = Dictionary(caveats.map { ($0.kind, 1) }, uniquingKeysWith: +)
        var summarized: Set<CaveatKind> = []
        return caveats.compactMap { caveat in
            guard let count = counts[caveat.kind], count > mostOfAKind else { return caveat.text }
            guard summarized.insert(caveat.kind).inserted else { return nil }
            return "\(caveat.kind.summary(count)) (report --format json names them)"
        }
    }
}
