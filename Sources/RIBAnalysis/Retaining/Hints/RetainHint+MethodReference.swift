extension RetainHint {
    /// A method that is handed over like a closure.
    static let methodReference = RetainHint(
        pattern: RetainPattern(holders: [.closure], functions: ["implicit closure"]),
        text: """
            A method that is handed over keeps its object, here the {target}: hand over a closure \
            that captures it weakly and calls the method.
            """,
        example: """
            view.onTap = interactor.didTap
            """)
}
