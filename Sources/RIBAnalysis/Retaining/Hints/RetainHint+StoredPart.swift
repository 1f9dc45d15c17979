extension RetainHint {
    /// A property of something that is meant to stay.
    static let storedPart = RetainHint(
        pattern: RetainPattern(holders: [.object]),
        text: "Set {holder}.{label} to nil when the RIB is detached, or make it weak.",
        example: """
            service.current = interactor
            """)
}
