// What removes an object from a stream of values.

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

    /// A disposable that is kept where nobody disposes of it.
    static let storedDisposable = RetainHint(
        pattern: RetainPattern(
            holders: [.object, .global],
            targets: [
                "AnonymousDisposable", "BinaryDisposable", "CompositeDisposable", "DisposeBag",
                "RefCountDisposable", "SerialDisposable", "SingleAssignmentDisposable",
                "SinkDisposer",
            ]),
        text: """
            What {collection} keeps runs on: dispose of it when the RIB is detached, as \
            .disposeOnDeactivate(interactor:) does.
            """,
        example: """
            workflow.subscribe(item).disposed(by: service.bag)
            """)

    /// A subject that has it as its present value.
    static let storedValue = RetainHint(
        pattern: RetainPattern(
            holders: [.object, .global], nextLabel: "currentValue",
            targets: ["CurrentValueSubject"]),
        text: "{property} has it as its value: send another one when the RIB is detached.",
        example: """
            service.current.send(interactor)
            """)

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
