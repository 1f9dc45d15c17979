extension RetainHint {
    /// An object of a library's that has it somewhere inside.
    static let container = RetainHint(
        pattern: RetainPattern(holders: [.object, .global], isContainer: true),
        text: "Let go of it in {property} when the RIB is detached.",
        example: """
            service.cache.setObject(game, forKey: "game")
            """)
}
