extension RetainHint {
    /// A variable that lives as long as the process.
    static let global = RetainHint(
        pattern: RetainPattern(holders: [.global]),
        text: "{holder} lives as long as the process: let go there when the RIB is detached.",
        example: """
            Registry.shared.current = self
            """)
}
