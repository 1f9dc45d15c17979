extension RetainHint {
    /// Any other closure that captures what it should not keep.
    static let closure = RetainHint(
        pattern: RetainPattern(holders: [.closure]),
        text: "{Capture} in this closure, or set what stores it to nil.",
        example: """
            view.onTap = { self.didTap() }
            """)
}
