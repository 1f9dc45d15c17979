extension RetainHint {
    /// An element of a collection.
    static let element = RetainHint(
        pattern: RetainPattern(holders: [.object, .global], isElement: true),
        text: "Remove it from {collection} where you detach it.",
        example: """
            detachChild(game)  // and `games` still has it
            """)
}
