extension RetainHint {
    /// A router that keeps a child it has detached.
    static let storedChild = RetainHint(
        pattern: RetainPattern(
            holders: [.object], holderParts: [.router, .rib], targetParts: [.router, .rib],
            isProperty: true),
        text: "Set {holder}.{label} to nil where you detach the child.",
        example: """
            detachChild(game)  // and `game` stays in a property
            """)
}
