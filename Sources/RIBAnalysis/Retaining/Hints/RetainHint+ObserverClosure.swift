extension RetainHint {
    /// An observer of a notification centre that nobody removes.
    static let observerClosure = RetainHint(
        pattern: RetainPattern(
            holders: [.closure], through: ["NotificationCenter", "NSNotificationReceiver"]),
        text: """
            Remove the observer in willResignActive, or hand it to .tracked(by:), and {capture} in \
            its closure.
            """,
        example: """
            center.addObserver(forName: .scored, object: nil, queue: nil) { _ in self.refresh() }
            """)
}
