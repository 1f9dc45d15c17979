extension RetainHint {
    /// A timer, source or delayed block that still has its closure.
    static let timerClosure = RetainHint(
        pattern: RetainPattern(
            holders: [.closure],
            through: ["Timer", "DispatchSource", "DispatchWorkItem", "OS_dispatch", "a dispatch"]),
        text: """
            Invalidate or cancel it in willResignActive, or hand it to .tracked(by:), and {capture} \
            in its closure.
            """,
        example: """
            timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() }
            """)
}
