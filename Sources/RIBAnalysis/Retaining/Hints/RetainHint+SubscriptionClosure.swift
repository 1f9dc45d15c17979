extension RetainHint {
    /// A subscription whose closure captures its owner.
    static let subscriptionClosure = RetainHint(
        pattern: RetainPattern(
            holders: [.closure],
            through: ["AnyCancellable", "Sink", "PassthroughSubject", "CurrentValueSubject"]),
        text: """
            {Capture} in this closure, and end the subscription with \
            .cancelOnDeactivate(interactor:).
            """,
        example: """
            scores.sink { self.show($0) }.store(in: &cancellables)
            """)
}
