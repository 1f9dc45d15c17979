extension RetainHint {
    /// What runs a subscription, a workflow or a task, kept where nobody ends it.
    static let storedSubscription = RetainHint(
        pattern: RetainPattern(holders: [.object, .global], targets: ["AnyCancellable"]),
        text: """
            What {collection} keeps runs on: end it when the RIB is detached, as \
            .cancelOnDeactivate(interactor:) does.
            """,
        example: """
            workflow.subscribe(item).store(in: &service.cancellables)
            """)
}
