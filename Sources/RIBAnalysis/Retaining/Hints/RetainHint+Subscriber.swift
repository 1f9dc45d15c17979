extension RetainHint {
    /// A subject that has it as a subscriber, without a closure.
    static let subscriber = RetainHint(
        pattern: RetainPattern(
            holders: [.object, .global], targets: ["PassthroughSubject", "CurrentValueSubject"]),
        text: """
            It is subscribed to {property}: end that when the RIB is detached, as \
            .cancelOnDeactivate(interactor:) does.
            """,
        example: """
            service.scores.assign(to: \\.score, on: self).store(in: &cancellables)
            """)
}
