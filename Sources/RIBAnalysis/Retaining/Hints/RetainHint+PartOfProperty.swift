extension RetainHint {
    /// A part of a property: a payload of an enum, a field of a struct, a place in a tuple.
    static let partOfProperty = RetainHint(
        pattern: RetainPattern(holders: [.object, .global], isProperty: false),
        text: "Let go of it in {property} when the RIB is detached.",
        example: """
            state = .playing(game)
            """)
}
