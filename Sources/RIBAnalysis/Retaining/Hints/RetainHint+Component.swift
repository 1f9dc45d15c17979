extension RetainHint {
    /// A component that keeps what it has made.
    static let component = RetainHint(
        pattern: RetainPattern(holders: [.object], holderParts: [.component]),
        text: """
            {holder} keeps what it made: make it in the builder instead, or in a component of the \
            RIB that ends.
            """,
        example: """
            lazy var gameInteractor = GameInteractor()  // in the component of the parent
            """)
}
