extension RetainHint {
    /// A reference against the direction in which RIBs hold their parts.
    static let backReference = RetainHint(
        pattern: RetainPattern(reasons: [.cycle], holders: [.object], isProperty: true),
        text: """
            Make {holder}.{label} weak: what it leads to keeps the {holder} alive, so they keep each \
            other.
            """,
        example: """
            final class GameInteractor { var router: GameRouting? }
            """)
}
