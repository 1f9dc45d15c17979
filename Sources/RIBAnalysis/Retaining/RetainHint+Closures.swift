// SPDX-License-Identifier: Apache-2.0

// Hints on how to remove an object from a closure.

extension RetainHint {
    /// A method reference that is passed like a closure.
    static let methodReference = RetainHint(
        for: [.closure], where: { $0.edge.isMethodReference },
        text: """
            A method that is handed over keeps its object, here the {target}: hand over a closure \
            that captures it weakly and calls the method.
            """,
        example: """
            view.onTap = interactor.didTap
            """)

    /// An observer of a notification centre that is never removed.
    static let observerClosure = RetainHint(
        for: [.closure], through: ["NotificationCenter", "NSNotificationReceiver"],
        text: "Remove the observer {ending}, and {capture} in its closure.",
        example: """
            center.addObserver(forName: .scored, object: nil, queue: nil) { _ in self.refresh() }
            """)

    /// A timer that was ended in time, which Foundation never frees on Linux.
    static let endedTimerClosure = RetainHint(
        for: [.closure], through: [LibraryLeakMatcher.endedTimer],
        text:
            "{Capture} in this closure: on Linux, Foundation never frees a timer and its closure.",
        example: """
            timer?.invalidate()  // and its closure captures self
            """)

    /// A timer, source or work item that still has its closure.
    static let timerClosure = RetainHint(
        for: [.closure], through: ["Timer", "DispatchSource", "DispatchWorkItem"],
        text: "End it {ending}, and {capture} in its closure.",
        example: """
            timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() }
            """)

    /// What libdispatch keeps: a delayed block, which nobody can end, or a timer or source, which
    /// somebody can.
    static let dispatchClosure = RetainHint(
        for: [.closure], through: ["OS_dispatch", "a dispatch"],
        text: "{Capture} in this closure. If a timer or a source runs it, end that {ending}, too.",
        example: """
            DispatchQueue.main.asyncAfter(deadline: .now() + 60) { self.refresh() }
            """)

    /// A task that has not ended. Nothing shows whether what it waits for ends when it is
    /// cancelled.
    static let taskClosure = RetainHint(
        for: [.closure], through: ["Task<", "a task", "a sleeping task"],
        text: """
            {Start}, or {capture} in it and unwrap that only between two awaits. A continuation that \
            it waits for must be resumed on cancellation; an AsyncStream ends by itself.
            """,
        example: """
            Task { await withCheckedContinuation { self.waiting = $0 } }
            """)

    /// Work that is scheduled for later and never cancelled.
    static let waitingClosure = RetainHint(
        for: [.closure],
        through: ["DispatchQueue", "DispatchGroup", "OperationQueue", "RunLoop"],
        text:
            "{Capture} in this closure: until it has run, what waits there keeps what it captures.",
        example: """
            group.notify(queue: .main) { self.refresh() }
            """)

    /// A variable of a function that has not returned.
    static let threadVariable = RetainHint(
        for: [.closure], through: ["thread "],
        text: """
            {holder} has not returned and has it in a variable: end it, or release it there, when \
            the RIB is detached.
            """,
        example: """
            Thread.detachNewThread { while self.isPolling { self.poll() } }
            """)

    /// A subscription whose closure captures its owner.
    static let subscriptionClosure = RetainHint(
        for: [.closure],
        through: ["AnyCancellable", "Sink<", "PassthroughSubject", "CurrentValueSubject"],
        text: """
            {Capture} in this closure, and end the subscription {ending}.
            """,
        example: """
            scores.sink { self.show($0) }.store(in: &cancellables)
            """)

    /// A closure that an observable calls for each value.
    static let observableClosure = RetainHint(
        for: [.closure],
        through: [
            "AnonymousObserver", "BehaviorRelay", "BehaviorSubject", "DisposeBag",
            "FollowedObserver", "PublishRelay", "PublishSubject", "ReplayRelay",
            "ReplaySubject", "SinkDisposer",
        ],
        text: """
            {Capture} in this closure, and end the subscription {disposing}.
            """,
        example: """
            scores.subscribe(onNext: { self.show($0) }).disposed(by: bag)
            """)

    /// Any other closure with a capture that it should not keep.
    static let closure = RetainHint(
        for: [.closure],
        text: "{Capture} in this closure{clearing}.",
        example: """
            view.onTap = { self.didTap() }
            """)
}
