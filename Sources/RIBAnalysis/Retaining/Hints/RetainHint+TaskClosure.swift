extension RetainHint {
    /// A task that has not ended.
    static let taskClosure = RetainHint(
        pattern: RetainPattern(
            holders: [.closure], through: ["Task<", "a task", "a sleeping task"]),
        text: """
            Start it with task(in: self) so that it is cancelled on deactivation, or {capture} in it.
            """,
        example: """
            Task { for await score in scores { self.show(score) } }
            """)
}
