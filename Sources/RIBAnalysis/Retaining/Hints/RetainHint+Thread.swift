extension RetainHint {
    /// A local variable of a function that has not returned.
    static let thread = RetainHint(
        pattern: RetainPattern(reasons: [.thread]),
        text: """
            A function that is running holds it, such as a test in a variable: let go of it before \
            the check, and set a test case's properties to nil in tearDown.
            """,
        example: """
            let game = builder.build()
            assertNoLeaks { router.detachChild(game) }
            """)
}
