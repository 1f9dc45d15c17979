extension RetainHint {
    /// A task that has not ended.
    static let taskClosure = RetainHint(
        pattern: RetainPattern(
            holders: [.closure, .other], through: ["Task<", "a task", "a sleeping task"]),
        text: """
            Start it with task(in: self) so that it is cancelled on deactivation, or capture \
            [weak self] in it.
            """,
        example: """
            Task { for await score in scores { self.show(score) } }
            """)
}
