extension RetainHint {
    /// A subject that has it as its present value.
    static let storedValue = RetainHint(
        pattern: RetainPattern(
            holders: [.object, .global], nextLabel: "currentValue",
            targets: ["CurrentValueSubject"]),
        text: "{property} has it as its value: send another one when the RIB is detached.",
        example: """
            service.current.send(interactor)
            """)
}
