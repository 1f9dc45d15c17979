extension RetainHint {
    /// A property of what is itself an element of a collection.
    static let entry = RetainHint(
        pattern: RetainPattern(holders: [.object], isEntry: true),
        text: """
            Remove the {holder} that has it from {entries} where you detach it, or make \
            {holder}.{label} weak.
            """,
        example: """
            cache.append(Entry(router: game))
            """)
}
